/**
 * What must outlive the process so that minute and hour windows hold across a restart: a line before each request is sent, a line when its
 * arrival is known. Instants in the file are epoch ms of the connection's clock. A file that fails never holds a request up.
 */
import type { Log, NoteFile } from '../../platform/ports.ts';
import type { LimiterTime } from './limiter-time.ts';

/** Everything worth keeping at one instant. */
export interface Usage {
  /** When requests arrived at the latest, ascending. */
  readonly arrivals: readonly number[];
  /** Requests under way: what they are called in the file, and when they were sent. */
  readonly unanswered: readonly (readonly [id: number, sentAt: number])[];
  /** Requests sent in past minutes. */
  readonly minutes: readonly (readonly [at: number, count: number])[];
  /** A server asked to wait until then. */
  readonly pausedUntil: number | null;
  /** Jitter that refusals have taught, in ms. */
  readonly jitterMs: number;
}

/** What was read: of the requests that were sent and not answered only their number counts; of a pause, how much of it is left. */
export interface RestoredUsage extends Omit<Usage, 'unanswered' | 'pausedUntil' | 'jitterMs'> {
  readonly unansweredCount: number;
  readonly pauseMs: number;
  readonly jitterMs: number | null;
}

/** Lines that a file may have beyond twice what is worth keeping, before it is written anew. */
const SPARE_LINES = 4_096;
/** A file that failed is tried again with everything after so long. */
const RETRY_AFTER_MS = 30_000;
/** Arrivals older than the first are kept to the second: they only matter in far longer windows. */
const COARSENING: readonly (readonly [olderMs: number, stepMs: number])[] = [
  [7_200_000, 60_000],
  [120_000, 1_000],
];

export interface UsageLogOptions {
  readonly file: NoteFile;
  readonly log: Log;
  /** The connection's clock. */
  readonly now: () => number;
  readonly usage: () => Usage;
}

export class UsageLog {
  readonly #options: UsageLogOptions;
  #lines = 0;
  #linesAfterWriting = 0;
  #failedAt: number | null = null;
  #failureLogged = false;
  #closed = false;

  constructor(options: UsageLogOptions) {
    this.#options = options;
  }

  /** What the file holds; `null` when there is nothing in it, or it cannot be read. */
  read(): RestoredUsage | null {
    let lines: string[] = [];
    this.#try(() => {
      lines = this.#options.file.lines();
    });
    return lines.length === 0 ? null : parse(lines, this.#options.now());
  }

  sent(id: number, at: number): void {
    this.#append(`s ${id} ${Math.floor(at)}`);
  }

  /** It arrived at the latest at `at`. */
  arrived(id: number, at: number): void {
    this.#append(`a ${id} ${Math.ceil(at)}`);
  }

  /** A server asked to wait until then, and what its refusal taught about jitter. */
  paused(until: number, jitterMs: number): void {
    this.#append(pauseLine(until, this.#options.now()));
    this.#append(`j ${Math.round(jitterMs)}`);
  }

  /** Makes the file small: writes everything that is worth keeping, and nothing else. */
  rewrite(): void {
    if (this.#closed) return;
    const lines = linesOf(this.#options.usage(), this.#options.now());
    this.#try(() => {
      this.#options.file.replace(lines);
      this.#lines = lines.length;
      this.#linesAfterWriting = lines.length;
      this.#failedAt = null;
    });
  }

  /** Writes nothing any more. */
  close(): void {
    this.#closed = true;
  }

  #append(line: string): void {
    if (this.#closed) return;
    if (this.#failedAt !== null) {
      const sinceMs = this.#options.now() - this.#failedAt;
      if (sinceMs >= RETRY_AFTER_MS || sinceMs < 0) this.rewrite();
      return;
    }
    this.#try(() => {
      this.#options.file.append(line);
      this.#lines += 1;
    });
    if (this.#lines > 2 * this.#linesAfterWriting + SPARE_LINES) this.rewrite();
  }

  #try(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#failedAt = this.#options.now();
      if (this.#failureLogged) return;
      this.#failureLogged = true;
      this.#options.log.warn('the use of rate limits is not kept across a restart', { error: String(error) });
    }
  }
}

function linesOf({ arrivals, unanswered, minutes, pausedUntil, jitterMs }: Usage, now: number): string[] {
  const lines = minutes.map(([at, count]) => `m ${at} ${count}`);
  for (const [at, count] of coarse(arrivals, now)) lines.push(`c ${Math.ceil(at)} ${count}`);
  for (const [id, at] of unanswered) lines.push(`u ${id} ${Math.floor(at)}`);
  if (pausedUntil !== null) lines.push(pauseLine(pausedUntil, now));
  lines.push(`j ${Math.round(jitterMs)}`);
  return lines;
}

const pauseLine = (until: number, now: number): string => `p ${Math.floor(now)} ${Math.ceil(until - now)}`;

/** Old arrivals in few lines: those of one step count as arriving with the last of them. */
function coarse(arrivals: readonly number[], now: number): [at: number, count: number][] {
  const groups: { at: number; count: number; step: number }[] = [];
  for (const at of arrivals) {
    const stepMs = COARSENING.find(([olderMs]) => now - at > olderMs)?.[1] ?? 1;
    const step = Math.floor(at / stepMs);
    const last = groups.at(-1);
    if (last && last.step === step && stepMs > 1) {
      last.at = at;
      last.count += 1;
    } else groups.push({ at, count: 1, step });
  }
  return groups.map(({ at, count }) => [at, count]);
}

function parse(lines: readonly string[], now: number): RestoredUsage {
  const unanswered = new Map<number, number>();
  const arrivals: number[] = [];
  const minutes: [number, number][] = [];
  let pauseMs = 0;
  let jitterMs: number | null = null;
  for (const line of lines) {
    const [kind, one = Number.NaN, two = 1] = line.split(' ').map((part, index) => (index === 0 ? part : Number(part)));
    if (typeof one !== 'number' || typeof two !== 'number' || !Number.isFinite(one + two)) continue;
    if (kind === 's' || kind === 'u') unanswered.set(one, two);
    if (kind === 's') minutes.push([two, 1]);
    if (kind === 'm') minutes.push([one, two]);
    if (kind === 'a' && unanswered.delete(one)) arrivals.push(two);
    if (kind === 'c') for (let left = Math.min(two, 1_000_000); left > 0; left -= 1) arrivals.push(one);
    // One from the future (the clock was set back) is waited for in full.
    if (kind === 'p') pauseMs = Math.max(0, Math.min(one, now) + two - now);
    if (kind === 'j') jitterMs = one;
  }
  arrivals.sort((a, b) => a - b);
  return { arrivals, unansweredCount: unanswered.size, minutes, pauseMs, jitterMs };
}

/** When requests before a restart arrived at the latest, ascending: what was sent and not answered may have arrived as late as now. */
export function restoredArrivals({ arrivals, unansweredCount }: RestoredUsage, time: LimiterTime): number[] {
  const now = time.now();
  const known = arrivals.map((at) => Math.min(time.ofClock(at), now));
  return [...known, ...Array.from({ length: unansweredCount }, () => now)];
}
