/** The incident timeline of a connection: the events of its tokens, its requests and the console, on one time axis. */
import { z } from 'zod';
import { Api, EpochMs, Id } from './primitives.ts';
import { TimelineBucket } from './traffic.ts';

/** The number of events in one answer; more are merged by time. */
export const MAX_INCIDENTS = 300;
/** The number of steps of one quota in one answer. */
export const MAX_QUOTA_STEPS = 400;

/**
 * `issuance`: this console requested a token. `foreign`: another client did. `expiry`: a token expired before it was replaced. `setback`: an
 * exchange answered 401, 403 or 429. `sleep`, `restart` and `circuit` are of this computer: it slept, the console was closed, a host's
 * circuit was open.
 */
export const IncidentKind = z.enum(['issuance', 'foreign', 'expiry', 'setback', 'sleep', 'restart', 'circuit']);
export type IncidentKind = z.infer<typeof IncidentKind>;

/** The requester of a token. */
export const IssuedBy = z.enum(['console', 'person', 'foreign']);
export type IssuedBy = z.infer<typeof IssuedBy>;

/** An event, or `count` merged events of one kind. It lasts from `at` to `until`; `until` is null for an instant, or while the event lasts. */
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

/** A piece of a sentence: a text, or an instant with the exchange that it links to. */
export const SentencePart = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text: z.string() }),
  z.strictObject({ kind: z.literal('instant'), at: EpochMs, exchangeId: Id.nullable() }),
]);
export type SentencePart = z.infer<typeof SentencePart>;

/** The slots of one credential's quota in use from `at` on, until the next step. */
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
 * The timeline of `[from, until)` on the connection's clock. `buckets` count exchanges by outcome. `brokenAt` is when things went wrong: the
 * first setback of an operation since it last worked. `burned` and `lastWorked` answer the two questions, what used up the quota and what
 * changed, in a sentence each.
 */
export const IncidentTimeline = z.strictObject({
  from: EpochMs,
  until: EpochMs,
  asOf: EpochMs,
  bucketMs: z.number().int(),
  buckets: z.array(TimelineBucket),
  incidents: z.array(Incident).max(MAX_INCIDENTS),
  /** Earlier setbacks are in `buckets` only; null when `incidents` has the setbacks of the whole range. */
  setbacksFrom: EpochMs.nullable().default(null),
  quotas: z.array(QuotaHistory),
  brokenAt: z.strictObject({ at: EpochMs, exchangeId: Id, text: z.string() }).nullable(),
  burned: z.array(SentencePart),
  lastWorked: z.array(SentencePart),
});
export type IncidentTimeline = z.infer<typeof IncidentTimeline>;
