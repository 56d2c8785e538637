/** The closed union of error codes, each with the data that a person needs to act. Errors cross IPC as these objects. */
import { z } from 'zod';
import { EpochMs, Id } from './model/primitives.ts';

/** An error as the service reported it. `exchangeId` names the exchange that has the whole answer. */
export const ReportedError = z.strictObject({
  status: z.number().int(),
  serverCode: z.string().nullable(),
  serverMessage: z.string().nullable(),
  requestId: z.string().nullable(),
  exchangeId: z.string().nullable(),
});
export type ReportedError = z.infer<typeof ReportedError>;

/** A mistake in an input: its `path` ("addresses.baseUrl") and a sentence. `connection` is the other connection that has the same value. */
export const InputIssue = z.strictObject({
  path: z.string(),
  message: z.string(),
  connection: z.strictObject({ id: Id, name: z.string() }).optional(),
});
export type InputIssue = z.infer<typeof InputIssue>;

const code = <Code extends string, Shape extends z.core.$ZodLooseShape>(name: Code, shape: Shape) =>
  z.strictObject({ code: z.literal(name), ...shape });

const server = { server: ReportedError };

export const RefusedToken = z.strictObject({ credentialId: Id, generation: z.number().int() });
export type RefusedToken = z.infer<typeof RefusedToken>;

// `token` is absent in data that version 0.1.0 stored. `replaced`: the service refused a newer token too.
const refusal = { ...server, token: RefusedToken.optional(), replaced: z.boolean().optional() };

export const ErrorData = z.discriminatedUnion('code', [
  // Input
  code('invalidInput', { issues: z.array(InputIssue).min(1) }),
  code('notFound', { what: z.string() }),
  code('applicationLimit', { limit: z.number().int() }),
  code('bookingOptionForbids', { option: z.string(), step: z.string() }),
  code('sandboxConnection', {}),
  // `hosts`: the hosts that would have received tokens and secrets.
  code('hostNotConfirmed', { hosts: z.array(z.string()).min(1) }),
  // The vault
  code('secretMissing', { label: z.string() }),
  code('secretUnreadable', { label: z.string() }),
  // `access` is absent in data that version 0.1.0 stored: every such error was about a write.
  code('storageFailed', {
    what: z.string(),
    reason: z.string(),
    access: z.enum(['read', 'write', 'key', 'version']).optional(),
  }),
  // Tokens
  // `limit` is null when the endpoint refused and the quota is not known. `server` is the endpoint's answer; it is
  // absent when no token request was sent.
  code('quotaExhausted', {
    label: z.string(),
    limit: z.number().int().nullable(),
    nextSlotAt: EpochMs.nullable(),
    assumption: z.enum(['rolling', 'utcMidnight', 'server']),
    server: ReportedError.optional(),
  }),
  code('lastSlot', {
    label: z.string(),
    nextSlotAt: EpochMs.nullable(),
    assumption: z.enum(['rolling', 'utcMidnight', 'server']),
  }),
  code('reserveKept', {
    label: z.string(),
    reserve: z.number().int(),
    nextSlotAt: EpochMs.nullable(),
    assumption: z.enum(['rolling', 'utcMidnight', 'server']),
  }),
  code('tokenNeeded', { label: z.string() }),
  code('resultsGone', {}),
  code('tokenNotAdoptable', { problem: z.string() }),
  code('credentialsRejected', { label: z.string(), ...server }),
  code('tokenEndpointUnreachable', { host: z.string(), reason: z.string(), mayHaveBeenIssued: z.boolean() }),
  // `mayHaveBeenIssued`: a gateway answered, so the token may have been issued or not.
  code('tokenEndpointFailed', { label: z.string(), mayHaveBeenIssued: z.boolean().optional(), ...server }),
  code('tokenAnswerUnusable', { problem: z.string(), exchangeId: z.string().nullable() }),
  // Requests
  code('unauthorized', refusal),
  code('forbidden', refusal),
  code('rateLimited', { retryAt: EpochMs.nullable(), ...server }),
  code('refused', server),
  // `location` is the redirect's target without its query; null when the answer names none. `address` names the connection's address to change.
  code('redirected', {
    ...{ host: z.string(), status: z.number().int(), location: z.string().nullable(), address: z.string() },
    exchangeId: z.string().nullable(),
  }),
  code('serverFailed', server),
  code('unreachable', { host: z.string(), reason: z.string(), exchangeId: z.string().nullable() }),
  code('timedOut', { host: z.string(), afterMs: z.number(), exchangeId: z.string().nullable() }),
  /** The answer to a write was lost. `mayRepeat`: sending the write again does no harm (a quote reserves nothing). */
  code('outcomeUnknown', {
    ...{ what: z.string(), reason: z.string(), exchangeId: z.string().nullable() },
    mayRepeat: z.boolean().optional(),
  }),
  code('answerUnusable', { problem: z.string(), exchangeId: z.string().nullable() }),
  code('queueFull', { queued: z.number().int(), estimateMs: z.number() }),
  code('deadlineExceeded', { what: z.string(), afterMs: z.number() }),
  code('circuitOpen', { host: z.string(), until: EpochMs, failures: z.number().int(), reason: z.string() }),
  code('servicePaused', { what: z.string(), host: z.string(), until: EpochMs, status: z.number().int() }),
  code('notReplayable', { problem: z.string() }),
  code('addressMissing', { address: z.string() }),
  code('cancelled', {}),
  // Quotes
  code('quoteExpired', { expiredAt: EpochMs }),
  code('quoteUsed', { status: z.string() }),
  // Programs (ADR 48). `reason` is part of a sentence.
  code('notGranted', { reason: z.string() }),
  code('grantPending', {}),
  code('programPaused', {}),
  // `what` is the budget: "its requests of 24 hours".
  code('budgetUsed', { what: z.string(), retryAt: EpochMs }),
  code('tokenWithheld', { label: z.string(), reason: z.string(), retryAt: EpochMs.nullable() }),
  code('teamUnreachable', { label: z.string() }),
  // `problem` is a sentence about the team's server.
  code('teamServerFailed', { problem: z.string() }),
  // The console itself
  // The answer to every operation but those of the lock, until the person is back.
  code('locked', {}),
  code('sandboxDown', { reason: z.string() }),
  code('internal', { logId: z.string() }),
]);
export type ErrorData = z.infer<typeof ErrorData>;
export type ErrorCode = ErrorData['code'];

/** Codes that version 0.1.0 stored under another name. */
const LEGACY_ERROR_CODES: ReadonlyMap<string, ErrorCode> = new Map<string, ErrorCode>([
  ['serviceResting', 'circuitOpen'],
  ['deadlinePassed', 'deadlineExceeded'],
]);

const storedErrorCode = (stored: string): string => LEGACY_ERROR_CODES.get(stored) ?? stored;

/** Converts stored error data to the current code and field names. The caller guarantees its shape. */
export function errorDataFromStored<Stored extends { readonly code: string }>(stored: Stored): ErrorData {
  const current = storedErrorCode(stored.code);
  // Version 0.1.0 stored the field `queued` of `queueFull` under the name `waiting`.
  if (current === 'queueFull' && 'waiting' in stored) {
    const { waiting: queued, ...rest } = stored;
    return { ...rest, queued, code: current } as unknown as ErrorData;
  }
  return { ...stored, code: current } as unknown as ErrorData;
}

type ErrorsByCode = { [Code in ErrorCode]: Extract<ErrorData, { code: Code }> };
export type ErrorOf<Code extends ErrorCode> = ErrorsByCode[Code];
