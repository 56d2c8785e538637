/** The availability desk: finds the listings that are free for a stay, with their prices (service.md §6.1). */
import { AppError, throwIssues } from '../../shared/app-error.ts';
import { applicationOf } from '../../shared/connection/account.ts';
import type { InputIssue } from '../../shared/errors.ts';
import type { SearchInput, SearchItem, SearchPage } from '../../shared/model/availability.ts';
import { type Json, nightsBetween } from '../../shared/model/primitives.ts';
import type { ApiAnswer, ApiClient, PageRequest } from '../api/api-client.ts';
import { Pager } from '../api/pager.ts';
import { readSearchItem } from '../api/read-search.ts';
import { MAX_LARGE_ENTRIES, MAX_SMALL_ENTRIES, setNewest } from '../platform/bounded-map.ts';
import type { ConnectionSource } from './connection-source.ts';
import type { PictureCache } from './pictures/picture-cache.ts';

export interface AvailabilityDeps {
  readonly api: Pick<ApiClient, 'call'>;
  readonly connections: ConnectionSource;
  readonly pictures: PictureCache;
  readonly seen: SeenListings;
}

export class AvailabilityDesk {
  readonly #deps: AvailabilityDeps;
  readonly #searches = new OpenSearches();

  constructor(deps: AvailabilityDeps) {
    this.#deps = deps;
  }

  /** Searches one page of results. Throws `invalidInput` for dates that are not a stay, and the errors of {@link ApiClient.call}. */
  async search(input: SearchInput, signal?: AbortSignal): Promise<SearchPage> {
    throwIssues(checkStay(input));
    const { cursor, connectionId } = input;
    const search = cursor === undefined ? this.#searches.begin() : this.#searches.find(cursor);
    const readBefore = cursor === undefined ? undefined : search.page(cursor);
    if (readBefore) return readBefore;
    let fresh: Json[] = [];
    // Skips a page whose records were all on earlier pages.
    while (search.pager.next && fresh.length === 0) {
      const page = await search.pager.read((request) => this.#request(input, request, signal));
      fresh = page.fresh;
      search.answer = page.answer ?? search.answer;
    }
    const { answer } = search;
    if (!answer) throw new Error('a search has no answer');
    const items = fresh.map((record) => this.#itemOf(connectionId, record, input));
    return search.keep((nextCursor) => ({
      items,
      total: answer.total,
      nextCursor,
      doubts: search.pager.doubts,
      variant: answer.variantId,
      found: answer.found ?? null,
      exchangeId: answer.exchangeId,
      notes: notesOn(input, items),
    }));
  }

  #request(input: SearchInput, page: PageRequest, signal: AbortSignal | undefined): Promise<ApiAnswer> {
    const connection = this.#deps.connections.connection(input.connectionId);
    return this.#deps.api.call({
      connection,
      credentialId: applicationOf(connection, input.applicationId).id,
      operation: 'search',
      values: searchValues(input),
      page,
      signal,
    });
  }

  #itemOf(connectionId: string, record: Json, stay: SearchInput): SearchItem {
    const { pictureUrl, ...fields } = readSearchItem(record, stay);
    const { seen, pictures } = this.#deps;
    const recordId = seen.remember(connectionId, fields.listingId, record);
    return { ...fields, recordId, picture: pictureUrl === null ? null : pictures.reference(connectionId, pictureUrl) };
  }
}

/** The values of the search operation (service.md §6.1). If `guests` is not given, the adults and children are added up. */
function searchValues(input: SearchInput): Record<string, unknown> {
  const { checkIn, checkOut, adults, children } = input;
  const party = adults === undefined && children === undefined ? undefined : (adults ?? 0) + (children ?? 0);
  const location = input.location?.trim();
  return {
    checkIn,
    checkOut,
    guests: input.guests ?? (party === 0 ? undefined : party),
    adults,
    children,
    location: location === '' ? undefined : location,
  };
}

