/** Finds the error of a failed connection in any text, gives it Node's error code, and says what failed. */
import type { Failure } from '../failure.ts';

/** The message for a lost answer when the client names no error. */
export const NO_ANSWER = 'No answer came.';

/** The part of a request that failed, such as the client's header, TLS, the name look-up, a proxy or the connection. */
export type FailedPart =
  | 'header'
  | 'tls'
  | 'name'
  | 'proxy'
  | 'refused'
  | 'closed'
  | 'timeout'
  | 'route'
  | 'offline'
  | 'other';

interface Row {
  readonly code: string;
  readonly lost: FailedPart;
  /** The phrases in lower case; a code of curl such as `curl: (6)` is written `curl(6)`. */
  readonly phrases: readonly string[];
}

/** The phrases of each error, the more exact errors first. */
const PHRASES: Partial<Record<FailedPart, Readonly<Record<string, string>>>> = {
  header: {
    ERR_INVALID_CHAR:
      "err_invalid_char|invalid character in header content|invalid header|invalidheader|invalid http header|headers.append: |headers.set: |illegal header|unexpected char 0x|not allowed in header values|not a valid header value|not valid header value|invalid value for header|format of value '",
  },
  tls: {
    CERT_HAS_EXPIRED:
      'cert_has_expired|certificate has expired|err_cert_date_invalid|certificateexpiredexception|notafter: ',
    CERT_NOT_YET_VALID:
      'cert_not_yet_valid|certificate is not yet valid|certificate not yet activated|certificatenotyetvalidexception|notbefore: ',
    ERR_TLS_CERT_ALTNAME_INVALID:
      "err_tls_cert_altname_invalid|err_cert_common_name_invalid|no alternative certificate subject name|hostname mismatch|doesn't match certificate",
    SELF_SIGNED_CERT_IN_CHAIN:
      'self_signed_cert_in_chain|self-signed certificate in certificate chain|self signed certificate in certificate chain',
    DEPTH_ZERO_SELF_SIGNED_CERT: 'depth_zero_self_signed_cert|self-signed certificate|self signed certificate',
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
      'unable_to_get_issuer_cert|unable to get local issuer certificate|unable to get issuer certificate|err_cert_authority_invalid|could not establish trust relationship|signed by unknown authority|pkix path building failed|untrustedroot|remotecertificate',
    UNABLE_TO_VERIFY_LEAF_SIGNATURE:
      'unable_to_verify_leaf_signature|certificate_verify_failed|unable to verify the first certificate|ssl certificate problem|certificate verify failed|curl(51)|curl(60)',
    EPROTO:
      'eproto|err_ssl_|sslerror|ssl_error_|sslv3 alert|wrong version number|tlsv1 alert|could not create ssl/tls|curl(35)|handshake fail|sslhandshakeexception|ssl connection could not be established',
  },
  name: {
    ENOTFOUND:
      "enotfound|err_name_not_resolved|could not resolve host|nameresolutionerror|name or service not known|nodename nor servname|getaddrinfo failed|getaddrinfo: |curl(6)|remote name could not be resolved|no such host|failed to resolve|unknownhostexception|php_network_getaddresses|remotename konnte nicht aufgelöst|nom distant n'a pas pu être résolu|resolver el nombre remoto|risolvere il nome remoto|nome remoto não pôde ser resolvido",
    EAI_AGAIN: 'eai_again|server misbehaving|temporary failure in name resolution',
  },
  proxy: {
    ERR_PROXY_CONNECTION_FAILED:
      'err_proxy_connection_failed|err_tunnel_connection_failed|proxyerror|could not resolve proxy|unable to connect to proxy|curl(5)|curl(97)|from proxy after connect',
  },
  refused: {
    ECONNREFUSED:
      'econnrefused|err_connection_refused|connection refused|connectionrefusederror|actively refused|curl(7)|connectexception',
  },
  closed: {
    ECONNRESET:
      'econnreset|err_connection_reset|connection reset|connectionreseterror|socket hang up|socket disconnected before|remotedisconnected|connection was forcibly closed|curl(52)|curl(56)',
  },
  timeout: {
    ETIMEDOUT:
      'etimedout|econnaborted|und_err_connect_timeout|und_err_headers_timeout|und_err_body_timeout|err_timed_out|err_connection_timed_out|connecttimeout|readtimeout|read timed out|connection timed out|operation timed out|operation has timed out|connect timed out|sockettimeoutexception|httptimeoutexception|configured httpclient.timeout|net::opentimeout|context deadline exceeded|i/o timeout|execution expired|timeout of |curl(28)',
  },
  route: { EHOSTUNREACH: 'ehostunreach|enetunreach|no route to host|network is unreachable|err_address_unreachable' },
  offline: { ENETDOWN: 'enetdown|err_internet_disconnected' },
};

