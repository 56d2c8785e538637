/** The listings desk: load all listings, page through the table, open one (spec.md, section 2; domain.md, "Open API listings"). */
import { AppError, type ErrorData, isAppError } from '../../shared/errors.ts';
import type {
  ListingDetail,
  ListingRow,
  ListingRows,
  ListingsQuery,
  ListingsStatus,
} from '../../shared/model/listing.ts';
import type { Json } from '../../shared/model/primitives.ts';
import type { ApiAnswer, ApiCall } from '../api/api-client.ts';
import { factsOf, isListed, summarise } from '../api/describe-record.ts';
import { inferColumns } from '../api/infer-columns.ts';
import { readPath } from '../api/read-json.ts';
import { Emitter } from '../platform/emitter.ts';
import type { Clock, Log, Subscribable } from '../platform/ports.ts';
import { SnapshotPublisher } from '../platform/snapshot-publisher.ts';
import type { SeenListings } from './availability.ts';
import type { ConnectionSource } from './connection-source.ts';
import type { PictureCache } from './picture-cache.ts';
import { RecordTable } from './record-table.ts';

/** A loaded listing; `listed` is `false` where its record says that it is not listed or not active, `null` where it does not say. */
export interface LoadedListing {
  readonly id: string;
  readonly title: string;
  readonly listed: boolean | null;
}

interface ConnectionListings {
  status: ListingsStatus;
  table: RecordTable;
  byId: Map<string, Json>;
  /** The listings whose record has an id, by that id. */
  known: Map<string, LoadedListing>;
  running: AbortController | null;
  publisher: SnapshotPublisher<ListingsStatus>;
  /** When loading began, on the machine's clock; the estimate is computed from it. */
  startedAt: number;
}

/** Each status makes the renderer read its rows again, so statuses are spaced; those of the first records are published at once. */
const PUBLISH_INTERVAL_MS = 400;
const FIRST_RECORDS = 300;

export interface ListingsDeps {
  readonly api: { call(call: ApiCall): Promise<ApiAnswer> };
  readonly connections: ConnectionSource;
  readonly pictures: PictureCache;
  readonly seen: SeenListings;
  /** The machine's clock. */
  readonly clock: Clock;
  /** A connection's clock: the instants of a status are on it. */
  readonly clockOf: (connectionId: string) => Clock;
  readonly log: Log;
}

export class ListingsDesk {
  readonly #deps: ListingsDeps;
  readonly #byConnection = new Map<string, ConnectionListings>();
  readonly #changed = new Emitter<ListingsStatus>();
  #revision = 0;

  constructor(deps: ListingsDeps) {
    this.#deps = deps;
  }

  get changed(): Subscribable<ListingsStatus> {
    return this.#changed;
  }

  status(connectionId: string): ListingsStatus {
    return this.#listingsOf(connectionId).status;
  }

