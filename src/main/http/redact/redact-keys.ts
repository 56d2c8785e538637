/** The names of secrets in JSON, forms, queries and headers, and the headers whose values may be shown. */

export const REDACTED = '[redacted]';

/** Names of secrets and card references, in lower case without punctuation. */
const SECRET_NAMES = new Set([
  'authorization',
  'auth',
  'bearer',
  'cookie',
  'setcookie',
  'secret',
  'password',
  'passwd',
  'pwd',
  'passphrase',
  'passcode',
  'credential',
  'credentials',
  'assertion',
  'clientassertion',
  'codeverifier',
  'jwt',
  'sessionid',
  'signature',
  'sig',
  'cardnumber',
  'ccnumber',
  'creditcard',
  'creditcardnumber',
  'pan',
  'cvc',
  'cvv',
  'securitycode',
  'iban',
]);
const SECRET_ENDINGS = [
  'token',
  'tokens',
  'secret',
  'password',
  'apikey',
  'accesskey',
  'privatekey',
  'secretkey',
  'cardnumber',
];
/** Paging tokens: not secret. */
const HARMLESS_NAMES = new Set(['nexttoken', 'pagetoken', 'nextpagetoken', 'continuationtoken', 'synctoken']);

/** Whether a name is that of a secret ("client_secret", "ccToken", "X-Api-Key", "card[number]"). */
export function isSecretName(name: string): boolean {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (HARMLESS_NAMES.has(plain)) return false;
  return SECRET_NAMES.has(plain) || SECRET_ENDINGS.some((ending) => plain.endsWith(ending));
}

const SHOWN_HEADERS = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'age',
  'allow',
  'cache-control',
  'cf-ray',
  'connection',
  'content-encoding',
  'content-language',
  'content-length',
  'content-type',
  'date',
  'etag',
  'expires',
  'host',
  'keep-alive',
  'last-modified',
  'location',
  'pragma',
  'request-id',
  'retry-after',
  'server',
  'server-timing',
  'strict-transport-security',
  'transfer-encoding',
  'user-agent',
  'vary',
  'via',
  'www-authenticate',
  'x-amzn-requestid',
  'x-correlation-id',
  'x-request-id',
]);

/** Whether the value of a header may be shown, once its text is redacted as well. */
export function isShownHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return SHOWN_HEADERS.has(lower) || /^(x-)?ratelimit(-[a-z]+)*$/.test(lower);
}
