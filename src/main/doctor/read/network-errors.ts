/** Finds in any text the error of a connection that failed, and names it by Node's code. */
import type { NetworkError } from './raw-failure.ts';

/** Ordered: the more exact first. Each pattern is linear. */
const PATTERNS: readonly (readonly [code: string, pattern: RegExp])[] = [
  ['CERT_HAS_EXPIRED', /CERT_HAS_EXPIRED|certificate has expired|ERR_CERT_DATE_INVALID/i],
  ['CERT_NOT_YET_VALID', /CERT_NOT_YET_VALID|certificate is not yet valid/i],
  [
    'ERR_TLS_CERT_ALTNAME_INVALID',
    /ERR_TLS_CERT_ALTNAME_INVALID|ERR_CERT_COMMON_NAME_INVALID|no alternative certificate subject name|hostname mismatch|doesn't match certificate/i,
  ],
  ['SELF_SIGNED_CERT_IN_CHAIN', /SELF_SIGNED_CERT_IN_CHAIN|self[- ]signed certificate in certificate chain/i],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', /DEPTH_ZERO_SELF_SIGNED_CERT|self[- ]signed certificate/i],
  [
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    /UNABLE_TO_GET_ISSUER_CERT|unable to get (?:local )?issuer certificate|ERR_CERT_AUTHORITY_INVALID|could not establish trust relationship|signed by unknown authority|PKIX path building failed/i,
  ],
  [
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    /UNABLE_TO_VERIFY_LEAF_SIGNATURE|unable to verify the first certificate|CERTIFICATE_VERIFY_FAILED|SSL certificate problem|certificate verify failed|curl: \((?:51|60)\)/i,
  ],
  [
    'EPROTO',
    /\bEPROTO\b|ERR_SSL_\w{1,40}|SSLError|SSL_ERROR_\w{1,40}|sslv3 alert|wrong version number|tlsv1 alert|could not create SSL\/TLS|curl: \(35\)|handshake fail/i,
  ],
  [
    'ENOTFOUND',
    /\bENOTFOUND\b|ERR_NAME_NOT_RESOLVED|could not resolve host|NameResolutionError|name or service not known|nodename nor servname|getaddrinfo failed|remote name could not be resolved|Remotename konnte nicht aufgel(?:ö|oe)st werden|nom distant n['’]a pas pu être résolu|no se (?:puede|pudo) resolver el nombre remoto|impossibile risolvere il nome remoto|nome remoto não pôde ser resolvido|não foi possível resolver o nome remoto|no such host|failed to resolve|curl: \(6\)/i,
  ],
  ['EAI_AGAIN', /\bEAI_AGAIN\b|temporary failure in name resolution/i],
  [
    'ERR_PROXY_CONNECTION_FAILED',
    /ERR_PROXY_CONNECTION_FAILED|ERR_TUNNEL_CONNECTION_FAILED|ProxyError|could not resolve proxy|unable to connect to proxy|curl: \((?:5|97)\)|from proxy after CONNECT/i,
  ],
  [
    'ECONNREFUSED',
    /\bECONNREFUSED\b|ERR_CONNECTION_REFUSED|connection refused|ConnectionRefusedError|actively refused|curl: \(7\)/i,
  ],
  [
    'ECONNRESET',
    /\bECONNRESET\b|ERR_CONNECTION_RESET|connection reset|ConnectionResetError|socket hang up|RemoteDisconnected|curl: \((?:52|56)\)|connection was forcibly closed/i,
  ],
  [
    'ETIMEDOUT',
    /\bETIMEDOUT\b|\bECONNABORTED\b|UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT|ERR_(?:CONNECTION_)?TIMED_OUT|ConnectTimeout|ReadTimeout|read timed out|connection timed out|operation (?:has )?timed out|timeout of \d{1,9}\s?ms exceeded|curl: \(28\)/i,
  ],
  ['ERR_INVALID_CHAR', /\bERR_INVALID_CHAR\b|invalid character in header content/i],
  ['EHOSTUNREACH', /\bEHOSTUNREACH\b|\bENETUNREACH\b|no route to host|network is unreachable|ERR_ADDRESS_UNREACHABLE/i],
  ['ENETDOWN', /\bENETDOWN\b|ERR_INTERNET_DISCONNECTED/i],
];

const MAX_MESSAGE = 300;

/** Most lines of a text have none of these words. */
const ANY_WORD =
  /\bE[A-Z_]{4,20}\b|ERR_|_CERT_|VERIFY|certificate|resol|invalid char|aufgel|résol|risolv|PKIX|refused|reset|hang up|time|route|unreachable|proxy|ssl|tls|issuer|hostname|nodename|getaddrinfo|no such host|not known|handshake|trust|closed|disconnected|curl: \(/i;

/** The first line of a text that names such an error, with its code; null when none does. */
export function networkErrorIn(text: string): NetworkError | null {
  if (!ANY_WORD.test(text)) return null;
  for (const [code, pattern] of PATTERNS) {
    const match = pattern.exec(text);
    if (!match) continue;
    const from = text.lastIndexOf('\n', match.index) + 1;
    const end = text.indexOf('\n', match.index);
    const line = text.slice(Math.max(from, match.index - MAX_MESSAGE / 2), end === -1 ? undefined : end);
    return { code, message: line.trim().slice(0, MAX_MESSAGE) };
  }
  return null;
}
