/**
 * Reads the calendars of a connection's listings without being asked: one request at a time in the background lane, first those on the screen, then
 * the oldest. It never costs an issuance, takes at most a quarter of each rate-limit window, and waits while other clients are noticed (ADR 47).
 */
import { type AppError, isAppError } from '../../../shared/app-error.ts';
import { activeApplicationOf, applicationOf } from '../../../shared/connection/account.ts';
import type { CalendarsStatus, FillPause } from '../../../shared/model/calendars.ts';
import type { Connection } from '../../../shared/model/connection.ts';
import type { RateRule } from '../../../shared/model/rates.ts';
import { localDayOf } from '../../../shared/time/local-day.ts';
import { dayNumber, partsOf, plainDateOf } from '../../../shared/time/plain-date.ts';
import { HOUR_MS, MINUTE_MS } from '../../../shared/time/units.ts';
import type { ApiCall, ApiClient, Values } from '../../api/api-client.ts';
import { Emitter } from '../../platform/emitter.ts';
import type { Clock, Log, Subscribable } from '../../platform/ports.ts';
import { SnapshotPublisher } from '../../platform/snapshot-publisher.ts';
import type { ConnectionSource } from '../connection-source.ts';
import type { AnswerStore } from '../flexible-dates/answer-store.ts';
import { readNights } from '../flexible-dates/read-nights.ts';
import type { LoadedListing } from '../loaded-listings.ts';

/**
 * The state of the limiter and the tokens before a request. `windows`: the rate-limit windows that apply now. `isFree`: a request needs no new token.
 * `pause`: why no request may be sent; null when one may.
 */
export interface FillState {
  readonly windows: readonly RateRule[];
  readonly isFree: boolean;
  readonly pause: Exclude<FillPause, 'failed'> | null;
}

export interface CalendarFillerDeps {
  readonly answers: AnswerStore;
  readonly connections: ConnectionSource;
  readonly listings: (connectionId: string) => readonly LoadedListing[];
  readonly api: Pick<ApiClient, 'call'>;
  /** Returns the state, once the stored token is read. */
  readonly standing: (connectionId: string, credentialId: string) => Promise<FillState>;
  readonly clock: Clock;
  readonly clockOf: (connectionId: string) => Clock;
  readonly log: Log;
}

/** The share of each rate-limit window that the filler may take. */
const SHARE = 1 / 4;
/** The ages at which calendars are read again: of calendars in general, and of calendars on the screen. */
const STALE_MS = 6 * HOUR_MS;
const STALE_ON_SCREEN_MS = HOUR_MS / 2;
/** A calendar is read from the first of the month, or from yesterday if that is earlier, up to this many days ahead. */
const DAYS_AHEAD = 366;
/** A calendar counts as whole when it reaches this many days ahead: fewer than `DAYS_AHEAD`, because the last day is missing after each midnight. */
const LEAST_DAYS_AHEAD = 330;
/** The shortest time between two published statuses, because pages read their calendars again after each. */
const STATUS_INTERVAL_MS = 2_000;
/** The number of consecutive failures of single listings after which the service is taken to refuse calendars altogether. */
const MAX_FAILURES = 5;
const WAITS_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS];

interface Fill {
  /** Publishes the status, and nothing while the store cannot be read. */
  readonly publisher: SnapshotPublisher<CalendarsStatus | null>;
  /** The listings that a person looks at, the last one first. */
  onScreen: readonly string[];
  /** True when the calendars of all listings are read, not only of those on the screen. */
  isWhole: boolean;
  /** The read that runs now; null when none runs. */
  running: Promise<void> | null;
  /** The run of `start` that has not ended; null when none runs. */
  started: Promise<void> | null;
  cancelTimer: () => void;
  /** The time at which the service refused a listing's calendar, by listing id. */
  readonly refused: Map<string, number>;
  /** The time of the last failed request for a calendar, by listing id, so that a calendar that always fails does not hold up the others. */
  readonly tried: Map<string, number>;
  /** Counts changes that pages must learn of, because the status may be equal before and after a change. */
  changes: number;
  failures: number;
  waits: number;
  pause: FillPause | null;
  isReading: boolean;
  sentAt: number;
}

