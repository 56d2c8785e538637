/** The access matrix of a connection: the newest answer to each operation with each credential. */
import { z } from 'zod';
import { MAX_APPLICATIONS } from '../input/max-input.ts';
import { MAX_CHARACTERS } from './bounds.ts';
import { OperationId } from './operation.ts';
import { Api, EpochMs, Id } from './primitives.ts';

/** The maximum number of columns: one for the Open API's credential and one for each application's. */
export const MAX_CREDENTIALS = MAX_APPLICATIONS + 1;
/** The number of rows: the operations, and the token request of each API. */
const MAX_OPERATIONS = OperationId.options.length + Api.options.length;
/** The greatest number of notes on unsent reads: three for each credential (itself, its calendar, its quote), and one at the end. */
const MAX_NOTES = MAX_CREDENTIALS * 3 + 1;

export const AccessOperationId = z.enum([...OperationId.options, 'token']);
export type AccessOperationId = z.infer<typeof AccessOperationId>;

/** The meaning of an answer for the access matrix: 2xx, 401, 403, 404, or another status, which says nothing. */
export const AccessOutcome = z.enum(['works', 'unauthorized', 'forbidden', 'notFound', 'other']);
export type AccessOutcome = z.infer<typeof AccessOutcome>;

/**
 * The newest answer to an operation with a credential. `generation` names the token that the request carried. `lastWorkedAt` is the time of the
 * newest 2xx up to this answer; null without one. `outdated` names what has changed since (the address, the client credentials or the token), so that
 * the answer no longer holds; null when nothing has.
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

/** A cell of the access matrix. `answer` is null when the journal has no answer to the operation with the credential. */
export const AccessCell = z.strictObject({
  operation: AccessOperationId,
  credentialId: Id,
  answer: AccessAnswer.nullable(),
});
export type AccessCell = z.infer<typeof AccessCell>;

/** The reason why a probe does not send an operation: it would change something or issue a token, its API has no address, or no quote is known. */
export const Unprobed = z.enum(['changes', 'token', 'noAddress', 'noQuote']);
export type Unprobed = z.infer<typeof Unprobed>;

/** A row of the access matrix. `unprobed` is null for an operation that a probe sends. */
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
 * A column of the access matrix. `hasToken`: the credential has a usable token, so a probe spends none; null while the stored token has not been
 * read.
 */
export const AccessCredential = z.strictObject({
  id: Id,
  api: Api,
  label: z.string(),
  hasToken: z.boolean().nullable(),
});
export type AccessCredential = z.infer<typeof AccessCredential>;

/** The part that fails: one application, the whole account, a token or the path; `nothing` when all works; `notEnough` when too little is known. */
export const AccessCulprit = z.enum(['application', 'account', 'token', 'path', 'nothing', 'notEnough']);
export type AccessCulprit = z.infer<typeof AccessCulprit>;

/** A conclusion from the access matrix, as a sentence with the exchanges that support it. */
export const AccessConclusion = z.strictObject({
  culprit: AccessCulprit,
  text: z.string().max(MAX_CHARACTERS.line),
  exchangeIds: z.array(Id).max(MAX_CREDENTIALS * MAX_OPERATIONS),
});
export type AccessConclusion = z.infer<typeof AccessConclusion>;

/** The newest exchange with an API, except exchanges that a person cancelled. `failed`: it was answered 5xx or not at all (`status` is null). */
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

/** The whole access matrix. `asOf` is on the connection's clock. `requestMs` is the usual duration of a request in real time. */
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

/** The input of a probe. A credential without a token is probed only if `newTokens` names it, and uses its last slot only with `confirmLastSlot`. */
export const ProbeInput = z.strictObject({
  connectionId: Id,
  credentialIds: z.array(Id).min(1).max(MAX_CREDENTIALS),
  newTokens: z.array(z.strictObject({ credentialId: Id, confirmLastSlot: z.boolean() })).max(MAX_CREDENTIALS),
});
export type ProbeInput = z.infer<typeof ProbeInput>;

/** The result of a probe: the number of requests and of issued tokens, and sentences about the reads that were not sent. */
export const ProbeResult = z.strictObject({
  sent: z.number().int().nonnegative(),
  tokens: z.number().int().nonnegative(),
  notes: z.array(z.string().max(MAX_CHARACTERS.line)).max(MAX_NOTES),
  isCancelled: z.boolean(),
});
export type ProbeResult = z.infer<typeof ProbeResult>;

/** The progress of a running probe: `done` of at most `total` requests. `operation` with `credentialId` is the next one. */
export const ProbeProgress = z.strictObject({
  connectionId: Id,
  done: z.number().int().nonnegative(),
  total: z.number().int().nonnegative(),
  credentialId: Id,
  operation: z.string().max(MAX_CHARACTERS.name),
});
export type ProbeProgress = z.infer<typeof ProbeProgress>;
