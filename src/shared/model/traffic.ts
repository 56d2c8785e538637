/** Exchanges (one HTTP request and its response), redacted, as the journal stores them. */
import { z } from 'zod';
import { ErrorData } from '../errors.ts';
import { InstantInput, MAX_CHARACTERS, MAX_ENTRIES } from './bounds.ts';
import { Api, EpochMs, Id } from './primitives.ts';
import { Lane } from './rates.ts';

/** Header lines in the order in which they were sent or received, redacted. */
export const HeaderLines = z.array(z.tuple([z.string(), z.string()]));
export type HeaderLines = z.infer<typeof HeaderLines>;

/** A recorded body. `text` is redacted, and shortened to the size limit when `cut`; `bytes` is the full size. */
export const RecordedBody = z.strictObject({ text: z.string(), bytes: z.number().int(), cut: z.boolean() });
export type RecordedBody = z.infer<typeof RecordedBody>;

/**
 * One exchange. The attempts of one request share `chainId`. `operation` is an operation id, `token` or `picture`. Instants are on the connection's
 * clock: from `queuedAt` to `grantedAt` the attempt waited for the circuit breaker and a permit, then until `sentAt` for its token. `firstByteMs` and
 * `durationMs` count from `sentAt` to the head and to the end of the answer; null without one. `seq` is the sequence number.
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

/** The outcome of an exchange: 2xx or 3xx, 401, 403, 429, another 4xx, 5xx, or no answer. */
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

/** Returns the outcome class of a status. A status of null means that there was no answer. */
export function outcomeClass(status: number | null): OutcomeClass {
  if (status === null) return 'noAnswer';
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status === 429) return 'tooMany';
  if (status >= 500) return 'serverFailed';
  return status >= 400 ? 'otherClient' : 'ok';
}

/**
 * A filter for exchanges. All its conditions must hold; an empty list is no condition. Each term of `search` must begin a term of the exchange's
 * address, operation, status, error, request id, headers or bodies. `from` (included) and `until` (excluded) bound `sentAt`; null for no bound.
 */
export const ExchangeFilter = z.strictObject({
  connectionId: Id,
  search: z.string().max(MAX_CHARACTERS.phrase),
  outcomes: z.array(OutcomeClass).max(MAX_ENTRIES.fields),
  operations: z.array(z.string().max(MAX_CHARACTERS.name)).max(MAX_ENTRIES.fields),
  hosts: z.array(z.string().max(MAX_CHARACTERS.phrase)).max(MAX_ENTRIES.fields),
  credentials: z.array(Id).max(MAX_ENTRIES.fields),
  taskId: Id.nullable(),
  from: InstantInput.nullable(),
  until: InstantInput.nullable(),
});
export type ExchangeFilter = z.infer<typeof ExchangeFilter>;

export const filterOf = (
  connectionId: string,
  conditions: Partial<Omit<ExchangeFilter, 'connectionId'>> = {},
): ExchangeFilter => ({
  connectionId,
  search: '',
  outcomes: [],
  operations: [],
  hosts: [],
  credentials: [],
  taskId: null,
  from: null,
  until: null,
  ...conditions,
});

/**
 * A page of exchanges, newest first. `next` is null on the last page. `matched` counts the matches, or is a minimum with `more`; `total` counts all
 * exchanges.
 */
export const ExchangePage = z.strictObject({
  revision: z.number().int(),
  exchanges: z.array(ExchangeSummary),
  next: z.number().int().nullable(),
  matched: z.strictObject({ count: z.number().int(), more: z.boolean() }),
  total: z.number().int(),
});
export type ExchangePage = z.infer<typeof ExchangePage>;

/** The operations, hosts and credentials (by id) in the journal, most frequent first. */
export const ExchangeFacets = z.strictObject({
  revision: z.number().int(),
  operations: z.array(z.strictObject({ name: z.string(), count: z.number().int() })),
  hosts: z.array(z.strictObject({ name: z.string(), count: z.number().int() })),
  credentials: z.array(z.strictObject({ name: Id, count: z.number().int() })),
  oldestAt: EpochMs.nullable(),
  newestAt: EpochMs.nullable(),
});
export type ExchangeFacets = z.infer<typeof ExchangeFacets>;

/** Exchanges sent in `[at, at + bucketMs)`, counted by outcome. */
export const TimelineBucket = z.strictObject({ at: EpochMs, counts: z.record(OutcomeClass, z.number().int()) });
export type TimelineBucket = z.infer<typeof TimelineBucket>;

export const Timeline = z.strictObject({
  revision: z.number().int(),
  bucketMs: z.number().int(),
  buckets: z.array(TimelineBucket),
});
export type Timeline = z.infer<typeof Timeline>;

/**
 * The state of the journal. `storage` is `file` while exchanges are written to the disk, and `memory` while the disk fails. The newest exchanges then
 * wait in memory, where no query finds them; `reason` is a part of a sentence on why, and `retryAt` is the next attempt to write (machine's clock).
 * `lost` counts exchanges that were not recorded. `quarantined` is the path of a damaged file that was quarantined since the start; null when none
 * was.
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

/** A file that was written to a path chosen by the person. `records` counts its entries. */
export const WrittenFile = z.strictObject({ path: z.string(), records: z.number().int(), bytes: z.number().int() });
export type WrittenFile = z.infer<typeof WrittenFile>;
