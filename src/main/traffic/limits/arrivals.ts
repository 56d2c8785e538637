/**
 * When a request reached the server, at the latest. Only sending and answering can be seen from here; the truth lies between, and
 * what counts for spacing is how much later than usual a request arrives. Learned from the round trips of each kind of request.
 */

/** Round trips looked at before anything is concluded from them. */
const ENOUGH = 30;
const REMEMBERED = 200;
/** Ordinary jitter of one way. Even spacing at 275 a minute leaves 91 ms between five requests and their second, guard included. */
const JITTER_MS = 80;
/** Steps of the machine's clock, of both sides. */
const CLOCK_STEP_MS = 2;

interface Trips {
  /** The last ones in order of time, and the same sorted. */
  readonly recent: number[];
  readonly sorted: number[];
  /** The shortest of the epoch that runs and of the one before. */
  shortest: number;
  shortestBefore: number;
  counted: number;
}

export class Arrivals {
  readonly #kinds = new Map<string, Trips>();

  note(kind: string, tripMs: number): void {
    const trips = this.#kinds.get(kind) ?? {
      recent: [],
      sorted: [],
      shortest: Number.POSITIVE_INFINITY,
      shortestBefore: Number.POSITIVE_INFINITY,
      counted: 0,
    };
    this.#kinds.set(kind, trips);
    trips.recent.push(tripMs);
    trips.sorted.splice(rank(trips.sorted, tripMs), 0, tripMs);
    if (trips.recent.length > REMEMBERED) trips.sorted.splice(rank(trips.sorted, trips.recent.shift() ?? 0), 1);
    trips.shortest = Math.min(trips.shortest, tripMs);
    trips.counted += 1;
    if (trips.counted % 1_000 !== 0) return;
    trips.shortestBefore = trips.shortest;
    trips.shortest = Number.POSITIVE_INFINITY;
  }

  /**
   * The latest instant at which an answered request counts in a server's window, on a scale where the fastest one counts when it
   * is sent. `inFull` charges all of its excess over the shortest round trip, as of one that may have opened its connection first; so
   * does a trip slower than usual. Of an ordinary one no more than ordinary jitter is charged: the rest is the server's own work.
   * `rate` is how fast the clock runs: jitter is the machine's, so a faster clock sees more of it.
   */
  latest(kind: string, sentAt: number, answeredAt: number, inFull: boolean, rate: number): number {
    const tripMs = Math.max(0, answeredAt - sentAt);
    const trips = this.#kinds.get(kind);
    if (!trips || trips.recent.length < ENOUGH) return sentAt + tripMs;
    const { shortest, usual } = measure(trips);
    const certainMs = shortest - (usual - shortest) / 8 - CLOCK_STEP_MS * rate;
    const excessMs = tripMs - Math.max(0, Math.min(certainMs, tripMs));
    return sentAt + (inFull || tripMs > usual ? excessMs : Math.min(excessMs, JITTER_MS * rate));
  }

  /** The same for one that is still unanswered, when answers of its kind usually take longer than `windowMs`; else `null`: wait for it. */
  latestOfSlow(kind: string, sentAt: number, windowMs: number, rate: number): number | null {
    const trips = this.#kinds.get(kind);
    if (!trips || trips.recent.length < ENOUGH || measure(trips).usual <= windowMs + JITTER_MS * rate) return null;
    return sentAt + JITTER_MS * rate;
  }
}

/** The shortest trip, and the longest one that is still ordinary: judged by the median, which a few long ones do not move. */
function measure({ sorted, shortest: now, shortestBefore }: Trips): { shortest: number; usual: number } {
  const shortest = Math.min(now, shortestBefore);
  const median = sorted[Math.floor((sorted.length - 1) / 2)] ?? shortest;
  return { shortest, usual: median + 2 * (median - shortest) };
}

/** The first index whose value is not below `value`. */
function rank(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? value) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
