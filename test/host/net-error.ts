/** Chromium's names for the errors of Node's sockets, TLS and HTTP parser. */

const NAMES: Record<string, string> = {
  ENOTFOUND: 'ERR_NAME_NOT_RESOLVED',
  EAI_AGAIN: 'ERR_NAME_NOT_RESOLVED',
  ECONNREFUSED: 'ERR_CONNECTION_REFUSED',
  ECONNRESET: 'ERR_CONNECTION_RESET',
  ECONNABORTED: 'ERR_CONNECTION_ABORTED',
  EPIPE: 'ERR_CONNECTION_RESET',
  ETIMEDOUT: 'ERR_CONNECTION_TIMED_OUT',
  EHOSTUNREACH: 'ERR_ADDRESS_UNREACHABLE',
  ENETUNREACH: 'ERR_INTERNET_DISCONNECTED',
  ENETDOWN: 'ERR_INTERNET_DISCONNECTED',
  EADDRNOTAVAIL: 'ERR_ADDRESS_INVALID',
  EACCES: 'ERR_NETWORK_ACCESS_DENIED',
  EPERM: 'ERR_NETWORK_ACCESS_DENIED',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'ERR_CERT_AUTHORITY_INVALID',
  SELF_SIGNED_CERT_IN_CHAIN: 'ERR_CERT_AUTHORITY_INVALID',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'ERR_CERT_AUTHORITY_INVALID',
  UNABLE_TO_GET_ISSUER_CERT: 'ERR_CERT_AUTHORITY_INVALID',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'ERR_CERT_AUTHORITY_INVALID',
  CERT_HAS_EXPIRED: 'ERR_CERT_DATE_INVALID',
  CERT_NOT_YET_VALID: 'ERR_CERT_DATE_INVALID',
  CERT_REVOKED: 'ERR_CERT_REVOKED',
  ERR_TLS_CERT_ALTNAME_INVALID: 'ERR_CERT_COMMON_NAME_INVALID',
  EPROTO: 'ERR_SSL_PROTOCOL_ERROR',
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: 'ERR_BAD_SSL_CLIENT_AUTH_CERT',
  HPE_HEADER_OVERFLOW: 'ERR_RESPONSE_HEADERS_TOO_BIG',
};

/** The error as Electron's net module gives it: with a message, and without a code. */
export const netError = (name: string): Error => new Error(`net::${name}`);

/** What Chromium would report in place of Node's `error`; ERR_FAILED where that is not known. */
export function chromiumError(error: Error & { code?: string }): Error {
  const { code = '', message } = error;
  // Node's words for a connection that was closed before the first byte of an answer.
  if (message === 'socket hang up') return netError('ERR_EMPTY_RESPONSE');
  if (NAMES[code] === undefined && code.startsWith('ERR_SSL_')) return netError('ERR_SSL_PROTOCOL_ERROR');
  return netError(NAMES[code] ?? (code.startsWith('HPE_') ? 'ERR_INVALID_HTTP_RESPONSE' : 'ERR_FAILED'));
}
