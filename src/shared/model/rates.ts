/** Rate limits as data, their usage, and the limits that a server reports (service.md §4.2, §4.4). */
import { z } from 'zod';
import { MAX_CHARACTERS, MAX_ENTRIES } from './bounds.ts';
import { Api, ClockFace, EpochMs, Id } from './primitives.ts';

/** A rate limit: at most `limit` requests in any `windowMs`. A set of rules has each window length once. */
export const RateRule = z.strictObject({
  windowMs: z.number().int().min(100).max(31_536_000_000),
  limit: z.number().int().min(1).max(1_000_000),
});
export type RateRule = z.infer<typeof RateRule>;

/** The longest window by which requests are paced; longer ones (a day) may fill up at any rate. */
export const MAX_PACED_WINDOW_MS = 3_600_000;

/** The priority lane of a request: that of a person at the screen, of the console itself, or of a bulk task. */
export const Lane = z.enum(['interactive', 'background', 'bulk']);
export type Lane = z.infer<typeof Lane>;

/** The choice of limits for a connection's API: a set of its preset (`null`: the preset's first) or the person's own rules. */
export const LimitChoice = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('preset'), setId: z.string().max(MAX_CHARACTERS.presetEntry).nullable() }),
  z.strictObject({ kind: z.literal('custom'), rules: z.array(RateRule).max(MAX_ENTRIES.rateRules) }),
]);
export type LimitChoice = z.infer<typeof LimitChoice>;

export const LimitChoices = z.strictObject({ openApi: LimitChoice, booking: LimitChoice });
export type LimitChoices = z.infer<typeof LimitChoices>;

/** The preset's limits for both APIs. */
export const PRESET_LIMITS: LimitChoices = {
  openApi: { kind: 'preset', setId: null },
  booking: { kind: 'preset', setId: null },
};

/** The last report of the rate-limit headers on one window; `header` is the header's name, in lower case. */
export const ServerRate = z.strictObject({
  limit: z.number().int().nullable(),
  remaining: z.number().int().nullable(),
  resetAt: EpochMs.nullable(),
  receivedAt: EpochMs,
  header: z.string(),
});
export type ServerRate = z.infer<typeof ServerRate>;

/**
 * The usage of one window at the snapshot's time: `used` permits are taken, `otherClients` of them by other clients, because the server counts
 * more than this console sent. `allowed` is the stricter of our limit and the reported one. `freesAt` is the next release of a permit.
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
 * A finding about a limit for the person, seen `times` times since `firstAt`. `rateLimited`: a 429 came although our requests were only `ours` of
 * `limit`. `otherClients`: the server counts more than this console sent. `stricter`: the reported limit is below ours. `doubted`: requests test
 * a reported limit of `theirs`, because it is far below ours or contradicts the remaining count, or they test a report that nothing is left
 * (`theirs` is 0). `refuted`: such a report is not believed, because `ours` requests just passed.
 */
export const RateFinding = z.strictObject({
  kind: z.enum(['rateLimited', 'otherClients', 'stricter', 'doubted', 'refuted']),
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

/** The number of minutes in `lastHour`. */
export const HISTORY_MINUTES = 60;

/**
 * The limiter of one API. An API without limits has no windows. `rateShare` is the current share of the full rate, below 1 after a 429;
 * `lastHour` counts the requests of each of the last 60 minutes, the current one last.
 */
export const RateGroup = z.strictObject({
  api: Api,
  windows: z.array(RateWindow),
  queued: z.number().int(),
  lanes: z.strictObject({
    interactive: z.number().int(),
    background: z.number().int(),
    bulk: z.number().int(),
  }),
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
