/**
 * Masks failures that were read. First the form of the Authorization header and the harmless claims of its token are read, in memory. Then every
 * text passes the journal's redactor with its strictest choices, so guests' data never stays.
 */
import type { HeaderLines } from '../../../shared/model/traffic.ts';
import { issuedSecrets } from '../../http/issued-secrets.ts';
import { redactExchange } from '../../http/redact-exchange.ts';
import { couldBeSecret, secretsOf, withoutSecrets } from '../../redact/own-secrets.ts';
import { redactText } from '../../redact/redact.ts';
import { BODY_CAP } from '../../redact/redact-body.ts';
import { isSecretName } from '../../redact/redact-keys.ts';
import { unescaped } from '../../redact/unescape.ts';
import { authorizationShape, tokenClaims } from '../authorization.ts';
import { pageMark } from '../facts/answered-by.ts';
import { jsonOf } from '../facts/record-of.ts';
import type { AuthorizationShape, Failure, FailureBody, TokenClaims } from '../failure.ts';
import { headerOf, methodOf, type RawFailure, type RawRequest } from './raw-failure.ts';
import { literalOf } from './read-literal.ts';

const RULES = { keepGuests: false } as const;
/** The number of secrets that are kept: each is searched in each text. */
const MAX_SECRETS = 40;
const MAX_SECRET = 16_384;
const MAX_URL = 8_000;
const MAX_MESSAGE = 500;
const MAX_BODY = 2 * 1_024 * 1_024;
const MAX_REPAIRED = 256 * 1_024;
const MAX_HEADERS = 100;
const MAX_HEADER = 8_000;
const MAX_FIELDS = 50;

/** Finds the secrets in all exchanges of a text, because a secret of one may occur in another, for example in an error message. */
export function secretsIn(exchanges: readonly RawFailure[]): string[] {
  const all = exchanges.flatMap(({ request, response }) => [
    ...(request ? secretsOfRequest(request) : []),
    ...(response?.body && isTokenRequest(request)
      ? issuedSecrets({
          status: response.status ?? 200,
          headers: new Headers(),
          text: response.body.slice(0, MAX_BODY),
        })
      : []),
  ]);
  return [...new Set(all.filter(couldBeSecret).map((secret) => secret.slice(0, MAX_SECRET)))].slice(0, MAX_SECRETS);
}

