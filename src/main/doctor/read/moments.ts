/** The dated exchanges of an input, for its timeline: when, what, with which outcome, and the limits that the answers report. */
import type { PastedMoment } from '../../../shared/model/pasted.ts';
import { masked } from './mask.ts';
import type { Outcome } from './outcomes.ts';
import { requestOf } from './raw-failure.ts';

/** Matches an address up to its query. */
const ADDRESS = /^[^\s"'<>?#]+/;

/** A moment on the timeline of a pasted text. `place`: the index of its exchange in the list of outcomes. */
export interface PlacedMoment {
  readonly place: number;
  readonly moment: PastedMoment;
}

/** Makes the moments of all dated outcomes, oldest first. Their addresses are masked and have no query. */
export function momentsOf(outcomes: readonly Outcome[], secrets: readonly string[]): PlacedMoment[] {
  // Most exchanges of an input have one of a few addresses.
  const addresses = new Map<string | null, string | null>();
  const addressOf = (url: string | null): string | null => {
    const known = addresses.get(url);
    if (known !== undefined) return known;
    const address = maskedAddress(url, secrets);
    addresses.set(url, address);
    return address;
  };
  return outcomes
    .flatMap((outcome, place) => (outcome.sentAt === null ? [] : [{ place, at: outcome.sentAt, outcome }]))
    .toSorted((one, other) => one.at - other.at)
    .map(({ place, at, outcome: { method, url, status, limits } }) => ({
      place,
      moment: { at, method, address: addressOf(url), status, limits },
    }));
}

function maskedAddress(url: string | null, secrets: readonly string[]): string | null {
  const [address] = ADDRESS.exec(url ?? '') ?? [];
  if (address === undefined) return null;
  const request = requestOf({ url: address });
  return masked({ request, response: null, networkError: null, sentAt: null, where: '' }, secrets).url;
}
