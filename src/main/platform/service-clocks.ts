/**
 * The clocks of all connections to real services, made on first use; connections of one service account have one clock. Measurements are
 * stored across restarts, by connection.
 */
import { Emitter } from './emitter.ts';
import { type Heirs, inherited } from './inherited.ts';
import type { Clock, Document, Log, Subscribable } from './ports.ts';
import { type MeasuredSkew, SkewClock, type SkewMoved } from './skew-clock.ts';

/** By connection. */
export type StoredSkews = Record<string, MeasuredSkew>;

export interface ServiceClocksOptions {
  readonly machine: Clock;
  readonly monotonic: () => number;
  readonly document: Document<StoredSkews>;
  readonly log: Log;
  /** All connections of the service account of a connection, the oldest first; by default each connection is alone. */
  readonly connectionsOf?: (connectionId: string) => readonly string[];
}

/** See {@link ServiceClocks.followingClockOf}. */
export type FollowingClock = Clock & Pick<SkewClock, 'beginRoundTrip' | 'movedMs'>;

/** A measurement moved the clock of these connections. */
export type ClockMoved = SkewMoved & { readonly connectionIds: readonly string[] };

/** How often the clocks check for a jump of the machine's clock when no code reads them. */
const CHECK_INTERVAL_MS = 30_000;

export class ServiceClocks {
  readonly #options: ServiceClocksOptions;
  /** By the id of the oldest connection of the account. */
  #clocks = new Map<string, SkewClock>();
  readonly #changed = new Emitter<string>();
  readonly #moved = new Emitter<ClockMoved>();
  #memory: StoredSkews;
  #cancelCheck: () => void = () => {};
  #writing: Promise<void> = Promise.resolve();

  constructor(options: ServiceClocksOptions) {
    this.#options = options;
    this.#memory = readSkews(options);
    this.#scheduleCheck();
  }

  /** The id of a connection whose clock changed its offset. */
  get changed(): Subscribable<string> {
    return this.#changed;
  }

  /** See {@link SkewClock.moved}; emitted once for all connections of the clock. */
  get moved(): Subscribable<ClockMoved> {
    return this.#moved;
  }

  /** The clock of the connection's account now. */
  clockOf(connectionId: string): SkewClock {
    const account = this.#connectionsOf(connectionId);
    const id = account[0] ?? connectionId;
    const known = this.#clocks.get(id);
    if (known) return known;
    const clock = this.#make(newestOf(account.map((it) => this.#memory[it])));
    this.#clocks.set(id, clock);
    return clock;
  }

  /** A clock that is always that of the connection's account, also after the connection was edited into another account. */
  followingClockOf(connectionId: string): FollowingClock {
    const clockNow = () => this.clockOf(connectionId);
    return {
      now: () => clockNow().now(),
      after: (delayMs, run) => this.#options.machine.after(delayMs, run),
      face: () => clockNow().face(),
      beginRoundTrip: () => clockNow().beginRoundTrip(),
      get movedMs() {
        return clockNow().movedMs;
      },
    };
  }

  /** Call after connections were added, edited or removed. */
  accountsChanged(heirs: Heirs): void {
    this.#clocks = inherited(this.#clocks, heirs).kept;
  }

  #make(known: MeasuredSkew | null): SkewClock {
    const { machine, monotonic } = this.#options;
    const clock = new SkewClock({ machine, monotonic, known });
    clock.moved.subscribe((moved) => this.#moved.emit({ ...moved, connectionIds: this.#connectionsWith(clock) }));
    clock.changed.subscribe(() => {
      const connectionIds = this.#connectionsWith(clock);
      this.#store(connectionIds, clock.measured);
      for (const connectionId of connectionIds) this.#changed.emit(connectionId);
    });
    return clock;
  }

  #connectionsWith(clock: SkewClock): readonly string[] {
    const [id] = [...this.#clocks].find(([, one]) => one === clock) ?? [];
    return id === undefined ? [] : this.#connectionsOf(id);
  }

  #connectionsOf(connectionId: string): readonly string[] {
    return this.#options.connectionsOf?.(connectionId) ?? [connectionId];
  }

  /** The machine woke from sleep. */
  onWake(): void {
    for (const clock of this.#clocks.values()) clock.onWake();
  }

  /** Drops the measurement. Call after a connection was removed or has another service. */
  remove(connectionId: string): void {
    if (this.#connectionsOf(connectionId).length === 1) this.#clocks.delete(connectionId);
    this.#store([connectionId], null);
  }

  /** Resolves when everything is written. */
  async close(): Promise<void> {
    this.#cancelCheck();
    await this.#writing;
  }

  #scheduleCheck(): void {
    this.#cancelCheck = this.#options.machine.after(CHECK_INTERVAL_MS, () => {
      for (const clock of this.#clocks.values()) clock.now();
      this.#scheduleCheck();
    });
  }

  #store(connectionIds: readonly string[], measured: MeasuredSkew | null): void {
    const others = Object.entries(this.#memory).filter(([id]) => !connectionIds.includes(id));
    const changed = measured ? connectionIds.map((id) => [id, measured] as const) : [];
    this.#memory = Object.fromEntries([...others, ...changed]);
    const { document, log } = this.#options;
    this.#writing = document.write(this.#memory).catch((error: unknown) => {
      log.warn('the measured clock skew could not be saved', { error: String(error) });
    });
  }
}

const newestOf = (measured: readonly (MeasuredSkew | undefined)[]): MeasuredSkew | null =>
  measured.reduce<MeasuredSkew | null>(
    (newest, it) => (it && it.measuredAt > (newest?.measuredAt ?? 0) ? it : newest),
    null,
  );

/** Unreadable measurements are dropped: the next answer measures again. */
function readSkews({ document, log }: ServiceClocksOptions): StoredSkews {
  try {
    const entries = Object.entries(document.read() ?? {});
    return Object.fromEntries(entries.filter(([, it]) => Number.isFinite(it?.offsetMs + it?.measuredAt)));
  } catch (error) {
    log.warn('the stored clock skews could not be read', { error: String(error) });
    return {};
  }
}
