/** The incident timeline of a connection: events of its tokens, of its requests and of the console, on one time axis. */
import { z } from 'zod';
import { DAY_MS, SECOND_MS } from '../time/units.ts';
import { Api, EpochMs, Id } from './primitives.ts';
import { TimelineBucket } from './traffic.ts';

/** The minimum and the maximum length of the time that a timeline shows. */
export const MIN_SPAN_MS = 10 * SECOND_MS;
export const MAX_SPAN_MS = 90 * DAY_MS;

/** The maximum number of incidents in one answer. If there are more, neighbouring ones are merged. */
export const MAX_INCIDENTS = 300;
/** The maximum number of {@link QuotaStep}s of one credential in one answer. */
export const MAX_QUOTA_STEPS = 400;

/**
 * The kinds of incidents. `issuance`: this console requested a token. `foreign`: another client requested one. `expiry`: a token expired before it
 * was replaced. `setback`: an exchange was answered 401, 403 or 429. `sleep`: this computer slept. `restart`: the console was closed for a time.
 * `circuit`: the circuit of a host was open.
 */
export const IncidentKind = z.enum(['issuance', 'foreign', 'expiry', 'setback', 'sleep', 'restart', 'circuit']);
export type IncidentKind = z.infer<typeof IncidentKind>;

/** The client that requested a token: the console by itself, a person, or another client (`foreign`). */
export const IssuedBy = z.enum(['console', 'person', 'foreign']);
export type IssuedBy = z.infer<typeof IssuedBy>;

/** An incident, or `count` merged incidents, from `at` to `until`. `until` is null for an incident without a duration, and while it lasts. */
export const Incident = z.strictObject({
  id: Id,
  kind: IncidentKind,
  at: EpochMs,
  until: EpochMs.nullable(),
  count: z.number().int().positive(),
  by: IssuedBy.nullable(),
  status: z.literal([401, 403, 429]).nullable(),
  exchangeId: Id.nullable(),
  text: z.string(),
});
export type Incident = z.infer<typeof Incident>;

/** A part of a sentence: a text, or an instant. The instant links to the exchange `exchangeId`, or to nothing when that is null. */
export const SentencePart = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text: z.string() }),
  z.strictObject({ kind: z.literal('instant'), at: EpochMs, exchangeId: Id.nullable() }),
]);
export type SentencePart = z.infer<typeof SentencePart>;

/** A change of the number of used slots in one credential's quota: `used` applies from `at` until the next step. */
export const QuotaStep = z.strictObject({ at: EpochMs, used: z.number().int().nonnegative() });
export type QuotaStep = z.infer<typeof QuotaStep>;

export const QuotaHistory = z.strictObject({
  credentialId: Id,
  api: Api,
  label: z.string(),
  limit: z.number().int(),
  steps: z.array(QuotaStep).max(MAX_QUOTA_STEPS),
});
export type QuotaHistory = z.infer<typeof QuotaHistory>;

/**
 * The incidents in `[from, until)` on the connection's clock. `buckets` count exchanges by outcome. `brokenAt`: the first setback of the operation
 * that failed last, since that operation last worked; null without one. `burned`: a sentence on what used up the quota. `lastWorked`: a sentence on
 * when that operation last worked, and on what changed before its first setback.
 */
export const IncidentTimeline = z.strictObject({
  from: EpochMs,
  until: EpochMs,
  asOf: EpochMs,
  bucketMs: z.number().int(),
  buckets: z.array(TimelineBucket),
  incidents: z.array(Incident).max(MAX_INCIDENTS),
  /** The time of the oldest setback in `incidents`; earlier ones are only in `buckets`. Null when `incidents` has all setbacks of the range. */
  setbacksFrom: EpochMs.nullable().default(null),
  quotas: z.array(QuotaHistory),
  brokenAt: z.strictObject({ at: EpochMs, exchangeId: Id, text: z.string() }).nullable(),
  burned: z.array(SentencePart),
  lastWorked: z.array(SentencePart),
});
export type IncidentTimeline = z.infer<typeof IncidentTimeline>;
