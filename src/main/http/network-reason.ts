/** Maps the error codes of Node, undici and Chromium to a readable reason, and to whether the request may have left this machine. */

import { NotSent } from '../platform/not-sent.ts';

/** The reason why a request got no answer. */
export interface NetworkReason {
  /** A text that continues the sentence "… could not be reached (…)". */
  readonly reason: string;
  /** False only when the request certainly did not leave this machine. */
  readonly sent: boolean;
}

const unsent = (reason: string): NetworkReason => ({ reason, sent: false });
const maybeSent = (reason: string): NetworkReason => ({ reason, sent: true });

const NAME = unsent('the name does not resolve');
/** Chromium resolves the name itself only where no proxy is set; it passes by a PAC script that cannot be used. */
const NAME_WITHOUT_PROXY = unsent('the name does not resolve, and the request went without a proxy');
const REFUSED = unsent('the connection was refused');
const NO_ROUTE = unsent('there is no route to it');
const OFFLINE = unsent('this machine is offline');
const NO_CONNECTION = unsent('the connection could not be established in time');
const CLOSED = maybeSent('the connection was closed before the answer came');
const LATE = maybeSent('the connection timed out');
const UNTRUSTED = unsent('its certificate is not trusted');
const WRONG_NAME = unsent('its certificate is for another name');
const DATES = unsent('its certificate is not valid at this date');
const PROXY = unsent('the proxy could not be used');
const PROXY_LOGIN = unsent('the proxy asks for a name and password');
/** The reason when a server refuses this computer's certificate. With TLS 1.3, it can read the request before it refuses. */
const CLIENT_CERTIFICATE = maybeSent('it asks for a certificate of this computer, and got none that it accepts');
const TLS = unsent('a secure connection could not be established');
const REDIRECT = maybeSent('it answered with a redirect, which is not followed');
/** The reason for ERR_BLOCKED_BY_CLIENT. Only `platform/readable-head.ts` blocks requests of main's sessions, and it does so at the answer. */
const UNREADABLE = maybeSent('its answer has a status or a cookie that cannot be read');

