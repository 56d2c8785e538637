/** All error envelopes of the two APIs (service.md §8.2), thrown as an ErrorAnswer. */
import type { Api } from '../../../shared/model/primitives.ts';

/** The error codes of the Booking Engine (service.md §8.3). UNAUTHORIZED, TOO_MANY_REQUESTS and INTERNAL_ERROR are this sandbox's own. */
export type BookingCode =
  | 'NOT_FOUND'
  | 'FORBIDDEN'
  | 'UNAUTHORIZED'
  | 'WRONG_REQUEST_PARAMETERS'
  | 'LISTING_CALENDAR_BLOCKED'
  | 'MIN_NIGHT_MISMATCH'
  | 'TOO_MANY_REQUESTS'
  | 'INTERNAL_ERROR';

export type ErrorStatus = 400 | 401 | 403 | 404 | 415 | 429 | 500 | 502 | 503;

/** The documented message of a 403 of the Open API. */
export const NO_PERMISSION = "You don't have permission to access, please contact support";

export class ErrorAnswer extends Error {
  readonly status: ErrorStatus;
  readonly body: (requestId: string) => unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: ErrorStatus, body: (requestId: string) => unknown, headers: Record<string, string> = {}) {
    super(`answered with ${status}`);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** The error that closes the connection without an answer. */
export class DroppedConnection extends TypeError {
  constructor() {
    super('the sandbox closed the connection', { cause: new Error('a fault of the control panel') });
  }
}

/** Makes the envelope `{error:{code,message,data:{requestId,moreDetails}}}` of the Booking Engine. */
export function bookingError(
  status: ErrorStatus,
  code: BookingCode,
  message: string,
  moreDetails: unknown = null,
  headers: Record<string, string> = {},
): ErrorAnswer {
  return new ErrorAnswer(
    status,
    (requestId) => ({ error: { code, message, data: { requestId, moreDetails } } }),
    headers,
  );
}

/** Makes the envelope `{error_code,message,data:{errors[],requestId}}` of the Booking Engine, for an invalid request. */
export function wrongParameters(errors: readonly string[]): ErrorAnswer {
  return new ErrorAnswer(400, (requestId) => ({
    error_code: 'WRONG_REQUEST_PARAMETERS',
    message: errors[0] ?? 'Wrong request parameters',
    data: { errors, requestId },
  }));
}

/** Makes the envelope `{message}` of the Open API. */
export function openApiError(status: ErrorStatus, message: string, headers: Record<string, string> = {}): ErrorAnswer {
  return new ErrorAnswer(status, () => ({ message }), headers);
}

/** Makes the envelope `{error,error_description}` of a token endpoint (RFC 6749 section 5.2). */
export function tokenError(
  status: ErrorStatus,
  error: string,
  description: string,
  headers: Record<string, string> = {},
): ErrorAnswer {
  return new ErrorAnswer(status, () => ({ error, error_description: description }), headers);
}

const CODES: Record<ErrorStatus, BookingCode> = {
  400: 'WRONG_REQUEST_PARAMETERS',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  415: 'WRONG_REQUEST_PARAMETERS',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_ERROR',
  502: 'INTERNAL_ERROR',
  503: 'INTERNAL_ERROR',
};

/** Makes the error envelope of an API for a status, without details. */
export function apiError(
  api: Api,
  status: ErrorStatus,
  message: string,
  headers: Record<string, string> = {},
): ErrorAnswer {
  if (api === 'openApi') return openApiError(status, status === 403 ? NO_PERMISSION : message, headers);
  return bookingError(status, CODES[status], message, null, headers);
}