export class CalendarFiller {
  readonly #deps: CalendarFillerDeps;
  readonly #fills = new Map<string, Fill>();
  readonly #changed = new Emitter<CalendarsStatus>();

  constructor(deps: CalendarFillerDeps) {
    this.#deps = deps;
  }

  /** Emits after a calendar was read or the status changed, at most every two seconds for a connection. */
  get changed(): Subscribable<CalendarsStatus> {
    return this.#changed;
  }

  /** Begins to fill all calendars of the connection. */
  fill(connectionId: string): CalendarsStatus {
    const fill = this.#fillOf(connectionId);
    if (!fill.isWhole) {
      fill.isWhole = true;
      this.#wake(connectionId, fill);
    }
    return this.#status(connectionId, fill);
  }

  /** Reads the calendars of these listings before others. */
  show(connectionId: string, listingIds: readonly string[]): void {
    const fill = this.#fillOf(connectionId);
    fill.onScreen = listingIds;
    if (fill.pause !== 'failed') this.#wake(connectionId, fill);
  }

  /** Reads the next calendar because a person asks for it, even at the cost of an issuance; the others follow. Throws the errors of a call. */
  start(connectionId: string): Promise<void> {
    const fill = this.#fillOf(connectionId);
    fill.started ??= this.#start(connectionId, fill).finally(() => {
      fill.started = null;
    });
    return fill.started;
  }

  async #start(connectionId: string, fill: Fill): Promise<void> {
    fill.isWhole = true;
    while (fill.running) await fill.running;
    const connection = this.#deps.connections.connection(connectionId);
    const credentialId = applicationOf(connection, null).id;
    const due = this.#due(connectionId, fill);
    try {
      if (due === null) return;
      await alone(fill, () => this.#read(connection, credentialId, due, fill, 0, {}));
      Object.assign(fill, { pause: null, failures: 0, waits: 0 });
    } finally {
      if (this.#fills.get(connectionId) === fill) this.#wake(connectionId, fill);
    }
  }

  /** Checks at once whether a calendar must be read, because listings were loaded, a token was issued or a calendar was outdated. */
  look(connectionId: string): void {
    const fill = this.#fills.get(connectionId);
    if (!fill) return;
    fill.changes += 1;
    if (fill.pause !== 'failed') this.#wake(connectionId, fill);
    fill.publisher.touch();
  }

  /** Forgets a removed connection. */
  forget(connectionId: string): void {
    const fill = this.#fills.get(connectionId);
    fill?.cancelTimer();
    fill?.publisher.stop();
    this.#fills.delete(connectionId);
  }

  stop(): void {
    for (const connectionId of [...this.#fills.keys()]) this.forget(connectionId);
  }

  #fillOf(connectionId: string): Fill {
    const known = this.#fills.get(connectionId);
    if (known) return known;
    this.#deps.connections.connection(connectionId);
    const fill: Fill = {
      publisher: new SnapshotPublisher({
        clock: this.#deps.clock,
        intervalMs: STATUS_INTERVAL_MS,
        read: () => this.#readableStatus(connectionId, fill),
        keyOf: (status) => JSON.stringify([{ ...status, revision: null }, fill.changes]),
        publish: (status, revision) => status && this.#changed.emit({ ...status, revision }),
      }),
      onScreen: [],
      isWhole: false,
      running: null,
      started: null,
      cancelTimer: () => {},
      refused: new Map(),
      tried: new Map(),
      changes: 0,
      failures: 0,
      waits: 0,
      pause: null,
      isReading: false,
      sentAt: Number.NEGATIVE_INFINITY,
    };
    this.#fills.set(connectionId, fill);
    return fill;
  }

  #status(connectionId: string, fill: Fill): CalendarsStatus {
    const homes = this.#homes(connectionId);
    const times = this.#readTimes(connectionId);
    const known = homes.flatMap(({ id }) => times.get(id) ?? []);
    return {
      connectionId,
      revision: fill.publisher.revision,
      homes: homes.length,
      read: known.length,
      refused: homes.filter(({ id }) => fill.refused.has(id) && !times.has(id)).length,
      oldestAt: known.length === 0 ? null : known.reduce((oldest, at) => Math.min(oldest, at)),
      isReading: fill.isReading,
      pause: fill.pause,
    };
  }

  /** Reads the status for a timer. Returns `null` instead of throwing, because no caller would catch the error. */
  #readableStatus(connectionId: string, fill: Fill): CalendarsStatus | null {
    try {
      return this.#status(connectionId, fill);
    } catch (error) {
      this.#deps.log.warn('the status of the calendars could not be read', { error: String(error) });
      return null;
    }
  }

  #homes(connectionId: string): readonly LoadedListing[] {
    return this.#deps.listings(connectionId).filter(({ listed }) => listed !== false);
  }

  #readTimes(connectionId: string): Map<string, number> {
    const { connections, answers } = this.#deps;
    const application = activeApplicationOf(connections.connection(connectionId));
    if (!application) return new Map();
    const today = this.#today(connectionId);
    return answers.readTimes(application.id, { first: today - 1, last: today + LEAST_DAYS_AHEAD });
  }

  #today(connectionId: string): number {
    return dayNumber(localDayOf(this.#deps.clockOf(connectionId).now()));
  }

  #wake(connectionId: string, fill: Fill): void {
    if (!fill.running) this.#after(0, connectionId, fill);
  }

  #after(delayMs: number, connectionId: string, fill: Fill): void {
    fill.cancelTimer();
    fill.cancelTimer = this.#deps.clock.after(delayMs, () => void this.#step(connectionId, fill));
  }

  async #step(connectionId: string, fill: Fill): Promise<void> {
    if (fill.running) return;
    let waitMs = MINUTE_MS;
    try {
      waitMs = await alone(fill, () => this.#readNext(connectionId, fill));
    } catch (error) {
      this.#deps.log.warn('a calendar could not be read by itself', { error: String(error) });
      fill.isReading = false;
    }
    if (this.#fills.get(connectionId) !== fill) return;
    this.#after(waitMs, connectionId, fill);
    fill.publisher.touch();
  }

  /** Reads one calendar if one is due and nothing forbids it. Returns the wait in ms before the next check. */
  async #readNext(connectionId: string, fill: Fill): Promise<number> {
    const { connections, standing, clock } = this.#deps;
    const connection = connections.connection(connectionId);
    const credentialId = activeApplicationOf(connection)?.id;
    const due = credentialId === undefined ? null : this.#due(connectionId, fill);
    fill.isReading = due !== null;
    if (credentialId === undefined || due === null) {
      fill.pause = null;
      return MINUTE_MS;
    }
    const { windows, isFree, pause } = await standing(connectionId, credentialId);
    fill.pause = pause;
    if (pause !== null) {
      fill.isReading = false;
      return MINUTE_MS;
    }
    const paceMs = paceOf(windows);
    const earlyMs = leftMs(fill, paceMs, clock);
    if (earlyMs > 0) return earlyMs;
    try {
      const quietly = { lane: 'background', mayIssue: isFree, retry: false } as const;
      await this.#read(connection, credentialId, due, fill, paceMs, quietly);
      fill.failures = 0;
      fill.waits = 0;
    } catch (error) {
      if (!isAppError(error)) throw error;
      return this.#failed(connectionId, fill, due, error);
    }
    return leftMs(fill, paceMs, clock);
  }

  async #read(
    connection: Connection,
    credentialId: string,
    listingId: string,
    fill: Fill,
    paceMs: number,
    manner: Partial<ApiCall>,
  ): Promise<void> {
    const { answers, api, clock, clockOf, connections } = this.#deps;
    const today = this.#today(connection.id);
    const days = { first: firstDayOf(today), last: today + DAYS_AHEAD };
    const readAt = clockOf(connection.id).now();
    const send = async (values: Values) => {
      // A service may cut its answer, so that one calendar takes several requests; each of them keeps the pace.
      const earlyMs = leftMs(fill, paceMs, clock);
      if (earlyMs > 0) await new Promise<void>((resolve) => clock.after(earlyMs, resolve));
      fill.sentAt = clock.now();
      try {
        return await api.call({ connection, credentialId, operation: 'calendar', values, ...manner });
      } finally {
        // The limiter may have kept the request for some time.
        fill.sentAt = clock.now();
      }
    };
    let nights: Awaited<ReturnType<typeof readNights>>;
    try {
      nights = await readNights(listingId, days, send);
    } catch (error) {
      if (!isAppError(error, 'tokenNeeded')) fill.tried.set(listingId, clockOf(connection.id).now());
      throw error;
    }
    if (this.#fills.get(connection.id) !== fill) return;
    if (sourceOf(connections.connection(connection.id), credentialId) !== sourceOf(connection, credentialId)) return;
    const title = this.#homes(connection.id).find(({ id }) => id === listingId)?.title ?? listingId;
    const answer = { kind: 'calendar', listingId, title, firstDay: days.first, nights } as const;
    answers.keepAlone({ connectionId: connection.id, credentialId, answer, readAt });
    fill.tried.delete(listingId);
    fill.refused.delete(listingId);
    fill.changes += 1;
  }

  /** Handles a failed read; returns the wait in ms before the next read. One listing's failure stops nothing, unless several fail in a row. */
  #failed(connectionId: string, fill: Fill, listingId: string, error: AppError): number {
    const isOfListing = isAppError(error, 'refused') || isAppError(error, 'answerUnusable');
    fill.failures += 1;
    if (isOfListing) fill.refused.set(listingId, this.#deps.clockOf(connectionId).now());
    if (isOfListing && fill.failures < MAX_FAILURES) return 0;
    fill.isReading = false;
    fill.pause = isAppError(error, 'tokenNeeded') ? 'noToken' : 'failed';
    const waitMs = WAITS_MS[Math.min(fill.waits, WAITS_MS.length - 1)] ?? MINUTE_MS;
    fill.waits += 1;
    return waitMs;
  }

  /** Returns the id of the listing to read next; `null` when every calendar is recent enough. */
  #due(connectionId: string, fill: Fill): string | null {
    const now = this.#deps.clockOf(connectionId).now();
    const times = this.#readTimes(connectionId);
    const never = Number.NEGATIVE_INFINITY;
    const isDue = (id: string, staleMs: number): boolean =>
      now - (times.get(id) ?? never) >= staleMs && now - (fill.refused.get(id) ?? never) >= STALE_MS;
    const shown = fill.onScreen.filter((id) => isDue(id, STALE_ON_SCREEN_MS));
    const first = shown.find((id) => !fill.tried.has(id));
    if (first !== undefined) return first;
    const others = fill.isWhole ? this.#homes(connectionId).map(({ id }) => id) : [];
    let oldest: { id: string; at: number } | null = null;
    for (const id of [...shown, ...others.filter((home) => isDue(home, STALE_MS))]) {
      const at = Math.max(times.get(id) ?? never, fill.tried.get(id) ?? never);
      if (oldest === null || at < oldest.at) oldest = { id, at };
    }
    return oldest?.id ?? null;
  }
}

