/**
 * Keeps the pauses that a service asks for by a 503 with Retry-After. A pause applies to the operation that was answered; when several operations
 * of a host are paused, and no other answer came meanwhile, it applies to the whole host. Pauses are in memory only, and a person can end them.
 */
import type { ServicePause } from '../../shared/model/pending.ts';
import { abortable } from '../http/abort.ts';
import { Emitter } from '../platform/emitter.ts';
import type { Clock, Subscribable } from '../platform/ports.ts';

/** The maximum length of a pause, in ms of the connection's clock. Afterwards a request tries again. */
export const MAX_PAUSE_MS = 900_000;

/** An operation on one host, for which the service may ask for a pause. `operation`: the operation's id; `title`: its name on the screen. */
export interface PausableOperation {
  readonly connectionId: string;
  readonly host: string;
  readonly operation: string;
  readonly title: string;
}

interface Pause extends PausableOperation {
  readonly until: number;
  readonly disarm: () => void;
  /** Whether the pause may apply to the whole host: no other answer of the host came since. */
  isOfHost: boolean;
}

type HostKey = Pick<PausableOperation, 'connectionId' | 'host'>;

export class Pauses {
  readonly #clockOf: (connectionId: string) => Clock;
  readonly #pauses = new Map<string, Pause>();
  readonly #changed = new Emitter<string>();
  #nextEnd = Promise.withResolvers<void>();

  constructor(clockOf: (connectionId: string) => Clock) {
    this.#clockOf = clockOf;
  }

  /** Emits the id of a connection when its pauses change. */
  get changed(): Subscribable<string> {
    return this.#changed;
  }

  /** Begins a pause, because the service asks to send no request of this operation for `askedMs`. */
  begin(operation: PausableOperation, askedMs: number): void {
    const clock = this.#clockOf(operation.connectionId);
    const ms = Math.min(MAX_PAUSE_MS, askedMs);
    const key = keyOf(operation);
    const known = this.#pauses.get(key);
    if (ms <= 0 || (known && known.until >= clock.now() + ms)) return;
    known?.disarm();
    // A duration, not an instant, because the connection's clock may be corrected meanwhile.
    const disarm = clock.after(ms, () => this.#remove([pause]));
    const pause: Pause = { ...operation, until: clock.now() + ms, disarm, isOfHost: true };
    this.#pauses.set(key, pause);
    this.#changed.emit(operation.connectionId);
  }

  /** Records an answer to an operation. It ends the operation's pause and shows that the other pauses do not apply to the whole host. */
  answered({ connectionId, host, operation }: PausableOperation): void {
    if (this.#pauses.size === 0) return;
    const ofHost = this.#of(connectionId).filter((pause) => pause.host === host);
    const wasPaused = hostPauseOf(ofHost) !== null;
    for (const pause of ofHost) pause.isOfHost = false;
    const own = ofHost.filter((pause) => pause.operation === operation);
    if (own.length > 0) this.#remove(own);
    else if (wasPaused) this.#changedFor([connectionId]);
  }

  endHost({ connectionId, host }: HostKey): void {
    this.#remove(this.#of(connectionId).filter((pause) => pause.host === host));
  }

  /** Ends the pauses of a connection, except those at the given hosts. */
  retainHosts(connectionId: string, hosts: ReadonlySet<string>): void {
    this.#remove(this.#of(connectionId).filter(({ host }) => !hosts.has(host)));
  }

  /** The pause that delays the request now, or `null`. */
  pauseOf({ connectionId, host, operation }: PausableOperation): ServicePause | null {
    if (this.#pauses.size === 0) return null;
    const ofHost = this.#of(connectionId).filter((pause) => pause.host === host);
    const own = ofHost.find((pause) => pause.operation === operation);
    if (own) return servicePauseOf(own);
    return hostPauseOf(ofHost);
  }

  /** Waits until no pause delays the request. Throws AppError `cancelled` as soon as the signal aborts. */
  async waitForEnd(operation: PausableOperation, signal: AbortSignal): Promise<void> {
    while (this.pauseOf(operation)) await abortable(this.#nextEnd.promise, signal);
  }

  /** The pauses of a connection, the earliest end first. The pause of a whole host replaces the pauses of its operations. */
  list(connectionId: string): ServicePause[] {
    const byHost = Object.values(Object.groupBy(this.#of(connectionId), ({ host }) => host));
    return byHost
      .flatMap((pauses = []) => {
        const [last] = latestFirst(pauses.filter(({ isOfHost }) => isOfHost));
        if (!last || !hostPauseOf(pauses)) return pauses.map(servicePauseOf);
        const alone = pauses.filter(({ isOfHost }) => !isOfHost);
        return [{ ...servicePauseOf(last), operation: null }, ...alone.map(servicePauseOf)];
      })
      .sort((one, other) => one.until - other.until);
  }

  #of(connectionId: string): Pause[] {
    return [...this.#pauses.values()].filter((pause) => pause.connectionId === connectionId);
  }

  #remove(pauses: readonly Pause[]): void {
    if (pauses.length === 0) return;
    for (const pause of pauses) {
      pause.disarm();
      this.#pauses.delete(keyOf(pause));
    }
    this.#changedFor(pauses.map((pause) => pause.connectionId));
  }

  /** Publishes that a pause ended, or no longer applies to its host. */
  #changedFor(connectionIds: readonly string[]): void {
    const ended = this.#nextEnd;
    this.#nextEnd = Promise.withResolvers();
    ended.resolve();
    for (const connectionId of new Set(connectionIds)) this.#changed.emit(connectionId);
  }
}

const latestFirst = (pauses: readonly Pause[]): Pause[] => pauses.toSorted((one, other) => other.until - one.until);

/** The pause of a whole host; `null` unless at least two of its operations are paused and no other answer came meanwhile. */
function hostPauseOf(pauses: readonly Pause[]): ServicePause | null {
  const [, second] = latestFirst(pauses.filter(({ isOfHost }) => isOfHost));
  return second ? { ...servicePauseOf(second), operation: null } : null;
}

const servicePauseOf = ({ host, title, until }: Pause): ServicePause => ({
  host,
  operation: title,
  until,
  status: 503,
});

const keyOf = ({ connectionId, host, operation }: Omit<PausableOperation, 'title'>): string =>
  `${connectionId}\n${host}\n${operation}`;
