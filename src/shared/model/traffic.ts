/** Exchanges (one request and its response, redacted) as the journal keeps them. */
import { z } from 'zod';
import { ErrorData } from '../errors.ts';
import { InstantInput, MAX_CHARACTERS, MAX_ENTRIES } from './bounds.ts';
import { Api, EpochMs, Id } from './primitives.ts';
import { Lane } from './rates.ts';

/** Header lines in the order sent or received, redacted. */
export const HeaderLines = z.array(z.tuple([z.string(), z.string()]));
export type HeaderLines = z.infer<typeof HeaderLines>;

/** A recorded body: redacted text, cut at the size limit; `bytes` is the size before the cut. */
export const RecordedBody = z.strictObject({ text: z.string(), bytes: z.number().int(), cut: z.boolean() });
export type RecordedBody = z.infer<typeof RecordedBody>;

/**
 * One attempt of a request. The attempts of a chain share `chainId`. `operation` is an operation id, `token` or `picture`. Times on the
 * connection's clock: `sentAt` is the time of sending; from `queuedAt` to `grantedAt` the attempt waited for circuit and permit, then for its
 * token; `firstByteMs` and `durationMs` are the times from `sentAt` to the head and to the end of the answer. `seq` ascends in the journal.
 */
export const ExchangeSummary = z.strictObject({
  seq: z.number().int(),
  id: Id,
  chainId: Id,
  attempt: z.number().int(),
  connectionId: Id,
  credentialId: Id.nullable(),
  api: Api,
  operation: z.string(),
  lane: Lane,
  taskId: Id.nullable(),
  method: z.string(),
  host: z.string(),
  url: z.string(),
  status: z.number().int().nullable(),
  error: z.string().nullable(),
  requestId: z.string().nullable(),
  tokenGeneration: z.number().int().nullable(),
  queuedAt: EpochMs,
  grantedAt: EpochMs,
  sentAt: EpochMs,
  firstByteMs: z.number().nullable(),
  durationMs: z.number().nullable(),
  requestBytes: z.number().int().nullable(),
  responseBytes: z.number().int().nullable(),
});
export type ExchangeSummary = z.infer<typeof ExchangeSummary>;

export const Exchange = ExchangeSummary.extend({
  requestHeaders: HeaderLines,
  requestBody: RecordedBody.nullable(),
  responseHeaders: HeaderLines.nullable(),
  responseBody: RecordedBody.nullable(),
  failure: ErrorData.nullable(),
});
export type Exchange = z.infer<typeof Exchange>;

/** The outcome of an exchange: 2xx and 3xx, three single statuses, other 4xx, 5xx, or no answer. */
export const OutcomeClass = z.enum([
  'ok',
  'unauthorized',
  'forbidden',
  'tooMany',
  'otherClient',
  'serverFailed',
  'noAnswer',
]);
export type OutcomeClass = z.infer<typeof OutcomeClass>;

/** The outcome for a status; null means no answer. */
export function outcomeClass(status: number | null): OutcomeClass {
  if (status === null) return 'noAnswer';
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status === 429) return 'tooMany';
  if (status >= 500) return 'serverFailed';
  return status >= 400 ? 'otherClient' : 'ok';
}

/**
 * A selection of exchanges. All conditions must hold; an empty list is no condition. Every term of `search` must be a prefix of a term of the
 * exchange: of its address, operation, status, error, request ID, headers or bodies. `from` and `until` bound `sentAt` ([from, until)).
 */
export const ExchangeFilter = z.strictObject({
  connectionId: Id,
  search: z.string().max(MAX_CHARACTERS.search),
  outcomes: z.array(OutcomeClass).max(MAX_ENTRIES.filter),
  operations: z.array(z.string().max(MAX_CHARACTERS.presetEntry)).max(MAX_ENTRIES.filter),
  hosts: z.array(z.string().max(MAX_CHARACTERS.host)).max(MAX_ENTRIES.filter),
  taskId: Id.nullable(),
  from: InstantInput.nullable(),
  until: InstantInput.nullable(),
});
export type ExchangeFilter = z.infer<typeof ExchangeFilter>;

/** A filter for the exchanges of a connection with the given conditions. */
export const filterOf = (
  connectionId: string,
  conditions: Partial<Omit<ExchangeFilter, 'connectionId'>> = {},
): ExchangeFilter => ({
  connectionId,
  search: '',
  outcomes: [],
  operations: [],
  hosts: [],
  taskId: null,
  from: null,
  until: null,
  ...conditions,
});

/**
 * Matching exchanges, newest first. `next` is the `before` of the next page, null on the last page. `matched` counts all matches up to a
 * bound; `more` says that there are further matches. `total` counts the exchanges of the connection.
 */
export const ExchangePage = z.strictObject({
  revision: z.number().int(),
  exchanges: z.array(ExchangeSummary),
  next: z.number().int().nullable(),
  matched: z.strictObject({ count: z.number().int(), more: z.boolean() }),
  total: z.number().int(),
});
export type ExchangePage = z.infer<typeof ExchangePage>;

/** Operations and hosts to filter by, most frequent first. */
export const ExchangeFacets = z.strictObject({
  revision: z.number().int(),
  operations: z.array(z.strictObject({ name: z.string(), count: z.number().int() })),
  hosts: z.array(z.strictObject({ name: z.string(), count: z.number().int() })),
  oldestAt: EpochMs.nullable(),
  newestAt: EpochMs.nullable(),
});
export type ExchangeFacets = z.infer<typeof ExchangeFacets>;

/** Exchanges sent in `[at, at + bucketMs)`, counted by outcome. */
export const TimelineBucket = z.strictObject({
  at: EpochMs,
  counts: z.record(OutcomeClass, z.number().int()),
});
export type TimelineBucket = z.infer<typeof TimelineBucket>;

export const Timeline = z.strictObject({
  revision: z.number().int(),
  bucketMs: z.number().int(),
  buckets: z.array(TimelineBucket),
});
export type Timeline = z.infer<typeof Timeline>;

/**
 * The journal's state. `file`: exchanges are on disk. `memory`: the disk fails (`reason`, a clause), and the spill buffer keeps the newest
 * exchanges until it works again; `retryAt` is the next attempt (machine time). `lost` counts exchanges that were not recorded. `quarantined`:
 * the path of a damaged file that was replaced since the start.
 */
export const JournalState = z.strictObject({
  revision: z.number().int(),
  storage: z.enum(['starting', 'file', 'memory']),
  reason: z.string().nullable(),
  retryAt: EpochMs.nullable(),
  lost: z.number().int(),
  exchanges: z.number().int(),
  bytes: z.number().int(),
  file: z.string(),
  quarantined: z.string().nullable(),
});
export type JournalState = z.infer<typeof JournalState>;

/** A file that was written to a path that the person chose. */
export const WrittenFile = z.strictObject({ path: z.string(), records: z.number().int(), bytes: z.number().int() });
export type WrittenFile = z.infer<typeof WrittenFile>;
