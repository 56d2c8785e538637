/** The listings desk: loads all listings, reads windows of their table, and reads single listings (service.md §5.1). */
import { AppError, isAppError } from '../../shared/app-error.ts';
import { credentialFor } from '../../shared/connection/account.ts';
import type { ErrorData } from '../../shared/errors.ts';
import { firstRowsQuery, plainView, storedView } from '../../shared/listing/listing-table.ts';
import type { CopiedRows } from '../../shared/model/copied-rows.ts';
import type {
  Facet,
  KeptListingsState,
  ListingDetail,
  ListingRows,
  ListingsCopy,
  ListingsExport,
  ListingsFilter,
  ListingsQuery,
  ListingsStatus,
} from '../../shared/model/listing.ts';
import type { ListingView } from '../../shared/model/listing-view.ts';
import type { Json } from '../../shared/model/primitives.ts';
import type { WrittenFile } from '../../shared/model/traffic.ts';
import type { ApiAnswer, ApiClient, PageRequest } from '../api/api-client.ts';
import { factsOf, summarise } from '../api/describe-record.ts';
import { inferColumns, titlePathOf } from '../api/infer-columns.ts';
import type { ReadPage } from '../api/pager.ts';
import type { CopiedTable } from '../platform/csv/clipboard-table.ts';
import type { TableFile } from '../platform/csv/table.ts';
import { Emitter } from '../platform/emitter.ts';
import { nextTurn } from '../platform/next-turn.ts';
import type { Clock, Log, Subscribable } from '../platform/ports.ts';
import { SnapshotPublisher } from '../platform/snapshot-publisher.ts';
import { waitAtMost } from '../platform/wait-at-most.ts';
import type { SeenListings } from './availability.ts';
import { compareListings, pricePaths } from './compare-listings.ts';
import type { ConnectionSource } from './connection-source.ts';
import type { KeptList, KeptListings } from './kept-listings.ts';
import { copyCells, countFacets, findListings, readRows, writeView } from './listings-view.ts';
import { type ListingChanges, type LoadedListing, LoadedListings } from './loaded-listings.ts';
import type { PictureCache } from './pictures/picture-cache.ts';
import { waitAfter } from './wait-after-failure.ts';

interface ConnectionListings {
  status: ListingsStatus;
  shown: LoadedListings;
  /** The listings of a running or interrupted load; `null` after a complete load. */
  partial: LoadedListings | null;
  running: AbortController | null;
  publisher: SnapshotPublisher<ListingsStatus>;
  /** The start of the load (epoch ms, machine's clock) and the number of records before it. The estimate is made from both. */
  startedAt: number;
  loadedBefore: number;
  /** The number of records when the columns were last inferred. */
  columnsOf: number;
  /** Resolves when the first rows of a kept list or of a load are there, or when there are none. */
  opened: Promise<void>;
  onOpened: () => void;
  /** Resolves when the running read of the kept list, or the running load, ends; `null` when neither runs. */
  reading: Promise<void> | null;
  /** Whether to load once the kept list is read. */
  isLoadWanted: boolean;
  /** Whether a window shows the list. Only then a kept list is refreshed. */
  isShown: boolean;
  /** Whether the credentials changed during the running load. A failure of this load says nothing about the new credentials. */
  isAccessNew: boolean;
}

/** A load that has this many records indexes their text while it runs; a shorter list is indexed at its first search. */
const MIN_INDEXED = 1_000;
/** The shortest time between two published statuses, because the renderer reads its rows again after each. The first rows do not wait. */
const STATUS_INTERVAL_MS = 400;
/** The longest time that an opening window waits for its first rows. */
const MAX_OPENING_MS = 150;
/** The number of listings that a load for an opening window requests first: more than most windows show, a quarter of a page. */
const PREVIEW_RECORDS = 25;

export interface ListingsDeps {
  readonly api: Pick<ApiClient, 'call'>;
  readonly connections: ConnectionSource;
  readonly pictures: PictureCache;
  readonly seen: SeenListings;
  readonly kept: Pick<KeptListings, 'find' | 'pages' | 'keep' | 'remove' | 'stop' | 'state'>;
  /** Waits until the connection's stored token is read. Resolves with whether a request then needs no new token. */
  readonly isFree: (connectionId: string) => Promise<boolean>;
  /** Resolves when a window shows its first page. */
  readonly drawn: Promise<void>;
  readonly clock: Clock;
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

