/** The clocks of all connections to real services: made when first asked for, and what they measured is kept across restarts. */
import { Emitter } from './emitter.ts';
import type { Clock, Document, Log, Subscribable } from './ports.ts';
import { type MeasuredSkew, SkewClock, type SkewMoved } from './skew-clock.ts';

/** By connection. */
export type SkewMemory = Record<string, MeasuredSkew>;

export interface SkewBookOptions {
  readonly machine: Clock;
  readonly steady: () => number;
  readonly document: Document<SkewMemory>;
  readonly log: Log;
}

/** How often a jump of the machine's clock is looked for while nothing else asks for the time. */
const LOOK_MS = 30_000;

export class SkewBook {
  readonly #options: SkewBookOptions;
  readonly #clocks = new Map<string, SkewClock>();
  readonly #changed = new Emitter<string>();
  readonly #moved = new Emitter<SkewMoved & { readonly connectionId: string }>();
  #memory: SkewMemory;
  #disarm: () => void = () => {};
  #writing: Promise<void> = Promise.resolve();

  constructor(options: SkewBookOptions) {
    this.#options = options;
    this.#memory = readMemory(options);
    this.#look();
  }

  /** The time of this connection relates otherwise to the machine's than before. */
  get changed(): Subscribable<string> {
    return this.#changed;
  }

  /** See {@link SkewClock.moved}. */
  get moved(): Subscribable<SkewMoved & { readonly connectionId: string }> {
    return this.#moved;
  }

  clockOf(connectionId: string): SkewClock {
    const known = this.#clocks.get(connectionId);
    if (known) return known;
    const { machine, steady } = this.#options;
    const clock = new SkewClock({ machine, steady, known: this.#memory[connectionId] ?? null });
    this.#clocks.set(connectionId, clock);
    clock.moved.subscribe((moved) => this.#moved.emit({ ...moved, connectionId }));
    clock.changed.subscribe(() => {
      if (this.#clocks.get(connectionId) !== clock) return;
      this.#keep(connectionId, clock.measured);
      this.#changed.emit(connectionId);
    });
    return clock;
  }

  /** The machine woke from sleep. */
  slept(): void {
    for (const clock of this.#clocks.values()) clock.slept();
  }

  /** The connection is gone, or leads elsewhere now. */
  forget(connectionId: string): void {
    this.#clocks.delete(connectionId);
    this.#keep(connectionId, null);
  }

  /** Resolves when everything is written. */
  async close(): Promise<void> {
    this.#disarm();
    await this.#writing;
  }

  #look(): void {
    this.#disarm = this.#options.machine.after(LOOK_MS, () => {
      for (const clock of this.#clocks.values()) clock.now();
      this.#look();
    });
  }

  #keep(connectionId: string, measured: MeasuredSkew | null): void {
    const { [connectionId]: _, ...others } = this.#memory;
    this.#memory = measured ? { ...others, [connectionId]: measured } : others;
    const { document, log } = this.#options;
    this.#writing = document.write(this.#memory).catch((error: unknown) => {
      log.warn('how wrong the clock is could not be kept', { error: String(error) });
    });
  }
}

/** What cannot be read is measured anew. */
function readMemory({ document, log }: SkewBookOptions): SkewMemory {
  try {
    const entries = Object.entries(document.read() ?? {});
    return Object.fromEntries(entries.filter(([, it]) => Number.isFinite(it?.offsetMs + it?.measuredAt)));
  } catch (error) {
    log.warn('what was measured of the clock could not be read', { error: String(error) });
    return {};
  }
}
