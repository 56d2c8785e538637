/** The closed union of error codes, each with the data that a person needs to act. Errors cross IPC as this data. */
import { z } from 'zod';
import { EpochMs, Id } from './model/primitives.ts';

/** An error as the server reported it, and the exchange that holds the whole answer. */
export const ReportedError = z.strictObject({
  status: z.number().int(),
  serverCode: z.string().nullable(),
  serverMessage: z.string().nullable(),
  requestId: z.string().nullable(),
  exchangeId: z.string().nullable(),
});
export type ReportedError = z.infer<typeof ReportedError>;

/** One mistake in an input: its `path` ("addresses.baseUrl") and its sentence. `connection`: the connection that already has the value. */
export const InputIssue = z.strictObject({
  path: z.string(),
  message: z.string(),
  connection: z.strictObject({ id: Id, name: z.string() }).optional(),
});
export type InputIssue = z.infer<typeof InputIssue>;

const code = <Code extends string, Shape extends z.core.$ZodLooseShape>(name: Code, shape: Shape) =>
  z.strictObject({ code: z.literal(name), ...shape });

const server = { server: ReportedError };

/** The token that the service refused, named by its credential and generation. */
export const RefusedToken = z.strictObject({ credentialId: Id, generation: z.number().int() });
export type RefusedToken = z.infer<typeof RefusedToken>;

// Data that version 0.1.0 stored names no token. `replaced`: the request was sent again with a newer token, which was refused too.
const refusal = { ...server, token: RefusedToken.optional(), replaced: z.boolean().optional() };

export const ErrorData = z.discriminatedUnion('code', [
  // Input
  code('invalidInput', { issues: z.array(InputIssue).min(1) }),
  code('notFound', { what: z.string() }),
  code('applicationLimit', { limit: z.number().int() }),
  code('bookingOptionForbids', { option: z.string(), step: z.string() }),
  code('sandboxConnection', {}),
  // `hosts`: those that would have got tokens and secrets.
  code('hostNotConfirmed', { hosts: z.array(z.string()).min(1) }),
  // The vault
  code('secretMissing', { label: z.string() }),
  code('secretUnreadable', { label: z.string() }),
  // Data that 0.1.0 stored has no `access`: it was always a write.
  code('storageFailed', { what: z.string(), reason: z.string(), access: z.enum(['read', 'write', 'key']).optional() }),
  // Tokens
  // `limit` is null where the endpoint refused without a known quota. `server`: its answer to a token request; absent when none was sent.
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
  // `mayHaveBeenIssued`: a gateway answered, which does not know.
  code('tokenEndpointFailed', { label: z.string(), mayHaveBeenIssued: z.boolean().optional(), ...server }),
  code('tokenAnswerUnusable', { problem: z.string(), exchangeId: z.string().nullable() }),
  // Requests
  code('unauthorized', refusal),
  code('forbidden', refusal),
  code('rateLimited', { retryAt: EpochMs.nullable(), ...server }),
  code('refused', server),
  // `location`: the target without its query; null when the answer names none. `address`: the name of the connection's address to change.
  code('redirected', {
    ...{ host: z.string(), status: z.number().int(), location: z.string().nullable(), address: z.string() },
    exchangeId: z.string().nullable(),
  }),
  code('serverFailed', server),
  code('unreachable', { host: z.string(), reason: z.string(), exchangeId: z.string().nullable() }),
  code('timedOut', { host: z.string(), afterMs: z.number(), exchangeId: z.string().nullable() }),
  /** The answer to a write was lost. `mayRepeat`: repeating it does no harm, as with a quote, which reserves nothing. */
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
  // The console itself
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

/** The current name of a stored error code. */
export const storedErrorCode = (stored: string): string => LEGACY_ERROR_CODES.get(stored) ?? stored;

/** The stored error data under its current names. The caller guarantees its shape. */
export function storedErrorData<Stored extends { readonly code: string }>(stored: Stored): ErrorData {
  const current = storedErrorCode(stored.code);
  // Version 0.1.0 stored `queued` of `queueFull` as `waiting`.
  if (current === 'queueFull' && 'waiting' in stored) {
    const { waiting: queued, ...rest } = stored;
    return { ...rest, queued, code: current } as unknown as ErrorData;
  }
  return { ...stored, code: current } as unknown as ErrorData;
}

type ErrorsByCode = { [Code in ErrorCode]: Extract<ErrorData, { code: Code }> };
export type ErrorOf<Code extends ErrorCode> = ErrorsByCode[Code];
