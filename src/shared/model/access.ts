/** The access matrix of a connection: the access of each credential, by the newest answer to each operation. */
import { z } from 'zod';
import { MAX_APPLICATIONS } from '../input/max-input.ts';
import { MAX_CHARACTERS } from './bounds.ts';
import { OperationId } from './operation.ts';
import { Api, EpochMs, Id } from './primitives.ts';

/** The number of credentials: that of the Open API and those of the applications. */
export const MAX_CREDENTIALS = MAX_APPLICATIONS + 1;
/** The number of operations, including the token request of each API. */
const MAX_OPERATIONS = OperationId.options.length + Api.options.length;
const MAX_TEXT = 1_000;
/** The number of notes on reads that were not sent: one about each credential, its calendar and its quote, and one about the end. */
const MAX_NOTES = MAX_CREDENTIALS * 3 + 1;

/** The operations of the APIs, and the token request of a credential. */
export const AccessOperationId = z.enum([...OperationId.options, 'token']);
export type AccessOperationId = z.infer<typeof AccessOperationId>;

/** The meaning of the newest answer: 2xx, 401, 403, 404, or another status, which says nothing about access. */
export const AccessOutcome = z.enum(['works', 'unauthorized', 'forbidden', 'notFound', 'other']);
export type AccessOutcome = z.infer<typeof AccessOutcome>;

/**
 * The newest answer of one operation to one credential. `generation`: that of the token of the request. `lastWorkedAt`: the newest 2xx at or
 * before it. `outdated`: the later change that makes the answer meaningless now (the connection's address, the client credentials, or the refused
 * token); null when there is none.
 */
export const AccessAnswer = z.strictObject({
  outcome: AccessOutcome,
  status: z.number().int(),
  at: EpochMs,
  exchangeId: Id,
  generation: z.number().int().nullable(),
  lastWorkedAt: EpochMs.nullable(),
  outdated: z.enum(['address', 'credentials', 'token']).nullable(),
});
export type AccessAnswer = z.infer<typeof AccessAnswer>;

/** A cell of the matrix. `answer` is null for an operation that was never tried with the credential, as far as the journal goes back. */
export const AccessCell = z.strictObject({
  operation: AccessOperationId,
  credentialId: Id,
  answer: AccessAnswer.nullable(),
});
export type AccessCell = z.infer<typeof AccessCell>;

/** The reason why a probe leaves an operation out: it would change something or spend a token, the API has no address, or no quote is known. */
export const Unprobed = z.enum(['changes', 'token', 'noAddress', 'noQuote']);
export type Unprobed = z.infer<typeof Unprobed>;

/** A row of the matrix. `unprobed` is null for an operation that a probe tries. */
export const AccessOperation = z.strictObject({
  id: AccessOperationId,
  api: Api,
  title: z.string(),
  method: z.string(),
  path: z.string(),
  unprobed: Unprobed.nullable(),
});
export type AccessOperation = z.infer<typeof AccessOperation>;

/**
 * A column of the matrix. `hasToken`: the credential has a token that can be used now, so that a probe spends none; null while the stored token
 * has not been read.
 */
export const AccessCredential = z.strictObject({
  id: Id,
  api: Api,
  label: z.string(),
  hasToken: z.boolean().nullable(),
});
export type AccessCredential = z.infer<typeof AccessCredential>;

/** The culprit: one application, the whole account, a token, or the path; or the reason why it cannot be told. */
export const AccessCulprit = z.enum(['application', 'account', 'token', 'path', 'nothing', 'notEnough']);
export type AccessCulprit = z.infer<typeof AccessCulprit>;

/** A conclusion as a sentence, with the exchanges from which it follows. */
export const AccessConclusion = z.strictObject({
  culprit: AccessCulprit,
  text: z.string().max(MAX_TEXT),
  exchangeIds: z.array(Id).max(MAX_CREDENTIALS * MAX_OPERATIONS),
});
export type AccessConclusion = z.infer<typeof AccessConclusion>;

/**
 * The newest exchange with one API; an exchange that a person cancelled does not count. `failed`: it had no answer (`status` is null) or was
 * answered 5xx. `lastWorkedAt`: the time of the newest exchange that did not fail.
 */
export const ServiceAnswer = z.strictObject({
  api: Api,
  host: z.string(),
  failed: z.boolean(),
  status: z.number().int().nullable(),
  at: EpochMs,
  exchangeId: Id,
  lastWorkedAt: EpochMs.nullable(),
});
export type ServiceAnswer = z.infer<typeof ServiceAnswer>;

/** The whole matrix. `asOf` is on the connection's clock. `requestMs`: the usual duration of a request, on the machine's clock. */
export const AccessMatrix = z.strictObject({
  connectionId: Id,
  asOf: EpochMs,
  requestMs: z.number().nonnegative(),
  credentials: z.array(AccessCredential).max(MAX_CREDENTIALS),
  operations: z.array(AccessOperation).max(MAX_OPERATIONS),
  cells: z.array(AccessCell).max(MAX_CREDENTIALS * MAX_OPERATIONS),
  services: z.array(ServiceAnswer).max(Api.options.length),
  conclusions: z.array(AccessConclusion).max(MAX_OPERATIONS * 2),
});
export type AccessMatrix = z.infer<typeof AccessMatrix>;

/**
 * The input of a probe. `newTokens`: the credentials without a token for which the person spends one; `confirmLastSlot` if the person was told
 * that it is the last. Other credentials without a token are left out.
 */
export const ProbeInput = z.strictObject({
  connectionId: Id,
  credentialIds: z.array(Id).min(1).max(MAX_CREDENTIALS),
  newTokens: z.array(z.strictObject({ credentialId: Id, confirmLastSlot: z.boolean() })).max(MAX_CREDENTIALS),
});
export type ProbeInput = z.infer<typeof ProbeInput>;

/**
 * The result of a probe. `sent`: requests to the APIs. `tokens`: issued tokens. `notes`: sentences about reads that were not sent, with the
 * reason. `isCancelled`: the person ended the probe; the request that was in flight then is not counted.
 */
export const ProbeResult = z.strictObject({
  sent: z.number().int().nonnegative(),
  tokens: z.number().int().nonnegative(),
  notes: z.array(z.string().max(MAX_TEXT)).max(MAX_NOTES),
  isCancelled: z.boolean(),
});
export type ProbeResult = z.infer<typeof ProbeResult>;

/** The progress of a running probe: `done` of at most `total` requests. The next one is `operation` with the credential. */
export const ProbeProgress = z.strictObject({
  connectionId: Id,
  done: z.number().int().nonnegative(),
  total: z.number().int().nonnegative(),
  credentialId: Id,
  operation: z.string().max(MAX_CHARACTERS.presetEntry),
});
export type ProbeProgress = z.infer<typeof ProbeProgress>;
