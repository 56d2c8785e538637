/** Rate limits as data, what is used of them, and what a server says about them (spec.md, Limits; domain.md, "Errors and headers"). */
import { z } from 'zod';
import { Api, ClockFace, EpochMs, Id } from './primitives.ts';

/** At most `limit` requests in any `windowMs`. Any set of these is a limit; each window length is there once. */
export const RateRule = z.strictObject({
  windowMs: z.number().int().min(100).max(31_536_000_000),
  limit: z.number().int().min(1).max(1_000_000),
});
export type RateRule = z.infer<typeof RateRule>;

/** Requests are spaced evenly over windows up to this length; a longer one (a day) is used as one likes until it is full. */
export const MAX_PACED_WINDOW_MS = 3_600_000;

/** How urgent a request is: somebody waits for it, the console itself wants it, or it is one of many of a bulk task. */
export const Lane = z.enum(['interactive', 'background', 'bulk']);
export type Lane = z.infer<typeof Lane>;

/** Which limits a connection's API is paced by: a set of its preset (`null`: the preset's first) or rules of the person's own. */
export const LimitChoice = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('preset'), setId: z.string().max(100).nullable() }),
  z.strictObject({ kind: z.literal('custom'), rules: z.array(RateRule).max(8) }),
]);
export type LimitChoice = z.infer<typeof LimitChoice>;

export const LimitChoices = z.strictObject({ openApi: LimitChoice, booking: LimitChoice });
export type LimitChoices = z.infer<typeof LimitChoices>;

/** Both APIs as the preset has them. */
export const PRESET_LIMITS: LimitChoices = {
  openApi: { kind: 'preset', setId: null },
  booking: { kind: 'preset', setId: null },
};

/** What a rate header of the server last said about one window; `header` is the header's name, in lower case. */
export const ServerRate = z.strictObject({
  limit: z.number().int().nullable(),
  remaining: z.number().int().nullable(),
  resetAt: EpochMs.nullable(),
  receivedAt: EpochMs,
  header: z.string(),
});
export type ServerRate = z.infer<typeof ServerRate>;

/**
 * Use of one window at the snapshot's time: `used` places are taken, of which `others` only because the server counted more than
 * this console sent. `allowed` is the limit that is held to now: the stricter of ours and the server's. `freesAt` is when the oldest leaves.
 */
export const RateWindow = RateRule.extend({
  allowed: z.number().int(),
  used: z.number().int(),
  others: z.number().int(),
  freesAt: EpochMs.nullable(),
  server: ServerRate.nullable(),
});
export type RateWindow = z.infer<typeof RateWindow>;

/**
 * Something about a limit that a person should know. `refused`: a 429 came although ours were only `ours` of `limit`.
 * `others`: the server counts more than this console sent. `stricter`: the server's limit is below ours. `times` since `firstAt`.
 */
export const RateFinding = z.strictObject({
  kind: z.enum(['refused', 'others', 'stricter']),
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

/** Minutes that `lastHour` covers. */
export const HISTORY_MINUTES = 60;

/**
 * The windows of one API. An API without limits has an empty list. `pace` is the share of the full speed at which requests go, 1 unless
 * a 429 lowered it; `lastHour` counts the requests of each of the last 60 minutes, the running one last.
 */
export const RateGroup = z.strictObject({
  api: Api,
  windows: z.array(RateWindow),
  waiting: z.number().int(),
  lanes: z.strictObject({
    interactive: z.number().int(),
    background: z.number().int(),
    bulk: z.number().int(),
  }),
  estimateMs: z.number(),
  pausedUntil: EpochMs.nullable(),
  pace: z.number().min(0).max(1),
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
