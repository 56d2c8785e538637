/** The listings for programs: the whole list of the app or none, searched only by fields without guests' data, and without secrets. */
import type { Json } from '../../shared/model/primitives.ts';
import { jsonOrNull } from '../../shared/text/json-or-null.ts';
import type { ListingsDesk } from '../desk/listings.ts';
import type { LoadedListing } from '../desk/loaded-listings.ts';
import { subjectOf } from '../redact/redact.ts';
import { redactBody } from '../redact/redact-body.ts';
import type { Working } from './work.ts';

export type WholeList = Pick<ListingsDesk, 'wholeListAt' | 'loaded'>;

/** Returns the app's listings and when they were loaded, once a running load has ended; `null` without a whole list, or if that takes too long. */
export async function wholeList(
  listings: WholeList,
  { connection, api }: Pick<Working, 'connection' | 'api'>,
): Promise<{ readonly loadedAt: number; readonly all: readonly LoadedListing[] } | null> {
  const loadedAt = await api.waitFor(listings.wholeListAt(connection.id));
  return loadedAt === null ? null : { loadedAt, all: listings.loaded(connection.id) };
}

/**
 * Makes a filter of listings by the words of a search. It searches only fields that a program may read: a match in another field would reveal a part
 * of it.
 */
export function matching(search: string): (listing: LoadedListing) => boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return ({ id, title, nickname, place }) => {
    const text = [id, title, nickname, place].join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  };
}

/** Returns the record of a listing as a program may read it; `null` for one that is too large to redact. */
export function readableRecord(record: Json, keepGuests: boolean): Json {
  const text = JSON.stringify(record);
  const options = { rules: { keepGuests }, cap: Number.POSITIVE_INFINITY, subject: subjectOf('/listings') };
  return jsonOrNull(redactBody(text, text.length, options).text) as Json;
}