/** Runs one read and marks it as running, because the reads of one connection run one at a time. */
async function alone<Result>(fill: Fill, work: () => Promise<Result>): Promise<Result> {
  const { promise, resolve } = Promise.withResolvers<void>();
  fill.running = promise;
  try {
    return await work();
  } finally {
    fill.running = null;
    resolve();
  }
}

/** Returns the wait in ms before the next request: at most `paceMs`, even if the clock was set back. */
function leftMs(fill: Fill, paceMs: number, clock: Clock): number {
  const now = clock.now();
  fill.sentAt = Math.min(fill.sentAt, now);
  return Math.max(0, fill.sentAt + paceMs - now);
}

/** The service and the client that a calendar belongs to. */
const sourceOf = ({ addresses, applications }: Connection, credentialId: string): string =>
  JSON.stringify([addresses.bookingBaseUrl, applications.find(({ id }) => id === credentialId)?.clientId ?? null]);

/** The first of the month, or the day before `today` when that is earlier. */
function firstDayOf(today: number): number {
  return Math.min(today - 1, today - partsOf(plainDateOf(today)).day + 1);
}

/** The time between two requests that keeps calendars within {@link SHARE} of each rate-limit window. */
const paceOf = (windows: readonly RateRule[]): number =>
  windows.reduce((paceMs, { windowMs, limit }) => {
    const share = limit * SHARE;
    return Math.max(paceMs, windowMs / (share < 1 ? share : Math.floor(share)));
  }, LEAST_PACE_MS);

/** The shortest time between two requests. At a service without limits it alone applies, so that the app is not busy with calendars alone. */
const LEAST_PACE_MS = 250;
