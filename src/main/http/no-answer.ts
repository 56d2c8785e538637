/** Explains why a request got no usable answer: whether it may have left this machine, and the reason as text. */
import { isAppError } from '../../shared/app-error.ts';
import type { ErrorOf } from '../../shared/errors.ts';

/** The cause of an error that a Wire throws because there is no usable answer: `unreachable`, `timedOut`, `cancelled`, `answerUnusable`. */
export class NoAnswer extends Error {
  /** Whether the request may have left this machine. When false, the service did nothing. */
  readonly sent: boolean;
  constructor(sent: boolean, options?: { cause?: unknown }) {
    super(sent ? 'sent without an answer' : 'not sent', options);
    this.name = 'NoAnswer';
    this.sent = sent;
  }
}

/** Whether a failed request may have left this machine, by the error of a Wire; `true` for any other error. */
export function mayHaveLeft(error: unknown): boolean {
  return !(isAppError(error) && error.cause instanceof NoAnswer) || error.cause.sent;
}

/**
 * Whether a status comes from a gateway, which does not know whether the service carried out the request. A 500 or 501 comes from the service itself.
 */
export const isGatewayStatus = (status: number): boolean => status >= 502;

const UNKNOWN = { reason: 'the connection failed', exchangeId: null } as const;

/** Returns the reason why an attempt failed, as the end of a sentence, and the id of its exchange in the journal (`null` without one). */
export function describeFailure(error: unknown): { reason: string; exchangeId: string | null } {
  if (!isAppError(error)) return UNKNOWN;
  const { data } = error;
  switch (data.code) {
    case 'unreachable':
      return { reason: data.reason, exchangeId: data.exchangeId };
    case 'timedOut':
      return { reason: `no answer within ${Math.round(data.afterMs / 1_000)} s`, exchangeId: data.exchangeId };
    case 'answerUnusable':
      return { reason: data.problem, exchangeId: data.exchangeId };
    case 'serverFailed':
    case 'rateLimited':
    case 'unauthorized':
    case 'forbidden':
    case 'refused':
      return { reason: `the service answered ${data.server.status}`, exchangeId: data.server.exchangeId };
    case 'redirected':
      return { reason: redirectReason(data), exchangeId: data.exchangeId };
    case 'outcomeUnknown':
      return { reason: data.reason, exchangeId: data.exchangeId };
    case 'cancelled':
      return {
        reason: mayHaveLeft(error) ? 'it was cancelled while it was in flight' : 'it was cancelled',
        exchangeId: null,
      };
    default:
      return UNKNOWN;
  }
}

const redirectReason = ({ status, location }: ErrorOf<'redirected'>): string =>
  `it redirects to ${location ?? 'another address'} (${status})`;