  /** Starts loading and returns at once. While it runs, a second call only returns its status. */
  load(connectionId: string): ListingsStatus {
    const listings = this.#listingsOf(connectionId);
    if (listings.running) return listings.status;
    const abort = new AbortController();
    listings.running = abort;
    listings.startedAt = this.#deps.clock.now();
    this.#update(listings, {
      phase: 'loading',
      loaded: 0,
      expected: null,
      startedAt: this.#deps.clockOf(connectionId).now(),
      finishedAt: null,
      estimateMs: null,
      error: null,
    });
    void this.#loadAll(connectionId, listings, abort.signal).then(
      () => this.#finish(listings, 'done', null),
      (error: unknown) => {
        if (isAppError(error, 'cancelled')) return this.#finish(listings, 'cancelled', null);
        if (isAppError(error)) return this.#finish(listings, 'failed', error.data);
        const logId = `listings-${this.#deps.clock.now().toString(36)}`;
        this.#deps.log.error('loading listings failed', { logId, error: String(error) });
        return this.#finish(listings, 'failed', { code: 'internal', logId });
      },
    );
    return listings.status;
  }

  cancel(connectionId: string): void {
    this.#listingsOf(connectionId).running?.abort();
  }

  /** One window of the filtered and sorted table. */
  rows(query: ListingsQuery): ListingRows {
    const listings = this.#listingsOf(query.connectionId);
    const order = listings.table.order(query);
    const rows = order.slice(query.offset, query.offset + query.limit).map((position): ListingRow => {
      const record = listings.table.records[position] ?? null;
      const summary = summarise(record);
      const picture = summary.pictures[0];
      return {
        id: summary.id ?? `#${position}`,
        title: summary.title,
        picture: picture ? this.#deps.pictures.reference(query.connectionId, picture.thumbnail, picture.caption) : null,
        cells: query.columns.map((path) => readPath(record, path) ?? null),
      };
    });
    return {
      revision: listings.status.revision,
      total: listings.table.records.length,
      matched: order.length,
      offset: query.offset,
      rows,
    };
  }

  /** The record of a listing that was loaded or found by a search. */
  record(connectionId: string, listingId: string): Json | undefined {
    return this.#byConnection.get(connectionId)?.byId.get(listingId) ?? this.#deps.seen.record(connectionId, listingId);
  }

  /** Each loaded listing that has an id. */
  loaded(connectionId: string): LoadedListing[] {
    return [...(this.#byConnection.get(connectionId)?.known.values() ?? [])];
  }

  /** One whole record; throws `notFound` when it was not loaded. */
  detail(connectionId: string, listingId: string): ListingDetail {
    const record = this.record(connectionId, listingId);
    if (record === undefined) throw new AppError('notFound', { what: `Listing ${listingId}` });
    const summary = summarise(record);
    return {
      id: listingId,
      title: summary.title,
      subtitle: summary.subtitle,
      pictures: summary.pictures.flatMap(
        ({ large, caption }) => this.#deps.pictures.reference(connectionId, large, caption) ?? [],
      ),
      facts: factsOf(record),
      raw: record,
    };
  }

  /** Drops the listings of a connection that was removed. */
  drop(connectionId: string): void {
    const listings = this.#byConnection.get(connectionId);
    listings?.running?.abort();
    listings?.publisher.stop();
    this.#byConnection.delete(connectionId);
  }

  /** Drops the listings and publishes the empty status. Call after the address, the client or the sandbox's data changed. */
  restart(connectionId: string): void {
    if (!this.#byConnection.has(connectionId)) return;
    this.drop(connectionId);
    this.#changed.emit(this.status(connectionId));
  }

  async #loadAll(connectionId: string, listings: ConnectionListings, signal: AbortSignal): Promise<void> {
    const connection = this.#deps.connections.connection(connectionId);
    if (!connection.openApi) throw new AppError('notFound', { what: 'An Open API client of this connection' });
    // The first load shows each page at once; a later load replaces the table when it is complete.
    const refreshing = listings.table.records.length > 0;
    const table = refreshing ? new RecordTable() : listings.table;
    const byId = refreshing ? new Map<string, Json>() : listings.byId;
    const known = refreshing ? new Map<string, LoadedListing>() : listings.known;
    let skip: number | null = 0;
    let cursor: string | null = null;
    while (skip !== null || cursor !== null) {
      const answer: ApiAnswer = await this.#deps.api.call({
        connection,
        credentialId: connection.openApi.id,
        operation: 'listListings',
        values: {},
        lane: 'background',
        page: { ...(skip === null ? {} : { skip }), ...(cursor === null ? {} : { cursor }) },
        signal,
      });
      if (answer.records === null)
        throw new AppError('answerUnusable', {
          problem: 'no list of records was found in it',
          exchangeId: answer.exchangeId,
        });
      const before = byId.size;
      for (const record of answer.records) {
        const summary = summarise(record);
        const id = summary.id ?? `#${table.records.length}`;
        if (byId.has(id)) continue;
        byId.set(id, record);
        if (summary.id !== null) known.set(id, { id, title: summary.title, listed: isListed(record) });
        table.append([record]);
      }
      // A server that ignores `skip` or repeats a cursor sends the same page again: a page without new records ends the loading.
      const hasNewRecords = byId.size > before;
      skip = hasNewRecords ? answer.nextSkip : null;
      cursor = hasNewRecords ? answer.nextCursor : null;
      this.#progress(listings, table.records.length, answer.total);
      if (!refreshing) listings.status = { ...listings.status, columns: inferColumns([...table.records]) };
    }
    Object.assign(listings, { table, byId, known });
    listings.status = { ...listings.status, columns: inferColumns([...table.records]) };
  }

  #progress(listings: ConnectionListings, loaded: number, total: number | null): void {
    const elapsedMs = this.#deps.clock.now() - listings.startedAt;
    const expected = total !== null && total >= loaded ? total : null;
    const estimateMs =
      expected === null || loaded === 0 ? null : Math.round((elapsedMs / loaded) * (expected - loaded));
    this.#update(listings, { loaded, expected, estimateMs }, { urgent: loaded <= FIRST_RECORDS });
  }

  #finish(listings: ConnectionListings, phase: 'done' | 'failed' | 'cancelled', error: ErrorData | null): void {
    listings.running = null;
    const finishedAt = this.#deps.clockOf(listings.status.connectionId).now();
    this.#update(listings, { phase, error, finishedAt, estimateMs: null });
  }

  #update(listings: ConnectionListings, changes: Partial<ListingsStatus>, { urgent } = { urgent: true }): void {
    this.#revision += 1;
    listings.status = { ...listings.status, ...changes, revision: this.#revision };
    if (urgent) listings.publisher.publishNow();
    else listings.publisher.touch();
  }

  #listingsOf(connectionId: string): ConnectionListings {
    const known = this.#byConnection.get(connectionId);
    if (known) return known;
    this.#deps.connections.connection(connectionId);
    this.#revision += 1;
    const listings: ConnectionListings = {
      status: {
        connectionId,
        revision: this.#revision,
        phase: 'idle',
        loaded: 0,
        expected: null,
        startedAt: null,
        finishedAt: null,
        estimateMs: null,
        columns: [],
        error: null,
      },
      table: new RecordTable(),
      byId: new Map(),
      known: new Map(),
      running: null,
      publisher: new SnapshotPublisher({
        clock: this.#deps.clock,
        intervalMs: PUBLISH_INTERVAL_MS,
        read: () => listings.status,
        keyOf: ({ revision }) => revision,
        publish: (status) => this.#changed.emit(status),
      }),
      startedAt: 0,
    };
    this.#byConnection.set(connectionId, listings);
    return listings;
  }
}