const row = (lost: string, code: string, phrases: string): Row => ({
  ...{ lost: lost as FailedPart, code },
  phrases: phrases.split('|'),
});
const IN_TEXTS = Object.entries(PHRASES).flatMap(([lost, codes]) =>
  Object.entries(codes).map(([code, phrases]) => row(lost, code, phrases)),
);

/** Phrases for a text that is known to be the error of a connection. In other texts most of them would match too often. */
const IN_ERRORS: readonly Row[] = [
  row('tls', 'CERT_NOT_YET_VALID', 'not yet valid'),
  row(
    'proxy',
    '',
    'err_proxy|err_tunnel|err_mandatory_proxy|tunnel failed|tunnel socket|tunneling socket|from proxy|proxy ',
  ),
  ...IN_TEXTS,
  row('name', '', 'name_resolution|eai_noname|getaddrinfo|nxdomain|err_dns|could not resolve'),
  row('tls', '', 'cert_|_cert|certificate|err_tls|ssl: |ssl routines|tls alert|secure channel|curl(58)|curl(77)'),
  row('refused', '', 'connection_refused|newconnectionerror'),
  row('offline', '', 'network_changed|network_io_suspended'),
  row('timeout', '', 'esockettimedout|timed_out|timed out|deadline exceeded'),
  row(
    'closed',
    '',
    'epipe|und_err_socket|und_err_closed|connection_closed|connection_aborted|connection aborted|empty_response|closed',
  ),
];
export const MAX_MESSAGE = 300;

/** Returns the text in lower case, with one apostrophe and one spelling for the codes of curl: `curl(6)`. */
const spelt = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(
      /\bcurl(?:: \((\d{1,3})\)| error (\d{1,3})\b|:(\d{1,3})\b)/g,
      (_all, one?: string, other?: string, code?: string) => `curl(${one ?? other ?? code})`,
    );

const rowIn = (words: string, rows: readonly Row[]): { found: Row; phrase: string } | null => {
  for (const found of rows) {
    const phrase = found.phrases.find((one) => words.includes(one));
    if (phrase !== undefined) return { found, phrase };
  }
  return null;
};

/** Finds the first line of a text that names a network error, with its code; null without one. */
export function networkErrorIn(text: string): NonNullable<Failure['networkError']> | null {
  const match = rowIn(spelt(text), IN_TEXTS);
  if (!match) return null;
  const { code } = match.found;
  // Such a message often quotes the value, which is a token.
  if (code === 'ERR_INVALID_CHAR') return { code, message: 'Invalid character in header content' };
  const line = text.split('\n').find((one) => spelt(one).includes(match.phrase)) ?? text;
  const at = Math.max(0, spelt(line).indexOf(match.phrase) - MAX_MESSAGE / 2);
  return { code, message: line.slice(at).trim().slice(0, MAX_MESSAGE) };
}

/** Returns the part of a request that a network error names, and Node's code for the error, if there is one. */
export function failedPartOf(error: NonNullable<Failure['networkError']>): { lost: FailedPart; code: string | null } {
  const words = spelt(`${error.code ?? ''} ${error.message}`);
  const { found } = rowIn(words, IN_ERRORS) ?? {};
  return { lost: found?.lost ?? 'other', code: found?.code || error.code };
}
