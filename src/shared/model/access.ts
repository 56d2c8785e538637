/** The access matrix of a connection: what each of its credentials may do, by the newest answer to each operation. */
import { z } from 'zod';
import { MAX_APPLICATIONS } from '../input/max-input.ts';
import { MAX_CHARACTERS } from './bounds.ts';
import { OperationId } from './operation.ts';
import { Api, EpochMs, Id } from './primitives.ts';

/** The Open API's credential and the applications. */
export const MAX_CREDENTIALS = MAX_APPLICATIONS + 1;
/** Every operation, and the token request of each API. */
const MAX_OPERATIONS = OperationId.options.length + Api.options.length;
const MAX_TEXT = 1_000;
/** What was not sent: one sentence about each credential, its calendar and its quote, and the end. */
const MAX_NOTES = MAX_CREDENTIALS * 3 + 1;

/** The operations of the APIs, and the token request of a credential. */
export const AccessOperationId = z.enum([...OperationId.options, 'token']);
export type AccessOperationId = z.infer<typeof AccessOperationId>;

/** What the newest answer says: 2xx, 401, 403, 404, or another status, which says nothing of access. */
export const AccessOutcome = z.enum(['works', 'unauthorized', 'forbidden', 'notFound', 'other']);
export type AccessOutcome = z.infer<typeof AccessOutcome>;

/**
 * The newest answer of one operation to one credential. `generation`: of the token that it was sent with. `lastWorkedAt`: the newest 2xx at or
 * before it. `outdated`: what has changed since, so that it says nothing of now: the connection's address, the client credentials, or the
 * token that was refused; null when nothing has.
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

/** `answer` is null for an operation that was never tried with the credential, as far as the journal goes back. */
export const AccessCell = z.strictObject({
  operation: AccessOperationId,
  credentialId: Id,
  answer: AccessAnswer.nullable(),
});
export type AccessCell = z.infer<typeof AccessCell>;

/** Why a probe leaves an operation out: it would change something or spend a token, the API has no address, or no quote is known. */
export const Unprobed = z.enum(['changes', 'token', 'noAddress', 'noQuote']);
export type Unprobed = z.infer<typeof Unprobed>;

/** One row. `unprobed` is null for an operation that a probe tries. */
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
 * One column. `hasToken`: it has a token that requests can be sent with now, so that a probe spends none; null while the stored token is not read
 * yet.
 */
export const AccessCredential = z.strictObject({
  id: Id,
  api: Api,
  label: z.string(),
  hasToken: z.boolean().nullable(),
});
export type AccessCredential = z.infer<typeof AccessCredential>;

/** What refuses: one application, the whole account, a token, or the path; or why that cannot be told. */
export const AccessCulprit = z.enum(['application', 'account', 'token', 'path', 'nothing', 'notEnough']);
export type AccessCulprit = z.infer<typeof AccessCulprit>;

/** One sentence, and the exchanges that it follows from. */
export const AccessConclusion = z.strictObject({
  culprit: AccessCulprit,
  text: z.string().max(MAX_TEXT),
  exchangeIds: z.array(Id).max(MAX_CREDENTIALS * MAX_OPERATIONS),
});
export type AccessConclusion = z.infer<typeof AccessConclusion>;

/**
 * The newest exchange with one API; an exchange that a person cancelled tells nothing. `failed`: it had no answer (`status` is null) or was
 * answered 5xx. `lastWorkedAt`: the newest exchange that did not fail.
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

/** `asOf` is on the connection's clock. `requestMs`: how long one request usually takes, on the machine's clock. */
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
 * What to probe. `newTokens`: the credentials without a token for which the person spends one; `confirmLastSlot` where they were told that
 * it is the last. Others without a token are left out.
 */
export const ProbeInput = z.strictObject({
  connectionId: Id,
  credentialIds: z.array(Id).min(1).max(MAX_CREDENTIALS),
  newTokens: z.array(z.strictObject({ credentialId: Id, confirmLastSlot: z.boolean() })).max(MAX_CREDENTIALS),
});
export type ProbeInput = z.infer<typeof ProbeInput>;

/**
 * `sent`: requests to the APIs. `tokens`: tokens that were issued. `notes`: what was not sent, and why, a sentence each. `isCancelled`: the
 * person ended it; the request that was in flight then is not counted.
 */
export const ProbeResult = z.strictObject({
  sent: z.number().int().nonnegative(),
  tokens: z.number().int().nonnegative(),
  notes: z.array(z.string().max(MAX_TEXT)).max(MAX_NOTES),
  isCancelled: z.boolean(),
});
export type ProbeResult = z.infer<typeof ProbeResult>;

/** A probe under way: `done` of at most `total` requests; the next one is `operation` with the credential. */
export const ProbeProgress = z.strictObject({
  connectionId: Id,
  done: z.number().int().nonnegative(),
  total: z.number().int().nonnegative(),
  credentialId: Id,
  operation: z.string().max(MAX_CHARACTERS.presetEntry),
});
export type ProbeProgress = z.infer<typeof ProbeProgress>;
