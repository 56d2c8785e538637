/** The facts of one failure, each read once for all rules. Pure: no network, no disk, no clock. */
import type { Api } from '../../../shared/model/primitives.ts';
import { SCOPES, TOKEN_LIFETIME_MS } from '../../../shared/model/token.ts';
import type { HeaderLines } from '../../../shared/model/traffic.ts';
import { type ErrorEnvelope, readErrorEnvelope } from '../../http/error-envelope.ts';
import type { Failure, Surroundings } from '../failure.ts';
import { isRetried } from '../read/line-facts.ts';
import { type Address, type Endpoint, readAddress } from './address.ts';
import { type AnsweredBy, answeredBy } from './answered-by.ts';
import { type Sentence, sentencesOf } from './concepts.ts';
import { impliedStatus } from './implied-status.ts';
import { jsonOf, recordOf } from './record-of.ts';
import { type Standing, standingOf } from './standing.ts';

/** The tolerance for differences between clocks. A smaller difference is ignored; an expiry within this time is uncertain. */
export const CLOCK_TOLERANCE_MS = 300_000;
const MAX_BODY = 400_000;
/** OAuth error codes that only a token endpoint sends (RFC 6749, section 5.2). */
const OF_TOKEN: ReadonlySet<string> = new Set([
  'invalid_client',
  'invalid_scope',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
]);

export interface Facts {
  readonly failure: Failure;
  readonly surroundings: Surroundings;
  readonly address: Address;
  readonly endpoint: Endpoint;
  readonly api: Api | null;
  /** The status of the answer. If the text shows none, the status that the body implies (`isStatusImplied`). */
  readonly status: number | null;
  readonly isStatusImplied: boolean;
  /** True for a status of 2xx. */
  readonly isSuccess: boolean;
  /** True for 401 and 403. */
  readonly isRefused: boolean;
  /** True for a customer's request whose text shows neither an answer nor an error, so that only the request itself can be judged. */
  readonly isUnanswered: boolean;
  /** True when the text shows that the same step succeeded later, and a request may succeed unchanged after such a failure. */
  readonly isMadeGood: boolean;
  /** True when the text reports failures and ends with a success, so that the failures may be over. */
  readonly endsGood: boolean;
  /** True for a request to the token endpoint; other requests carry a token. */
  readonly isToken: boolean;
  readonly answeredBy: AnsweredBy;
  /** Whether the failure is the service's, another server's, or none at all. */
  readonly standing: Standing;
  /** The response body as JSON; undefined when it is not JSON. */
  readonly json: unknown;
  readonly envelope: ErrorEnvelope;
  /** The texts of the reported error in one line: code, message, description and details. */
  readonly said: string;
  readonly sentences: readonly Sentence[];
  /** `header` reads a response header, `sent` a request header; null when it is missing. */
  readonly header: (name: string) => string | null;
  readonly sent: (name: string) => string | null;
  /** Reads a field of the form or JSON that was sent, as text; null when it is missing. */
  readonly field: (name: string) => string | null;
  /** How far the server's clock is ahead of the sender's, in ms; null when unknown. */
  readonly skewMs: number | null;
  /** The instant of the request on the server's clock; null when unknown. */
  readonly serverNow: number | null;
  /** The remaining life of the token in ms on the server's clock, negative after its expiry; null when unknown. */
  readonly tokenLeftMs: number | null;
  /** The scopes of the token, from its claims, its answer or its request; empty when unknown. */
  readonly tokenScopes: readonly string[];
  /** The scope that a token needs for this API; null when the API is unknown. */
  readonly neededScope: string | null;
}

/** Returns the instant for which a token is judged (epoch ms): the time of the request, else the time when the text was read. */
export const judgedAt = ({ serverNow, surroundings: { readAt } }: Facts): number | null => serverNow ?? readAt;