function secretsOfRequest({ url, headers, body }: RawRequest): string[] {
  const named = headers.flatMap(([name, value]) => (isSecretName(name) ? [value, ...value.split(/[\s;,="']+/)] : []));
  const credential = headerOf(headers, 'authorization') ?? '';
  const [, parameters = ''] = /\?([^#]*)/.exec(url ?? '') ?? [];
  const query = [...new URLSearchParams(parameters.slice(0, MAX_URL))].flatMap(([name, value]) =>
    isSecretName(name) ? [value] : [],
  );
  const parts = secretsOf(headersOf(headers), body?.slice(0, MAX_BODY) ?? null);
  return [...parts, ...credential.split(/[\s"':,]+/).filter((part) => part.length >= 12), ...named, ...query].filter(
    (secret) => secret.length >= MIN_OF_TEXT,
  );
}

/** The shortest secret that is searched in other texts; a shorter value would also match words that are not secret. */
const MIN_OF_TEXT = 8;

/** Makes a Headers object of the headers that `secretsOf` reads, without characters that HTTP does not allow. */
function headersOf(lines: HeaderLines): Headers {
  const headers = new Headers();
  for (const name of ['authorization', 'content-type']) {
    const value = headerOf(lines, name)
      ?.replace(/[^\x20-\x7e]+/g, ' ')
      .trim();
    if (value) headers.set(name, value);
  }
  return headers;
}

/** Makes a failure without secrets and guests' data. `secrets`: the secrets of the whole text, and those that the console stores. */
export function masked(raw: RawFailure, secrets: readonly string[]): Failure {
  const { request, response } = raw;
  const clean = cleanExchange(raw, secrets);
  const credential = request ? headerOf(request.headers, 'authorization') : null;
  return {
    ...{ origin: 'paste', exchangeId: null, api: null, operation: null },
    method: methodOf(request?.method ?? null),
    url: request?.url ? clean.url : null,
    requestHeaders: clean.requestHeaders,
    requestHeadersKnown: request?.headersKnown ?? false,
    requestBody: bodyOf(request, clean.requestBody?.text ?? null),
    status: response?.status ?? null,
    responseHeaders: clean.responseHeaders ?? [],
    responseHeadersKnown: response?.headersKnown ?? false,
    responseBody: clean.responseBody?.text ?? null,
    page: pageMark(response?.body ?? null),
    networkError: raw.networkError && {
      code: codeOf(raw.networkError.code),
      message: redactText(withoutSecrets(raw.networkError.message.slice(0, MAX_MESSAGE), secrets), RULES),
    },
    sentAt: raw.sentAt,
    authorization: shapeOf(request, credential),
    tokenClaims: maskedClaims(tokenClaims(credential ?? undefined), secrets),
  };
}

/** Removes the client ID from claims when it contains a secret. */
export const maskedClaims = (claims: TokenClaims | null, secrets: readonly string[]): TokenClaims | null =>
  claims?.clientId && redactText(withoutSecrets(claims.clientId, secrets), RULES) !== claims.clientId
    ? { ...claims, clientId: null }
    : claims;

function shapeOf(request: RawRequest | null, credential: string | null): AuthorizationShape {
  if (credential === null && request?.headersKnown !== true) return { kind: 'unknown', scheme: null };
  const shape = authorizationShape(credential ?? undefined);
  // A word that is no known scheme is a part of the credential.
  return shape.scheme === null || isScheme(shape.scheme) ? shape : { ...shape, scheme: null };
}

const SCHEMES = new Set([
  ...['basic', 'digest', 'token', 'jwt', 'oauth', 'oauth2', 'apikey', 'api-key', 'key', 'negotiate', 'ntlm', 'hmac'],
  ...['aws4-hmac-sha256', 'accesstoken', 'access_token', 'authorization'],
]);
/** Whether the first word of a credential is a known scheme, or the word Bearer with a typing error. */
const isScheme = (word: string): boolean =>
  /^bea?r?e?a?r?e?r?s?:?$/i.test(word) || SCHEMES.has(word.toLowerCase().replace(/:$/, ''));

const codeOf = (code: string | null): string | null =>
  code !== null && /^[A-Z][A-Z0-9_]{2,60}$/.test(code) ? code : null;

const isTokenRequest = (request: RawRequest | null): boolean =>
  /\/(?:oauth2?|connect)\/token\b/i.test(request?.url ?? '') ||
  /(?:^|[&"{,\s])grant_type\b/.test(request?.body?.slice(0, 2_000) ?? '');

/** Redacts an exchange as the journal does; the fields that only the journal has stay empty. */
function cleanExchange({ request, response }: RawFailure, secrets: readonly string[]) {
  const bodyText = (text: string | null | undefined) =>
    text === null || text === undefined ? null : { text: text.slice(0, MAX_BODY), bytes: Buffer.byteLength(text) };
  return redactExchange(
    {
      ...{ id: 'paste', chainId: 'paste', attempt: 1, connectionId: 'paste', credentialId: null, api: 'openApi' },
      ...{ lane: 'interactive', taskId: null, host: '', error: null, requestId: null, tokenGeneration: null },
      ...{
        queuedAt: 0,
        grantedAt: 0,
        sentAt: 0,
        firstByteMs: null,
        durationMs: null,
        requestBytes: null,
        responseBytes: null,
      },
      operation: isTokenRequest(request) ? 'token' : 'paste',
      method: 'GET',
      url: (request?.url ?? '').slice(0, MAX_URL),
      status: response?.status ?? null,
      requestHeaders: headerLines(request?.headers ?? [], secrets),
      requestBody: bodyText(repairedJson(request?.body ?? null)),
      responseHeaders: response && headerLines(response.headers, secrets),
      responseBody: bodyText(repairedJson(response?.body ?? null)),
      failure: null,
      secrets,
    },
    { ...RULES, bodyKilobytes: BODY_CAP / 1_024 },
  );
}

/** Rewrites a body as JSON when it is a literal in another notation, or JSON that OCR or a word processor changed. */
function repairedJson(body: string | null): string | null {
  if (body === null || body.length > MAX_REPAIRED || !/^\s*[{[]/.test(body)) return body;
  if (unescaped(body).disguised > 0) return body;
  if (jsonOf(body) !== undefined) return body;
  const value = literalOf(body);
  return value === null ? body : JSON.stringify(value);
}

/** Returns the lines of headers. Names that contain a secret, or that HTTP forbids, are replaced: redaction reads values only. */
function headerLines(lines: HeaderLines, secrets: readonly string[]): HeaderLines {
  return lines
    .slice(0, MAX_HEADERS)
    .map(([name, value]): [string, string] => [
      /^[\w!#$%&'*+.^|~-]{1,80}$/.test(name) &&
      withoutSecrets(name, secrets) === name &&
      redactText(name, RULES) === name
        ? name
        : 'x-redacted',
      value.slice(0, MAX_HEADER),
    ]);
}

function bodyOf(request: RawRequest | null, text: string | null): FailureBody | null {
  if (request === null || request.body === null || text === null) return null;
  const type = headerOf(request.headers, 'content-type');
  const contentType =
    type === null ? null : (/^[\w.+-]{1,60}\/[\w.+-]{1,60}/.exec(type.trim())?.[0].toLowerCase() ?? null);
  const isForm = /^[^\s{}[\]<>=&]{1,80}=/.test(text) && !/^\s*[{[]/.test(text);
  const fields = isForm ? Object.fromEntries([...new URLSearchParams(text)].slice(0, MAX_FIELDS)) : null;
  return { contentType, text, fields };
}
