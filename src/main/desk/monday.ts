/** Finds the Monday of a week. */
import type { PlainDate } from '../../shared/model/primitives.ts';

const DAY_MS = 86_400_000;

export const mondayOf = (day: PlainDate): PlainDate => mondayOfMidnight(Date.parse(day));

/** The Monday of the week of an instant (epoch ms), on this computer's calendar. */
export function mondayOfInstant(at: number): PlainDate {
  const local = new Date(at);
  return mondayOfMidnight(Date.UTC(local.getFullYear(), local.getMonth(), local.getDate()));
}

/** `midnight` is epoch ms of a day's 00:00 UTC. */
const mondayOfMidnight = (midnight: number): PlainDate =>
  new Date(midnight - ((new Date(midnight).getUTCDay() + 6) % 7) * DAY_MS).toISOString().slice(0, 10);
