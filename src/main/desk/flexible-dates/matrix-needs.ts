/** Finds the calendars (one for each listing) or the searches (one for each arrival) that a matrix must still read. */
import type { MatrixListings, MatrixStays } from '../../../shared/model/matrix.ts';
import { arrivalsOf } from '../../../shared/stay/arrivals.ts';
import type { AnswerStore } from './answer-store.ts';

/** The fields of a listing that a matrix uses. A field is `null` when the listing's record lacks it. */
export interface MatrixListing {
  readonly id: string;
  readonly title: string;
  /** The manager's own name of the listing. */
  readonly nickname?: string | null;
  readonly listed: boolean | null;
  readonly place: string | null;
  readonly sleeps: number | null;
  readonly bedrooms: number | null;
}

/** The rows of a matrix, and the number of listings left out because they are not listed or too small. */
export interface MatrixRows {
  readonly listings: readonly MatrixListing[];
  readonly unlisted: number;
  readonly tooSmall: number;
}

/**
 * Returns the listings that fit the chosen places, bedrooms and guests: from the listings in `ids`, in that order, or without `ids` from all loaded
 * ones. An id that is not loaded counts as a listing whose facts are unknown.
 */
export function rowsOf(
  { ids, places, bedrooms }: MatrixListings,
  guests: number | null,
  loaded: readonly MatrixListing[],
): MatrixRows {
  const byId = ids && new Map(loaded.map((listing) => [listing.id, listing]));
  const candidates = ids ? [...new Set(ids)].map((id) => byId?.get(id) ?? unloaded(id)) : loaded;
  const wanted = new Set(places);
  const chosen = candidates.filter(
    (listing) =>
      (wanted.size === 0 || (listing.place !== null && wanted.has(listing.place))) &&
      (bedrooms === null || (listing.bedrooms !== null && listing.bedrooms >= bedrooms)),
  );
  const shown = ids ? chosen : chosen.filter(({ listed }) => listed !== false);
  const fitting = shown.filter(({ sleeps }) => guests === null || sleeps === null || sleeps >= guests);
  return { listings: fitting, unlisted: chosen.length - shown.length, tooSmall: shown.length - fitting.length };
}

export const unloaded = (id: string): MatrixListing => ({
  id,
  title: id,
  listed: null,
  place: null,
  sleeps: null,
  bedrooms: null,
});

/** Returns the number of pages that a search would have if all listed listings were free; `null` when no listings are loaded. */
export function pagesOfSearch(loaded: readonly MatrixListing[], pageSize: number | null): number | null {
  const listed = loaded.filter((listing) => listing.listed !== false).length;
  if (listed === 0) return null;
  return pageSize === null ? 1 : Math.ceil(listed / pageSize);
}

/** Returns the day numbers from the first arrival to the last departure; `null` without arrivals. */
export function daysOf(arrivals: readonly number[], nights: number): { first: number; last: number } | null {
  const [first, last] = [arrivals[0], arrivals.at(-1)];
  return first === undefined || last === undefined ? null : { first, last: last + nights };
}

/** The range of days for which one listing's calendar must be read, both ends included. */
export interface CalendarNeed {
  readonly listing: MatrixListing;
  readonly first: number;
  readonly last: number;
}

export interface MatrixNeeds {
  readonly calendars: readonly CalendarNeed[];
  /** The day numbers of the arrivals that need a search. */
  readonly searches: readonly number[];
}

/**
 * Lists the calendars and searches that a matrix still needs. An answer that was read at `since` or later is not requested again. Without listings,
 * only searches are needed, because they find the listings.
 */
export function needsOf(
  stays: MatrixStays,
  listings: readonly MatrixListing[],
  {
    answers,
    credentialId,
    since,
  }: { answers: Pick<AnswerStore, 'coverage' | 'searched'>; credentialId: string; since: number },
): MatrixNeeds {
  const { nights, guests } = stays;
  const searched = answers.searched(credentialId, since, { nights, guests });
  const open = arrivalsOf(stays).filter((arrival) => !searched.has(arrival));
  const days = daysOf(open, nights);
  if (days === null || listings.length === 0) return { calendars: [], searches: open };
  const coverage = answers.coverage(credentialId, since, days);
  const calendars: CalendarNeed[] = [];
  const searches = new Set<number>();
  for (const listing of listings) {
    const known = coverage.get(listing.id);
    const isKnown = (day: number): boolean => known?.some(({ first, last }) => first <= day && day <= last) ?? false;
    const unknown = known ? open.filter((arrival) => !isWholeStay(arrival, nights, isKnown)) : open;
    const span = daysOf(unknown, nights);
    if (span === null) continue;
    for (const arrival of unknown) searches.add(arrival);
    let { first, last } = span;
    while (isKnown(first)) first += 1;
    while (isKnown(last)) last -= 1;
    calendars.push({ listing, first, last });
  }
  return { calendars, searches: open.filter((arrival) => searches.has(arrival)) };
}

function isWholeStay(arrival: number, nights: number, isKnown: (day: number) => boolean): boolean {
  for (let day = arrival; day <= arrival + nights; day += 1) if (!isKnown(day)) return false;
  return true;
}
