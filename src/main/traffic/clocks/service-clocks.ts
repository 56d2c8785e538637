/** The clocks of all connections to real services, made on first use. Measurements are stored across restarts, by connection. */
import { SECOND_MS } from '../../../shared/time/units.ts';
import { Emitter } from '../../platform/emitter.ts';
import type { Clock, Document, Log, Subscribable } from '../../platform/ports.ts';
import { type MeasuredSkew, SkewClock, type SkewMoved } from './skew-clock.ts';

/** The stored measurements of clock skew, by the id of the connection. */
export type StoredSkews = Record<string, MeasuredSkew>;

export interface ServiceClocksOptions {
  readonly machine: Clock;
  readonly monotonic: () => number;
  readonly document: Document<StoredSkews>;
  readonly log: Log;
}

export type ClockMoved = SkewMoved & { readonly connectionId: string };

export class ServiceClocks {
  readonly #options: ServiceClocksOptions;
  readonly #clocks = new Map<string, SkewClock>();
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

  /** Emits the id of a connection whose clock changed its offset. */
  get changed(): Subscribable<string> {
    return this.#changed;
  }

  /** See {@link SkewClock.moved}. */
  get moved(): Subscribable<ClockMoved> {
    return this.#moved;
  }

  clockOf(connectionId: string): SkewClock {
    const known = this.#clocks.get(connectionId);
    if (known) return known;
    const { machine, monotonic } = this.#options;
    const clock = new SkewClock({ machine, monotonic, known: this.#memory[connectionId] ?? null });
    clock.moved.subscribe((moved) => this.#moved.emit({ ...moved, connectionId }));
    clock.changed.subscribe(() => {
      // An answer may still arrive for a connection that was removed.
      if (this.#clocks.get(connectionId) !== clock) return;
      this.#store(connectionId, clock.measured);
      this.#changed.emit(connectionId);
    });
    this.#clocks.set(connectionId, clock);
    return clock;
  }

  onWake(): void {
    for (const clock of this.#clocks.values()) clock.onWake();
  }

  /** Drops the measurement. Call after a connection was removed or has another service. */
  remove(connectionId: string): void {
    this.#clocks.delete(connectionId);
    this.#store(connectionId, null);
  }

  /** Resolves when everything is written. */
  async close(): Promise<void> {
    this.#cancelCheck();
    await this.#writing;
  }

  #scheduleCheck(): void {
    this.#cancelCheck = this.#options.machine.after(30 * SECOND_MS, () => {
      for (const clock of this.#clocks.values()) clock.now();
      this.#scheduleCheck();
    });
  }

  #store(connectionId: string, measured: MeasuredSkew | null): void {
    const { [connectionId]: _, ...others } = this.#memory;
    this.#memory = measured ? { ...others, [connectionId]: measured } : others;
    const { document, log } = this.#options;
    this.#writing = document.write(this.#memory).catch((error: unknown) => {
      log.warn('the measured clock skew could not be saved', { error: String(error) });
    });
  }
}

/** Reads the stored measurements. Unreadable ones are dropped: the next answer measures again. */
function readSkews({ document, log }: ServiceClocksOptions): StoredSkews {
  try {
    const entries = Object.entries(document.read() ?? {});
    return Object.fromEntries(entries.filter(([, it]) => Number.isFinite(it?.offsetMs + it?.measuredAt)));
  } catch (error) {
    log.warn('the stored clock skews could not be read', { error: String(error) });
    return {};
  }
}
