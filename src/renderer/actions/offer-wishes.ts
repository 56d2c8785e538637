/** Remembers, until the window closes, the amenities that a search asked for. The offer of its results names them first. */
import { readRemembered, remember } from '../ui/use-remembered-state.ts';

interface Stay {
  readonly connectionId: string;
  readonly checkIn: string;
  readonly checkOut: string;
}

const keyOf = ({ connectionId, checkIn, checkOut }: Stay): string =>
  `offers.wishes.${connectionId}.${checkIn}.${checkOut}`;

export const rememberWishes = (stay: Stay, amenities: readonly string[]): void => remember(keyOf(stay), amenities);

export const wishesOf = (stay: Stay): readonly string[] => readRemembered<readonly string[]>(keyOf(stay), []);