  /** Returns the status for a window. The first call starts to read the kept list, which is then refreshed if that needs no new token. */
  status(connectionId: string): ListingsStatus {
    const listings = this.#listingsOf(connectionId);
    if (!listings.isShown && listings.status.phase === 'kept') void this.#refreshIfFree(listings);
    listings.isShown = true;
    return listings.status;
  }

  /**
   * Returns when the shown list was loaded; `null` when none is shown, or only a part of one. Without a whole list, first waits for the read or load
   * that runs. Sends nothing.
   */
  async wholeListAt(connectionId: string): Promise<number | null> {
    const listings = this.#listingsOf(connectionId);
    const loadedAt = () => {
      const { status, shown, partial } = listings;
      return status.phase === 'opening' || shown === partial ? null : status.shownAt;
    };
    while (loadedAt() === null && listings.reading) await listings.reading;
    return loadedAt();
  }

  /** Returns the status when a kept list or the running load has rows, or after MAX_OPENING_MS without rows. */
  async opened(connectionId: string): Promise<ListingsStatus> {
    await waitAtMost(this.#deps.clock, MAX_OPENING_MS, this.#listingsOf(connectionId).opened);
    return this.status(connectionId);
  }

  kept(): KeptListingsState {
    return this.#deps.kept.state();
  }

  async deleteKept(connectionId: string): Promise<KeptListingsState> {
    await this.#deps.kept.remove(connectionId);
    return this.kept();
  }

  /**
   * Starts a load, or continues an interrupted one unless `startOver` is set; a running load goes on. Returns the status at once. The load waits
   * while the kept list is read. With `rowsFirst`, it first requests a few listings, and the pages once the window has drawn them.
   */
  load(connectionId: string, { startOver = false, rowsFirst = false } = {}): ListingsStatus {
    const listings = this.#listingsOf(connectionId);
    if (listings.running) return listings.status;
    if (listings.status.phase === 'opening') {
      listings.isLoadWanted = true;
      return listings.status;
    }
    const abort = new AbortController();
    listings.running = abort;
    listings.startedAt = this.#deps.clock.now();
    listings.isAccessNew = false;
    if (startOver) listings.partial = null;
    const read = listings.partial ?? new LoadedListings();
    listings.partial = read;
    // An empty table shows each page at once; a table with rows is replaced when the load is complete.
    if (listings.shown.count === 0) listings.shown = read;
    listings.loadedBefore = read.count;
    this.#update(listings, {
      phase: 'loading',
      loaded: read.count,
      expected: null,
      startedAt: this.#deps.clockOf(connectionId).now(),
      finishedAt: null,
      estimateMs: null,
      doubts: [],
      error: null,
    });
    if (listings.shown.count === 0) awaitRows(listings);
    const loaded = this.#loadAll(connectionId, listings, read, abort.signal, rowsFirst).then(
      () => {
        this.#finish(listings, 'done', null);
        this.#keep(listings);
      },
      (error: unknown) => {
        if (isAppError(error, 'cancelled')) return this.#finish(listings, 'cancelled', null);
        if (isAppError(error)) return this.#finish(listings, 'failed', error.data);
        const logId = `listings-${this.#deps.clock.now().toString(36)}`;
        this.#deps.log.error('loading listings failed', { logId, error: String(error) });
        return this.#finish(listings, 'failed', { code: 'internal', logId });
      },
    );
    setReading(listings, loaded);
    return listings.status;
  }

  cancel(connectionId: string): void {
    const listings = this.#listingsOf(connectionId);
    listings.isLoadWanted = false;
    listings.running?.abort();
  }

  rows(query: ListingsQuery): ListingRows {
    return readRows(this.#listingsOf(query.connectionId), query, this.#deps.pictures);
  }

  /** Returns the first rows for a new window, with their query; `null` without rows. */
  firstRows(connectionId: string, views: readonly ListingView[]): { query: ListingsQuery; page: ListingRows } | null {
    const listings = this.#listingsOf(connectionId);
    if (listings.shown.count === 0) return null;
    const query = firstRowsQuery(listings.status, storedView(views, connectionId) ?? plainView(connectionId));
    return { query, page: readRows(listings, query, this.#deps.pictures) };
  }

  facets(filter: ListingsFilter): Facet[] {
    return countFacets(this.#listingsOf(filter.connectionId).shown, filter);
  }

  /** Writes the listings to a file. Throws AppError `storageFailed`. */
  writeTable(file: TableFile, view: ListingsExport): Promise<WrittenFile> {
    return writeView(this.#listingsOf(view.connectionId), view, file);
  }

  copyCells(view: ListingsCopy): Promise<CopiedRows & CopiedTable> {
    return copyCells(this.#listingsOf(view.connectionId), view);
  }

  /** The record of a listing that was loaded or found by a search. */
  record(connectionId: string, listingId: string): Json | undefined {
    const loaded = this.#byConnection.get(connectionId)?.shown.record(listingId);
    // A record may be `null`; only `undefined` means that none was loaded.
    return loaded === undefined ? this.#deps.seen.record(connectionId, listingId) : loaded;
  }

  /** The shown listings that have an id. */
  loaded(connectionId: string): LoadedListing[] {
    return [...(this.#byConnection.get(connectionId)?.shown.summaries ?? [])];
  }

  /** The loaded listings that match a filter and have an id, in the order of the load. */
  matching(filter: ListingsFilter): LoadedListing[] {
    return findListings(this.#listingsOf(filter.connectionId).shown, filter);
  }

  /** Describes a listing with its whole record. Throws AppError `notFound` when the listing was neither loaded nor found by a search. */
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

  /** Aborts all loads, because the app closes. */
  stop(): void {
    for (const { running } of this.#byConnection.values()) running?.abort();
  }

  /** Stops the load of a removed connection and drops its listings from memory. */
  forget(connectionId: string): void {
    this.#deps.kept.stop(connectionId);
    const listings = this.#byConnection.get(connectionId);
    listings?.running?.abort();
    listings?.publisher.stop();
    this.#byConnection.delete(connectionId);
  }

  /** Drops the listings, on the disk too, and publishes an empty status. Call after the address, the client or the sandbox's data changed. */
  restart(connectionId: string): void {
    const isKnown = this.#byConnection.has(connectionId);
    this.forget(connectionId);
    this.#deps.kept.remove(connectionId).catch(() => {});
    if (!isKnown) return;
    this.#changed.emit(this.status(connectionId));
  }

  /** Clears a failed status, so that the next visit loads. Call after the credentials or the token address changed. */
  forgetFailure(connectionId: string): void {
    const listings = this.#byConnection.get(connectionId);
    if (!listings) return;
    listings.isAccessNew = listings.running !== null;
    if (listings.status.phase === 'failed') this.#update(listings, { phase: 'idle', error: null });
  }

  async #loadAll(
    connectionId: string,
    listings: ConnectionListings,
    read: LoadedListings,
    signal: AbortSignal,
    rowsFirst: boolean,
  ): Promise<void> {
    if (rowsFirst && read.count === 0) {
      const send = (page: PageRequest) => this.#request(connectionId, page, signal);
      const { fresh, answer } = await read.pager.preview(PREVIEW_RECORDS, send);
      this.#addPage(listings, read, fresh, answer?.total ?? null);
      if (fresh.length === PREVIEW_RECORDS) await Promise.race([this.#deps.drawn, aborted(signal)]);
      if (signal.aborted) throw new AppError('cancelled', {});
    }
    let expected: number | null = null;
    while (read.pager.next) {
      const { fresh, answer } = await this.#readPage(connectionId, listings, read, signal);
      expected = answer?.total ?? expected;
      this.#addPage(listings, read, fresh, expected);
    }
    const isNew = read !== listings.shown || read.count !== listings.columnsOf;
    const before = listings.shown;
    if (read !== before && before.count > 0) {
      await read.mark(await compareListings(before, read, pricePaths(listings.status.columns)), before);
      await read.table.rankAs(before.table);
      await nextTurn();
    }
    Object.assign(listings, { shown: read, partial: null });
    listings.status = { ...listings.status, doubts: read.pager.doubts, changes: countChanges(read.changes) };
    if (isNew) this.#updateColumns(listings);
  }

  #addPage(listings: ConnectionListings, read: LoadedListings, fresh: readonly Json[], expected: number | null): void {
    // A short list is drawn before its text is indexed; its first search indexes it.
    if (read.count >= MIN_INDEXED) read.table.index();
    read.add(fresh);
    if (read === listings.shown && read.count >= 2 * listings.columnsOf) this.#updateColumns(listings);
    this.#progress(listings, read.count, expected);
    listings.onOpened();
  }

  /** Reads the next page. After a failure that may be temporary, a load that already has records waits and tries again, for a few minutes at most. */
  async #readPage(
    connectionId: string,
    listings: ConnectionListings,
    read: LoadedListings,
    signal: AbortSignal,
  ): Promise<ReadPage> {
    const clock = this.#deps.clockOf(connectionId);
    for (let failures = 0; ; failures += 1) {
      try {
        return await read.pager.read((page) => this.#request(connectionId, page, signal));
      } catch (error) {
        const waitMs = read.count === 0 || !isAppError(error) ? null : waitAfter(error.data, failures, clock.now());
        if (waitMs === null || !isAppError(error)) throw error;
        this.#update(listings, { waiting: { until: clock.now() + waitMs, error: error.data }, estimateMs: null });
        const waited = new AbortController();
        await waitAtMost(clock, waitMs, aborted(signal, waited.signal)).finally(() => waited.abort());
        if (signal.aborted) throw new AppError('cancelled', {});
        this.#update(listings, { waiting: null });
      }
    }
  }

  async #request(connectionId: string, page: PageRequest, signal: AbortSignal): Promise<ApiAnswer> {
    const connection = this.#deps.connections.connection(connectionId);
    return this.#deps.api.call({
      connection,
      credentialId: credentialFor(connection, 'openApi').id,
      operation: 'listListings',
      values: {},
      lane: 'background',
      page,
      signal,
    });
  }

  #updateColumns(listings: ConnectionListings): void {
    const { records } = listings.shown;
    const columns = inferColumns(records);
    listings.columnsOf = records.length;
    listings.status = { ...listings.status, columns, titlePath: titlePathOf(columns, records) };
  }

  #progress(listings: ConnectionListings, loaded: number, total: number | null): void {
    const elapsedMs = this.#deps.clock.now() - listings.startedAt;
    const loadedNow = loaded - listings.loadedBefore;
    const expected = total !== null && total >= loaded ? total : null;
    const estimateMs =
      expected === null || loadedNow <= 0 ? null : Math.round((elapsedMs / loadedNow) * (expected - loaded));
    this.#update(listings, { loaded, expected, estimateMs }, { urgent: listings.status.shown === 0 });
  }

  #finish(listings: ConnectionListings, phase: 'done' | 'failed' | 'cancelled', error: ErrorData | null): void {
    listings.running = null;
    const finishedAt = this.#deps.clockOf(listings.status.connectionId).now();
    const shownAt = phase === 'done' ? finishedAt : listings.status.shownAt;
    this.#update(listings, { phase, error, finishedAt, shownAt, estimateMs: null, waiting: null });
    listings.onOpened();
    if (listings.isAccessNew) this.forgetFailure(listings.status.connectionId);
  }

  /** Reads the kept list and shows its rows as they come. Afterwards a load starts if it was requested, or for a window if it needs no new token. */
  async #open(listings: ConnectionListings, list: KeptList): Promise<void> {
    const { connectionId } = listings.status;
    const read = new LoadedListings();
    for await (const records of this.#deps.kept.pages(list)) {
      if (this.#byConnection.get(connectionId) !== listings) return;
      if (read.count >= MIN_INDEXED) read.table.index();
      read.add(records);
      listings.shown = read;
      if (read.count >= 2 * listings.columnsOf) this.#updateColumns(listings);
      this.#update(listings, { loaded: read.count, expected: list.count, shownAt: list.loadedAt }, { urgent: false });
      listings.onOpened();
      await this.#deps.drawn;
    }
    if (this.#byConnection.get(connectionId) !== listings) return;
    if (read.count === list.count) {
      if (read.count !== listings.columnsOf) this.#updateColumns(listings);
      this.#update(listings, { phase: 'kept', finishedAt: list.loadedAt, doubts: list.doubts });
    } else {
      // The kept list is damaged or was deleted.
      listings.shown = new LoadedListings();
      listings.columnsOf = 0;
      this.#update(listings, { phase: 'idle', loaded: 0, expected: null, shownAt: null, columns: [], titlePath: null });
    }
    if (listings.isLoadWanted) this.load(connectionId);
    else if (listings.isShown) void this.#refreshIfFree(listings);
  }

  /** Loads the listings if a load needs no new token, and if no load or restart has begun meanwhile. */
  async #refreshIfFree(listings: ConnectionListings): Promise<void> {
    const { connectionId, phase } = listings.status;
    const isFree = await this.#deps.isFree(connectionId).catch(() => false);
    const isSame = this.#byConnection.get(connectionId) === listings && listings.status.phase === phase;
    if (isFree && isSame) this.load(connectionId);
  }

  #keep({ shown, status }: ConnectionListings): void {
    const { connectionId, shownAt, doubts } = status;
    const { records } = shown;
    const work =
      records.length === 0 || shownAt === null
        ? this.#deps.kept.remove(connectionId)
        : this.#deps.kept.keep(connectionId, { records, loadedAt: shownAt, doubts });
    work.catch((error: unknown) => this.#deps.log.error('listings could not be kept', { error: String(error) }));
  }

  #update(listings: ConnectionListings, changes: Partial<ListingsStatus>, { urgent } = { urgent: true }): void {
    this.#revision += 1;
    const shown = listings.shown.count;
    listings.status = { ...listings.status, ...changes, shown, revision: this.#revision };
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
        shown: 0,
        shownAt: null,
        expected: null,
        startedAt: null,
        finishedAt: null,
        estimateMs: null,
        columns: [],
        changes: null,
        titlePath: null,
        doubts: [],
        waiting: null,
        error: null,
      },
      shown: new LoadedListings(),
      partial: null,
      running: null,
      publisher: new SnapshotPublisher({
        clock: this.#deps.clock,
        intervalMs: STATUS_INTERVAL_MS,
        read: () => listings.status,
        keyOf: ({ revision }) => revision,
        publish: (status) => this.#changed.emit(status),
      }),
      startedAt: 0,
      loadedBefore: 0,
      columnsOf: 0,
      opened: Promise.resolve(),
      onOpened: () => {},
      reading: null,
      isLoadWanted: false,
      isShown: false,
      isAccessNew: false,
    };
    this.#byConnection.set(connectionId, listings);
    const list = this.#deps.kept.find(connectionId);
    if (list) {
      awaitRows(listings);
      listings.status = { ...listings.status, phase: 'opening', startedAt: null };
      const opened = this.#open(listings, list)
        .catch((error: unknown) => this.#deps.log.error('kept listings were not read', { error: String(error) }))
        .finally(listings.onOpened);
      setReading(listings, opened);
    }
    return listings;
  }
}

/** Resolves when `signal` aborts. `done` removes the listener; otherwise each retry of a load would leave one. */
const aborted = (signal: AbortSignal, done?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true, ...(done ? { signal: done } : {}) });
  });

/** Stores the read or load that runs now, until it ends or a later one replaces it. */
function setReading(listings: ConnectionListings, work: Promise<void>): void {
  const reading = work.finally(() => {
    if (listings.reading === reading) listings.reading = null;
  });
  listings.reading = reading;
}

/** Replaces `opened` by a promise that waits for the next rows. */
function awaitRows(listings: ConnectionListings): void {
  ({ promise: listings.opened, resolve: listings.onOpened } = Promise.withResolvers<void>());
}

function countChanges(changes: ListingChanges | null): ListingsStatus['changes'] {
  if (changes === null) return null;
  const counts = { new: 0, gone: 0, price: 0 };
  for (const { kind } of changes.values()) counts[kind] += 1;
  return counts;
}