const CODES: Record<string, NetworkReason> = {
  ENOTFOUND: NAME,
  EAI_AGAIN: NAME,
  ECONNREFUSED: REFUSED,
  EHOSTUNREACH: NO_ROUTE,
  ENETUNREACH: NO_ROUTE,
  ENETDOWN: OFFLINE,
  ECONNRESET: CLOSED,
  EPIPE: CLOSED,
  ETIMEDOUT: LATE,
  UND_ERR_SOCKET: CLOSED,
  UND_ERR_CLOSED: CLOSED,
  UND_ERR_DESTROYED: CLOSED,
  UND_ERR_CONNECT_TIMEOUT: NO_CONNECTION,
  UND_ERR_HEADERS_TIMEOUT: LATE,
  UND_ERR_BODY_TIMEOUT: LATE,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  CERT_UNTRUSTED: UNTRUSTED,
  CERT_REVOKED: unsent('its certificate was revoked'),
  CERT_HAS_EXPIRED: DATES,
  CERT_NOT_YET_VALID: DATES,
  ERR_TLS_CERT_ALTNAME_INVALID: WRONG_NAME,
  EPROTO: TLS,
  ERR_SSL_WRONG_VERSION_NUMBER: TLS,
  ERR_NAME_NOT_RESOLVED: NAME_WITHOUT_PROXY,
  ERR_NAME_RESOLUTION_FAILED: NAME,
  ERR_DNS_TIMED_OUT: NAME,
  ERR_CONNECTION_REFUSED: REFUSED,
  ERR_ADDRESS_UNREACHABLE: NO_ROUTE,
  ERR_INTERNET_DISCONNECTED: OFFLINE,
  ERR_UNSAFE_PORT: unsent('its port belongs to another protocol'),
  ERR_NETWORK_CHANGED: maybeSent('the network changed'),
  ERR_NETWORK_IO_SUSPENDED: maybeSent('this machine went to sleep'),
  ERR_CONNECTION_TIMED_OUT: NO_CONNECTION,
  ERR_CONNECTION_FAILED: unsent('the connection could not be established'),
  ERR_TIMED_OUT: LATE,
  ERR_CONNECTION_RESET: CLOSED,
  ERR_CONNECTION_CLOSED: CLOSED,
  ERR_CONNECTION_ABORTED: CLOSED,
  ERR_EMPTY_RESPONSE: CLOSED,
  ERR_CERT_AUTHORITY_INVALID: UNTRUSTED,
  ERR_CERT_COMMON_NAME_INVALID: WRONG_NAME,
  ERR_CERT_DATE_INVALID: DATES,
  ERR_CERT_REVOKED: unsent('its certificate was revoked'),
  ERR_CERT_INVALID: UNTRUSTED,
  ERR_SSL_PROTOCOL_ERROR: TLS,
  ERR_SSL_VERSION_OR_CIPHER_MISMATCH: TLS,
  ERR_PROXY_CONNECTION_FAILED: PROXY,
  ERR_TUNNEL_CONNECTION_FAILED: PROXY,
  ERR_PROXY_AUTH_UNSUPPORTED: PROXY,
  ERR_PROXY_AUTH_REQUESTED: PROXY_LOGIN,
  ERR_PROXY_CERTIFICATE_INVALID: PROXY,
  ERR_PAC_SCRIPT_FAILED: unsent('the script that chooses the proxy (PAC) failed'),
  ERR_PAC_NOT_IN_DHCP: PROXY,
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: CLIENT_CERTIFICATE,
  ERR_SSL_CLIENT_AUTH_CERT_NEEDED: CLIENT_CERTIFICATE,
  ERR_BAD_SSL_CLIENT_AUTH_CERT: CLIENT_CERTIFICATE,
  ERR_SSL_CLIENT_AUTH_SIGNATURE_FAILED: CLIENT_CERTIFICATE,
  ERR_SSL_CLIENT_AUTH_PRIVATE_KEY_ACCESS_DENIED: CLIENT_CERTIFICATE,
  ERR_SSL_CLIENT_AUTH_NO_COMMON_ALGORITHMS: CLIENT_CERTIFICATE,
  ERR_MANDATORY_PROXY_CONFIGURATION_FAILED: PROXY,
  ERR_UNEXPECTED_REDIRECT: REDIRECT,
  ERR_TOO_MANY_REDIRECTS: REDIRECT,
  ERR_ABORTED: maybeSent('the request was aborted'),
  ERR_BLOCKED_BY_CLIENT: UNREADABLE,
  HOST_NOT_ALLOWED: unsent('your administrator does not allow this host'),
};

/**
 * Returns the reason for status 511, which a network sends in place of the service (RFC 6585, section 6); `null` for any other status. The network got
 * the request, and may have sent it on.
 */
export const networkStatus = (status: number): string | null =>
  status === 511 ? 'this network wants you to sign in first; open a page in your browser to do so' : null;

/** The messages of a refused redirect, for which Electron and Node have no code. */
const REDIRECT_MESSAGES = new Set(["Attempted to redirect, but redirect policy was 'error'", 'unexpected redirect']);

const UNKNOWN = maybeSent('the connection failed');
const MAX_CAUSES = 6;

/**
 * Finds the reason of a network failure by the `code` of an error or of its causes. Chromium writes some codes only into the message ("net::ERR_…");
 * such a code does not prove that the request did not leave.
 */
export function networkReason(error: unknown): NetworkReason {
  for (
    let current = error, depth = 0;
    current instanceof Error && depth < MAX_CAUSES;
    current = current.cause, depth += 1
  ) {
    if (current instanceof NotSent) return unsent(current.reason);
    const code = 'code' in current && typeof current.code === 'string' ? current.code : '';
    const known = CODES[code];
    if (known) return 'syscall' in current && current.syscall === 'connect' ? { ...known, sent: false } : known;
    if (code.startsWith('ERR_CERT_') || code.startsWith('CERT_')) return UNTRUSTED;
    if (code.startsWith('ERR_SSL_')) return TLS;
    const named = /^net::(ERR_[A-Z0-9_]+)/.exec(current.message)?.[1];
    if (named) return maybeSent(CODES[named]?.reason ?? `${UNKNOWN.reason}: ${named}`);
    if (REDIRECT_MESSAGES.has(current.message)) return REDIRECT;
  }
  return UNKNOWN;
}
