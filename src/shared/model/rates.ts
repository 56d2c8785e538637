/** Rate limits as data, their use, and the limits that the service reports (service.md §4.2, §4.4). */
import { z } from 'zod';
import { MAX_CHARACTERS, MAX_ENTRIES } from './bounds.ts';
import { Api, ClockFace, EpochMs, Id } from './primitives.ts';

export const MAX_RATE_LIMIT = 1_000_000;
/** The assumed time to an answer before the first one arrives. A plan says that it is assumed. */
export const ASSUMED_LATENCY_MS = 500;

/** A rate limit: at most `limit` requests in any `windowMs`. The rules of a set all have different window lengths. */
export const RateRule = z.strictObject({
  windowMs: z.number().int().min(100).max(31_536_000_000),
  limit: z.number().int().min(1).max(MAX_RATE_LIMIT),
});
export type RateRule = z.infer<typeof RateRule>;

/**
 * The length of the longest window in which requests are paced. In a longer window, such as a day, requests are sent at any rate until it is full.
 */
export const MAX_PACED_WINDOW_MS = 3_600_000;

export const Lane = z.enum(['interactive', 'background', 'bulk']);
export type Lane = z.infer<typeof Lane>;

/** The rate limits of one API of a connection: a set of its preset (`null`: the first set), or the person's own rules. */
export const LimitChoice = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('preset'), setId: z.string().max(MAX_CHARACTERS.name).nullable() }),
  z.strictObject({ kind: z.literal('custom'), rules: z.array(RateRule).max(MAX_ENTRIES.rateRules) }),
]);
export type LimitChoice = z.infer<typeof LimitChoice>;

export const LimitChoices = z.strictObject({ openApi: LimitChoice, booking: LimitChoice });
export type LimitChoices = z.infer<typeof LimitChoices>;

/** The default choice of limits: the preset's first set for both APIs. */
export const PRESET_LIMITS: LimitChoices = {
  openApi: { kind: 'preset', setId: null },
  booking: { kind: 'preset', setId: null },
};

/** The limit that an answer last reported for one window. `header` is the name of the rate-limit header in lower case. */
export const ServerRate = z.strictObject({
  limit: z.number().int().nullable(),
  remaining: z.number().int().nullable(),
  resetAt: EpochMs.nullable(),
  receivedAt: EpochMs,
  header: z.string(),
});
export type ServerRate = z.infer<typeof ServerRate>;

/**
 * The use of one rate-limit window at the snapshot's time. `used` permits are taken; `otherClients` of them stand for other clients, because the
 * service counts more requests than this console sent. `allowed` is the lower of our limit and the reported limit. `freesAt` is when the next permit
 * becomes free; null when none is taken.
 */
export const RateWindow = RateRule.extend({
  allowed: z.number().int(),
  used: z.number().int(),
  otherClients: z.number().int(),
  freesAt: EpochMs.nullable(),
  server: ServerRate.nullable(),
});
export type RateWindow = z.infer<typeof RateWindow>;

/**
 * A finding of the limiter, seen `times` times from `firstAt` to `lastAt`. `rateLimited`: the service answered 429 although only `ours` of `limit`
 * requests were ours. `otherClients`: the service counts more requests than this console sent. `stricter`: the reported limit is below ours.
 * `doubted`: a report is implausible. Its limit of `theirs` is far below ours or contradicts its own remaining count, or it says that nothing is left
 * (`theirs` is 0) although only `ours` requests are ours. It counts only after a 429; if it says that nothing is left, also once for a short time.
 */
export const RateFinding = z.strictObject({
  kind: z.enum(['rateLimited', 'otherClients', 'stricter', 'doubted']),
  windowMs: z.number().int().nullable(),
  limit: z.number().int().nullable(),
  ours: z.number().int(),
  theirs: z.number().int().nullable(),
  times: z.number().int(),
  firstAt: EpochMs,
  lastAt: EpochMs,
  exchangeId: Id.nullable(),
});
export type RateFinding = z.infer<typeof RateFinding>;

export const HISTORY_MINUTES = 60;

/**
 * The limiter of one API. It has no windows when the API has no limits. `rateShare` is the current share of the full rate; it is below 1 after a 429.
 * `lastHour` counts the requests of each of the last 60 minutes, the current minute last. `estimateMs` is the time until the queue is empty.
 */
export const RateGroup = z.strictObject({
  api: Api,
  windows: z.array(RateWindow),
  queued: z.number().int(),
  lanes: z.strictObject({ interactive: z.number().int(), background: z.number().int(), bulk: z.number().int() }),
  estimateMs: z.number(),
  pausedUntil: EpochMs.nullable(),
  rateShare: z.number().min(0).max(1),
  lastHour: z.array(z.number().int()).length(HISTORY_MINUTES),
  findings: z.array(RateFinding),
});
export type RateGroup = z.infer<typeof RateGroup>;

export const RatesSnapshot = z.strictObject({
  connectionId: Id,
  revision: z.number().int(),
  clock: ClockFace,
  asOf: EpochMs,
  groups: z.array(RateGroup),
});
export type RatesSnapshot = z.infer<typeof RatesSnapshot>;
