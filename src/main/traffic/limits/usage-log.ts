/**
 * The usage log preserves the use of rate-limit windows across a restart: a line before each request is sent, and a line soon after its arrival
 * is known. Instants in the file are epoch ms of the connection's clock. A failing file delays no request.
 *
 * Lines: `s id at` sent, `a id at` arrived at the latest, `p at ms` pause; in a rewritten file also `c at count` arrivals, `u id at` unanswered.
 * Others are ignored: earlier versions wrote `j ms` and `m at count`.
 */
import { MAX_RATE_LIMIT } from '../../../shared/model/rates.ts';
import { SECOND_MS } from '../../../shared/time/units.ts';
import type { Log, UnsyncedLineFile } from '../../platform/ports.ts';

/** The use of the rate-limit windows, as the usage log stores it. */
export interface Usage {
  /** The latest possible arrival of each past request, ascending. */
  readonly arrivals: readonly number[];
  /** Requests that were sent and not answered yet. */
  readonly unanswered: readonly (readonly [id: number, sentAt: number])[];
  /** The end of a pause that a server asked for. */
  readonly pausedUntil: number | null;
}

/** The use of the windows as read after a restart. Unanswered requests count as arriving now. `pauseMs`: the rest of a pause. */
export interface RestoredUsage extends Pick<Usage, 'arrivals'> {
  readonly pauseMs: number;
}

/** The file is rewritten when it has this many lines more than twice the number of lines after the last rewrite. */
const SPARE_LINES = 4_096;

export interface UsageLogOptions {
  readonly file: UnsyncedLineFile;
  readonly log: Log;
  /** The connection's clock. */
  readonly now: () => number;
}

export class UsageLog {
  readonly #options: UsageLogOptions;
  #lines = 0;
  #linesAfterRewrite = 0;
  #failedAt: number | null = null;
  #failureLogged = false;
  #closed = false;

  constructor(options: UsageLogOptions) {
    this.#options = options;
  }

  /** The content of the file; `null` when it is empty or cannot be read. */
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

  /** Records that the request arrived at `at` at the latest. */
  arrived(id: number, at: number): void {
    this.#append(`a ${id} ${Math.ceil(at)}`, 'appendSoon');
  }

  /** Records a pause that a server asked for. */
  paused(until: number): void {
    this.#append(pauseLine(until, this.#options.now()));
  }

  /** Whether `rewrite` should be called, because the file is too long, or failed a while ago. */
  get isRewriteDue(): boolean {
    if (this.#closed) return false;
    if (this.#failedAt === null) return this.#lines > 2 * this.#linesAfterRewrite + SPARE_LINES;
    const sinceMs = this.#options.now() - this.#failedAt;
    return sinceMs >= 30 * SECOND_MS || sinceMs < 0;
  }

  /** Replaces the content of the file. */
  rewrite(usage: Usage): void {
    if (this.#closed) return;
    const lines = linesOf(usage, this.#options.now());
    this.#try(() => {
      this.#options.file.replace(lines);
      this.#lines = lines.length;
      this.#linesAfterRewrite = lines.length;
      this.#failedAt = null;
    });
  }

  /** Ends all writing. */
  close(): void {
    this.#closed = true;
  }

  /** Appends a line. While the file fails, lines are left to the next rewrite. */
  #append(line: string, how: 'append' | 'appendSoon' = 'append'): void {
    if (this.#closed || this.#failedAt !== null) return;
    this.#try(() => {
      this.#options.file[how](line);
      this.#lines += 1;
    });
  }

  #try(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#failedAt = this.#options.now();
      if (this.#failureLogged) return;
      this.#failureLogged = true;
      this.#options.log.warn('the usage log could not be read or written', { error: String(error) });
    }
  }
}

function linesOf({ arrivals, unanswered, pausedUntil }: Usage, now: number): string[] {
  // All arrivals of a second count at the instant of the last one.
  const bySecond = Map.groupBy(arrivals, (at) => Math.floor(at / SECOND_MS));
  const lines = [...bySecond.values()].map((group) => `c ${Math.ceil(group.at(-1) ?? 0)} ${group.length}`);
  for (const [id, at] of unanswered) lines.push(`u ${id} ${Math.floor(at)}`);
  if (pausedUntil !== null) lines.push(pauseLine(pausedUntil, now));
  return lines;
}

const pauseLine = (until: number, now: number): string => `p ${Math.floor(now)} ${Math.ceil(until - now)}`;

function parse(lines: readonly string[], now: number): RestoredUsage {
  const unanswered = new Map<number, number>();
  const arrivals: number[] = [];
  let pauseMs = 0;
  for (const line of lines) {
    const [kind, one = Number.NaN, two = 1] = line.split(' ').map((part, index) => (index === 0 ? part : Number(part)));
    if (typeof one !== 'number' || typeof two !== 'number' || !Number.isFinite(one + two)) continue;
    if (kind === 's' || kind === 'u') unanswered.set(one, two);
    if (kind === 'a' && unanswered.delete(one)) arrivals.push(two);
    if (kind === 'c') for (let index = Math.min(two, MAX_RATE_LIMIT); index > 0; index -= 1) arrivals.push(one);
    // A pause that began in the future (the clock was set back) lasts its whole length.
    if (kind === 'p') pauseMs = Math.max(0, Math.min(one, now) + two - now);
  }
  arrivals.sort((a, b) => a - b);
  return { arrivals: [...arrivals, ...Array<number>(unanswered.size).fill(now)], pauseMs };
}
