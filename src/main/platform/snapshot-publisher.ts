/** Publishes a state after changes: at most once per interval, only when it differs, and always its last version. */
import type { Clock } from './ports.ts';

/** The default minimum time between two published states. */
export const PUBLISH_INTERVAL_MS = 250;

export interface SnapshotPublisherOptions<State> {
  /** The machine's clock: the interval is real time, whatever the connection's clock says. */
  readonly clock: Pick<Clock, 'now' | 'after'>;
  /** The minimum time between two published states; `PUBLISH_INTERVAL_MS` by default. */
  readonly intervalMs?: number;
  /** How long the first change after a quiet interval waits for others; 0 waits for the next timer. By default it does not wait. */
  readonly delayMs?: number;
  readonly read: () => State;
  readonly publish: (state: State, revision: number) => void;
  /** Returns the key of a state. States with the same key count as the same; by default, the key is the state's JSON text. */
  readonly keyOf?: (state: State) => string | number;
}

/** Publishes a state when it changes. Its owner calls `touch` after a change, or `publishNow` after a change that a person waits for. */
export class SnapshotPublisher<State> {
  readonly #options: SnapshotPublisherOptions<State>;
  readonly #keyOf: (state: State) => string | number;
  #published: string | number | null = null;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #cancelTimer: (() => void) | null = null;
  #revision = 0;
  #stopped = false;

  constructor(options: SnapshotPublisherOptions<State>) {
    this.#options = options;
    this.#keyOf = options.keyOf ?? JSON.stringify;
  }

  /** The revision of the state that was published last; 0 before the first. */
  get revision(): number {
    return this.#revision;
  }

  touch(): void {
    if (this.#stopped) return;
    const { clock, delayMs } = this.#options;
    const leftMs = this.#intervalLeftMs();
    if (leftMs === 0 && delayMs === undefined) this.publishNow();
    else this.#cancelTimer ??= clock.after(Math.max(delayMs ?? 0, leftMs), () => this.publishNow());
  }

  /** Publishes the state even if it is unchanged, because the clock of its instants has changed. */
  refresh(): void {
    this.#published = null;
    this.touch();
  }

  /** Publishes the state at once if it changed. */
  publishNow(): void {
    if (this.#stopped) return;
    this.#cancel();
    this.#checkedAt = this.#options.clock.now();
    const state = this.#options.read();
    const key = this.#keyOf(state);
    if (key === this.#published) return;
    this.#published = key;
    this.#revision += 1;
    this.#options.publish(state, this.#revision);
  }

  /** Treats the present state as published, because all readers already have it. */
  skip(): void {
    this.#published = this.#keyOf(this.#options.read());
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel();
  }

  /** Milliseconds until the interval ends; at most one interval, even if the clock was set back. */
  #intervalLeftMs(): number {
    const { clock, intervalMs = PUBLISH_INTERVAL_MS } = this.#options;
    return Math.min(intervalMs, Math.max(0, this.#checkedAt + intervalMs - clock.now()));
  }

  #cancel(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
  }
}
