/**
 * Limiters from npm, each configured as its documentation says for 5 a second within 275 a minute (16,500 an hour is 275 a minute).
 * A library that also supports a guard against jitter, or even spacing, is a subject for each.
 * They are imported when opened, because the machine's time may be virtual by then.
 */
import { type Limits, type PacerKind, WIDE } from '../../test/bench/support/pacer.ts';

/** Even spacing for 275 a minute: 60,000 / 275 is 218.2. */
const EVEN_MS = 219;
/** More than the 80 ms by which the network compresses spacing. */
const JITTER_MS = 90;

const windows = (limits: Limits, guardMs = 0) =>
  [
    { limit: limits === 'spec' ? 275 : WIDE, interval: 60_000 + guardMs },
    { limit: limits === 'spec' ? 5 : WIDE, interval: 1_000 + guardMs },
  ] as const;

const bottleneck: PacerKind = {
  name: 'bottleneck',
  // Without maxConcurrent it gives every waiting job its instant at once, and priorities come too late. Every answer comes within minTime.
  settings: `minTime ${EVEN_MS}, maxConcurrent 1, priority 0 for interactive and 9 for bulk`,
  async open(limits) {
    const { default: Bottleneck } = await import('bottleneck');
    const queue = new Bottleneck(limits === 'spec' ? { minTime: EVEN_MS, maxConcurrent: 1 } : { reservoir: WIDE });
    return {
      send: (lane, request) => queue.schedule({ priority: lane === 'interactive' ? 0 : 9 }, request),
    };
  },
};

function pThrottle(name: string, guardMs: number): PacerKind {
  return {
    name,
    settings: `strict, 5 per ${1_000 + guardMs} ms within 275 per ${60_000 + guardMs} ms; it has no priorities`,
    async open(limits) {
      const { default: throttle } = await import('p-throttle');
      const [minute, second] = windows(limits, guardMs);
      const bySecond = throttle({ ...second, strict: true })((request: () => Promise<unknown>) => request());
      const byMinute = throttle({ ...minute, strict: true })((request: () => Promise<unknown>) => bySecond(request));
      return { send: (_lane, request) => byMinute(request) };
    },
  };
}

function pQueue(name: string, guardMs: number): PacerKind {
  return {
    name,
    settings: `strict, intervalCap 5 per ${1_000 + guardMs} ms within 275 per ${60_000 + guardMs} ms with concurrency 5, priorities in both`,
    async open(limits) {
      const { default: PQueue } = await import('p-queue');
      const [minute, second] = windows(limits, guardMs);
      // Requests that leave the first queue wait in the second, out of order; a small concurrency keeps that queue short.
      const concurrency = limits === 'spec' ? 5 : WIDE;
      const byMinute = new PQueue({ intervalCap: minute.limit, interval: minute.interval, strict: true, concurrency });
      const bySecond = new PQueue({ intervalCap: second.limit, interval: second.interval, strict: true });
      return {
        send(lane, request) {
          const priority = lane === 'interactive' ? 1 : 0;
          return byMinute.add(() => bySecond.add(request, { priority }), { priority });
        },
      };
    },
  };
}

const pQueueEvenly: PacerKind = {
  name: 'p-queue, evenly',
  settings: `strict, intervalCap 1 per ${EVEN_MS} ms, priorities`,
  async open(limits) {
    const { default: PQueue } = await import('p-queue');
    const [minute] = windows(limits);
    const even = { intervalCap: 1, interval: EVEN_MS };
    const queue = new PQueue({
      ...(limits === 'spec' ? even : { intervalCap: minute.limit, interval: minute.interval }),
      strict: true,
    });
    return { send: (lane, request) => queue.add(request, { priority: lane === 'interactive' ? 1 : 0 }) };
  },
};

const limiterBuckets: PacerKind = {
  name: 'limiter',
  settings: 'TokenBucket of 5 at 5/s, parent of 275 at 275/min; it has no priorities',
  async open(limits) {
    const { TokenBucket } = await import('limiter');
    const [minute, second] = windows(limits);
    const parentBucket = new TokenBucket(bucketOf(minute));
    const bucket = new TokenBucket({ ...bucketOf(second), parentBucket });
    // Its buckets start empty; a full bucket allows a burst at the start, like its RateLimiter.
    parentBucket.content = minute.limit;
    bucket.content = second.limit;
    return {
      async send(_lane, request) {
        await bucket.removeTokens(1);
        await request();
      },
    };
  },
};

const bucketOf = ({ limit, interval }: { limit: number; interval: number }) => ({
  bucketSize: limit,
  tokensPerInterval: limit,
  interval,
});

const limiterEvenly: PacerKind = {
  name: 'limiter, evenly',
  settings: `RateLimiter of 1 per ${EVEN_MS} ms; it has no priorities`,
  async open(limits) {
    const { RateLimiter } = await import('limiter');
    const [minute] = windows(limits);
    const even = { tokensPerInterval: 1, interval: EVEN_MS };
    const limiter = new RateLimiter(
      limits === 'spec' ? even : { tokensPerInterval: minute.limit, interval: minute.interval },
    );
    return {
      async send(_lane, request) {
        await limiter.removeTokens(1);
        await request();
      },
    };
  },
};

const flexibleQueues: PacerKind = {
  name: 'rate-limiter-flexible',
  settings: 'RateLimiterQueue over RateLimiterMemory, 275 per 60 s and then 5 per 1 s; it has no priorities',
  async open(limits) {
    const { RateLimiterMemory, RateLimiterQueue } = await import('rate-limiter-flexible');
    const [byMinute, bySecond] = windows(limits).map(
      ({ limit, interval }) =>
        new RateLimiterQueue(new RateLimiterMemory({ points: limit, duration: interval / 1_000 })),
    );
    return {
      async send(_lane, request) {
        await byMinute?.removeTokens(1);
        await bySecond?.removeTokens(1);
        await request();
      },
    };
  },
};

const flexibleEvenly: PacerKind = {
  name: 'rate-limiter-flexible, evenly',
  settings: `RateLimiterQueue over RateLimiterMemory, 1 per ${EVEN_MS} ms; it has no priorities`,
  async open(limits) {
    const { RateLimiterMemory, RateLimiterQueue } = await import('rate-limiter-flexible');
    const [minute] = windows(limits);
    const queue = new RateLimiterQueue(
      new RateLimiterMemory(
        limits === 'spec'
          ? { points: 1, duration: EVEN_MS / 1_000 }
          : { points: minute.limit, duration: minute.interval / 1_000 },
      ),
    );
    return {
      async send(_lane, request) {
        await queue.removeTokens(1);
        await request();
      },
    };
  },
};

export const peers: readonly PacerKind[] = [
  bottleneck,
  pThrottle('p-throttle', 0),
  pThrottle('p-throttle, guarded', JITTER_MS),
  pQueue('p-queue', 0),
  pQueue('p-queue, guarded', JITTER_MS),
  pQueueEvenly,
  limiterBuckets,
  limiterEvenly,
  flexibleQueues,
  flexibleEvenly,
];
