/** Finds the error of a failed connection in any text, and gives it Node's error code. */
import type { NetworkError } from './raw-failure.ts';

/** The patterns in order, the more exact ones first. Each takes linear time. */
const PATTERNS: readonly (readonly [code: string, pattern: RegExp])[] = [
  [
    'ERR_INVALID_CHAR',
    /\bERR_INVALID_CHAR\b|invalid character in header content|invalid (?:http )?header(?: field)? value|\bInvalidHeader\b|Headers\.(?:append|set): ["']|illegal (?:character|header)[^\n]{0,80}(?:header|value)|(?:new-?line|carriage return|CR\/LF|line feed)[^\n]{0,60}header|header[^\n]{0,80}(?:new-?lines?\b|carriage return|CR\/LF|\bLF\b)|unexpected char 0x[01]\w[^\n]{0,40}value|not (?:a )?valid header value|invalid header value|invalid value for header|format of value '[^\n]{0,400}' is invalid/i,
  ],
  [
    'CERT_HAS_EXPIRED',
    /CERT_HAS_EXPIRED|certificate has expired|ERR_CERT_DATE_INVALID|CertificateExpiredException|NotAfter: /i,
  ],
  [
    'CERT_NOT_YET_VALID',
    /CERT_NOT_YET_VALID|certificate is not yet valid|CertificateNotYetValidException|NotBefore: /i,
  ],
  [
    'ERR_TLS_CERT_ALTNAME_INVALID',
    /ERR_TLS_CERT_ALTNAME_INVALID|ERR_CERT_COMMON_NAME_INVALID|no alternative certificate subject name|hostname mismatch|doesn't match certificate/i,
  ],
  ['SELF_SIGNED_CERT_IN_CHAIN', /SELF_SIGNED_CERT_IN_CHAIN|self[- ]signed certificate in certificate chain/i],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', /DEPTH_ZERO_SELF_SIGNED_CERT|self[- ]signed certificate/i],
  [
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    /UNABLE_TO_GET_ISSUER_CERT|unable to get (?:local )?issuer certificate|ERR_CERT_AUTHORITY_INVALID|could not establish trust relationship|signed by unknown authority|PKIX path building failed|UntrustedRoot|RemoteCertificate\w{0,30}Errors/i,
  ],
  [
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    /UNABLE_TO_VERIFY_LEAF_SIGNATURE|unable to verify the first certificate|CERTIFICATE_VERIFY_FAILED|SSL certificate problem|certificate verify failed|curl: \((?:51|60)\)|cURL error (?:51|60)\b/i,
  ],
  [
    'EPROTO',
    /\bEPROTO\b|ERR_SSL_\w{1,40}|SSLError|SSL_ERROR_\w{1,40}|sslv3 alert|wrong version number|tlsv1 alert|could not create SSL\/TLS|curl: \(35\)|cURL error 35\b|handshake fail|SSLHandshakeException|SSL connection could not be established/i,
  ],
  [
    'ENOTFOUND',
    /\bENOTFOUND\b|ERR_NAME_NOT_RESOLVED|could not resolve host|NameResolutionError|name or service not known|nodename nor servname|getaddrinfo failed|remote name could not be resolved|Remotename konnte nicht aufgel(?:ö|oe)st werden|nom distant n['’]a pas pu être résolu|no se (?:puede|pudo) resolver el nombre remoto|impossibile risolvere il nome remoto|nome remoto não pôde ser resolvido|não foi possível resolver o nome remoto|no such host|failed to resolve|UnknownHostException|Failed to open TCP connection[^\n]{0,200}getaddrinfo|php_network_getaddresses|curl: \(6\)|cURL error 6\b/i,
  ],
  ['EAI_AGAIN', /\bEAI_AGAIN\b|temporary failure in name resolution/i],
  [
    'ERR_PROXY_CONNECTION_FAILED',
    /ERR_PROXY_CONNECTION_FAILED|ERR_TUNNEL_CONNECTION_FAILED|ProxyError|could not resolve proxy|unable to connect to proxy|curl: \((?:5|97)\)|from proxy after CONNECT/i,
  ],
  [
    'ECONNREFUSED',
    /\bECONNREFUSED\b|ERR_CONNECTION_REFUSED|connection refused|ConnectionRefusedError|actively refused|curl: \(7\)|cURL error 7\b|ConnectException/i,
  ],
  [
    'ECONNRESET',
    /\bECONNRESET\b|ERR_CONNECTION_RESET|connection reset|ConnectionResetError|socket hang up|socket disconnected before|RemoteDisconnected|curl: \((?:52|56)\)|connection was forcibly closed/i,
  ],
  [
    'ETIMEDOUT',
    /\bETIMEDOUT\b|\bECONNABORTED\b|UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT|ERR_(?:CONNECTION_)?TIMED_OUT|ConnectTimeout|ReadTimeout|read timed out|connection timed out|operation (?:has )?timed out|connect timed out|SocketTimeoutException|ConnectTimeoutException|HttpTimeoutException|request was canceled due to the configured HttpClient\.Timeout|context deadline exceeded|Net::(?:Open|Read)Timeout|i\/o timeout|execution expired|timeout of \d{1,9}\s?ms exceeded|curl: \(28\)|cURL error 28\b/i,
  ],
  ['EHOSTUNREACH', /\bEHOSTUNREACH\b|\bENETUNREACH\b|no route to host|network is unreachable|ERR_ADDRESS_UNREACHABLE/i],
  ['ENETDOWN', /\bENETDOWN\b|ERR_INTERNET_DISCONNECTED/i],
];

const MAX_MESSAGE = 300;

/** Matches lines that may name an error; most lines of a text do not. */
const ANY_WORD =
  /\bE[A-Z_]{4,20}\b|ERR_|_CERT_|VERIFY|certificate|resol|invalid char|aufgel|résol|risolv|PKIX|refused|reset|hang up|time|route|unreachable|proxy|ssl|tls|issuer|hostname|nodename|getaddrinfo|no such host|not known|handshake|trust|closed|disconnected|header|canceled|execution|NotBefore|NotAfter|getaddresses|exception|deadline|curl: \(|cURL error/i;

/** The first line of a text that names a network error, with the code; null when none does. */
export function networkErrorIn(text: string): NetworkError | null {
  if (!ANY_WORD.test(text)) return null;
  for (const [code, pattern] of PATTERNS) {
    const match = pattern.exec(text);
    if (!match) continue;
    // Such a message often quotes the value, which is a token.
    if (code === 'ERR_INVALID_CHAR') return { code, message: 'Invalid character in header content' };
    const from = text.lastIndexOf('\n', match.index) + 1;
    const end = text.indexOf('\n', match.index);
    const line = text.slice(Math.max(from, match.index - MAX_MESSAGE / 2), end === -1 ? undefined : end);
    return { code, message: line.trim().slice(0, MAX_MESSAGE) };
  }
  return null;
}