/** Checks the dates of a stay: both or neither must be given, and check-out must be at least one day after check-in. */
export function checkStay(stay: { checkIn?: string | undefined; checkOut?: string | undefined }): InputIssue[] {
  if (stay.checkIn === undefined && stay.checkOut === undefined) return [];
  if (stay.checkIn === undefined) return [{ path: 'checkIn', message: 'Choose the check-in date too, or neither.' }];
  if (stay.checkOut === undefined) return [{ path: 'checkOut', message: 'Choose the check-out date too, or neither.' }];
  if (nightsBetween(stay.checkIn, stay.checkOut) < 1)
    return [{ path: 'checkOut', message: 'Check-out must be at least one day after check-in.' }];
  return [];
}

function notesOn(input: SearchInput, items: readonly SearchItem[]): string[] {
  const notes: string[] = [];
  const unpriced = items.filter((item) => item.total === null).length;
  if (input.checkIn !== undefined && items.length > 0 && unpriced === items.length)
    notes.push('The answer does not price the nights; a quote does.');
  else if (input.checkIn !== undefined && unpriced > 0)
    notes.push(`${unpriced} of ${items.length} listings come without a price for every night; a quote has it.`);
  if (input.checkIn === undefined && items.length > 0)
    notes.push('Without dates, the search returns every matching listing, free or not.');
  return notes;
}

/** Keeps the records of search results in memory, so that a quote shows its listing's name and picture instead of an id. */
export class SeenListings {
  readonly #records = new Map<string, Json>();
  #nameless = 0;

  /** Remembers a record. Returns the id of its listing, or an invented id for a record without one. */
  remember(connectionId: string, listingId: string | null, record: Json): string {
    if (listingId === null) this.#nameless += 1;
    const id = listingId ?? `found without an id: ${this.#nameless}`;
    setNewest(this.#records, `${connectionId}\n${id}`, record, MAX_SMALL_ENTRIES);
    return id;
  }

  /** Finds a record by an id that {@link remember} returned. */
  record(connectionId: string, id: string): Json | undefined {
    return this.#records.get(`${connectionId}\n${id}`);
  }
}

class OpenSearch {
  readonly pager = new Pager();
  answer: ApiAnswer | null = null;
  readonly #id: number;
  #number = 0;
  /** The last page and its cursor. If the page did not reach the renderer, the same cursor returns it again without a request. */
  #last: { readonly cursor: string; readonly page: SearchPage } | null = null;

  constructor(id: number) {
    this.#id = id;
  }

  /** The cursor with which the renderer requests the next page. */
  get cursor(): string {
    return `${this.#id}.${this.#number}`;
  }

  /** The last page, if this cursor requested it. */
  page(cursor: string): SearchPage | undefined {
    return this.#last?.cursor === cursor ? this.#last.page : undefined;
  }

  /** Stores the page that {@link cursor} requested. `build` receives the cursor of the next page, or `null` after the last page. */
  keep(build: (nextCursor: string | null) => SearchPage): SearchPage {
    const { cursor } = this;
    this.#number += 1;
    const page = build(this.pager.next === null ? null : this.cursor);
    this.#last = { cursor, page };
    return page;
  }
}

/** The most recent searches, in memory: only their next pages can be requested. */
class OpenSearches {
  readonly #byId = new Map<number, OpenSearch>();
  #lastId = 0;

  begin(): OpenSearch {
    this.#lastId += 1;
    const search = new OpenSearch(this.#lastId);
    setNewest(this.#byId, this.#lastId, search, MAX_LARGE_ENTRIES);
    return search;
  }

  /** Finds the search of a cursor. Throws AppError `notFound` when the search is no longer kept. */
  find(cursor: string): OpenSearch {
    const search = this.#byId.get(Number(cursor.split('.')[0]));
    if (!search || (search.cursor !== cursor && !search.page(cursor)))
      throw new AppError('notFound', { what: 'The next page of this search' });
    return search;
  }
}