export function readFacts(failure: Failure, surroundings: Surroundings): Facts {
  const header = lookup(failure.responseHeaders);
  const sent = lookup(failure.requestHeaders);
  const address = readAddress(failure, surroundings.services);
  const json = parseJson(failure.responseBody);
  const implied = failure.status === null && failure.networkError === null ? statusOfBody(failure, json) : null;
  const status = failure.status ?? implied;
  const envelope = readErrorEnvelope({
    json,
    text: failure.responseBody?.slice(0, MAX_BODY) ?? '',
    headers: headersOf(failure.responseHeaders),
  });
  const { skewMs, serverNow } = clocks(failure, surroundings, header);
  const printed = surroundings.text?.claims ?? null;
  const tokenClaims = failure.tokenClaims ?? printed;
  const { token } = surroundings;
  const expiresAt =
    tokenClaims?.expiresAt ?? (tokenClaims?.issuedAt == null ? null : tokenClaims.issuedAt + TOKEN_LIFETIME_MS);
  // Of a request without a time it is known that the text was written later than each time in it.
  const lastAt = surroundings.text?.lastAt ?? null;
  const issuedAt = tokenClaims?.issuedAt ?? null;
  const isOrdered =
    expiresAt !== null &&
    lastAt !== null &&
    (lastAt > expiresAt || (issuedAt !== null && lastAt > issuedAt && lastAt < expiresAt));
  const now = serverNow ?? (isOrdered ? lastAt : null);
  const leftByClaims = expiresAt === null || now === null ? null : expiresAt - now;
  const sentJson = parseJson(failure.requestBody?.text ?? null);
  const said = saidOf(envelope, status !== null && status < 400 ? null : json, header('www-authenticate'));
  return {
    failure,
    surroundings,
    address,
    endpoint: address.endpoint,
    api: address.api,
    status,
    isStatusImplied: implied !== null,
    isSuccess: status !== null && status >= 200 && status < 300,
    isRefused: status === 401 || status === 403,
    isUnanswered:
      failure.origin === 'paste' && status === null && failure.networkError === null && failure.responseBody === null,
    endsGood: surroundings.text?.course === 'recovered' || surroundings.text?.course === 'endsGood',
    isMadeGood: surroundings.text?.course === 'recovered' && (status === null || isRetried(status)),
    isToken:
      address.endpoint === 'token' ||
      (address.endpoint === 'unknown' &&
        (OF_TOKEN.has(envelope.oauthCode ?? '') || (status === 429 && surroundings.text?.concernsTokens === true))),
    answeredBy: answeredBy({
      ...{ status, header, body: failure.responseBody, page: failure.page ?? null, json, host: address.host },
    }),
    standing: standingOf(failure, surroundings, address, envelope.code !== null),
    json,
    envelope,
    said,
    sentences: sentencesOf(said),
    header,
    sent,
    field: (name) => failure.requestBody?.fields?.[name] ?? textOf(recordOf(sentJson)?.[name]),
    skewMs,
    serverNow,
    tokenLeftMs: leftByClaims ?? token?.leftMs ?? null,
    tokenScopes: tokenClaims?.scopes.length
      ? tokenClaims.scopes
      : (token?.scope ?? token?.requestedScope ?? '').split(/\s+/).filter((scope) => scope !== ''),
    neededScope: address.api === null ? null : SCOPES[address.api],
  };
}

/** The status that a body implies. A page of HTML implies 200, because a browser displayed it. */
function statusOfBody({ responseBody, page }: Failure, json: unknown): number | null {
  if (json !== undefined) return impliedStatus(json);
  const text = responseBody ?? '';
  const isPage = page != null || /^(?:\[text\/html,|\s*<(?:!doctype html|html|head)\b)/i.test(text);
  return isPage ? 200 : null;
}

function lookup(lines: HeaderLines): (name: string) => string | null {
  const values = new Map<string, string>();
  for (const [name, value] of lines) {
    const lower = name.toLowerCase();
    if (!values.has(lower)) values.set(lower, value);
  }
  return (name) => values.get(name) ?? null;
}

/** Makes a Headers object of pasted lines, without the lines whose name or value HTTP does not allow. */
function headersOf(lines: HeaderLines): Headers {
  const headers = new Headers();
  for (const [name, value] of lines) {
    try {
      headers.append(name, value);
    } catch {}
  }
  return headers;
}

const parseJson = (text: string | null): unknown =>
  text === null || text.length > MAX_BODY ? undefined : jsonOf(text.trim());

/**
 * The clock skew and the service's time of a request. The Date header of a journal entry is not used, because the connection's clock may differ from
 * it.
 */
function clocks(
  { origin, sentAt, responseHeaders }: Failure,
  surroundings: Surroundings,
  header: (name: string) => string | null,
): { skewMs: number | null; serverNow: number | null } {
  const date =
    responseHeaders.length === 0 || Number(header('age') ?? 0) > 0 ? Number.NaN : Date.parse(header('date') ?? '');
  if (origin === 'journal' || Number.isNaN(date)) {
    const { skewMs } = surroundings;
    return { skewMs, serverNow: sentAt === null ? null : sentAt + (skewMs ?? 0) };
  }
  return { skewMs: sentAt === null ? surroundings.skewMs : date - sentAt, serverNow: date };
}

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

const MAX_SAID = 2_000;

/** Joins code, message and challenge with all other texts of an error's body, because services put the reason in different places. */
function saidOf(envelope: ErrorEnvelope, json: unknown, challenge: string | null): string {
  const { code, message, oauthCode, oauthDescription } = envelope;
  const parts: string[] = [];
  for (const part of [code, message, oauthCode, oauthDescription, challenge, ...textsIn(json, MAX_DEPTH)])
    if (part !== null && !parts.some((known) => known.includes(part))) parts.push(part);
  return parts.join(' · ').slice(0, MAX_SAID);
}

const MAX_DEPTH = 5;
const MAX_TEXTS = 60;

/** The texts in an error's body. For a value that is no text, such as the number in `minNights: 3`, the field's name counts as a text. */
function textsIn(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return value.length <= MAX_SAID ? [value] : [];
  if (typeof value !== 'object' || value === null || depth === 0) return [];
  return Object.entries(value)
    .slice(0, MAX_TEXTS)
    .flatMap(([name, inner]) => (typeof inner === 'number' ? [`${name} ${inner}`] : textsIn(inner, depth - 1)))
    .slice(0, MAX_TEXTS);
}
