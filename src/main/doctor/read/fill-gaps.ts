/**
 * Completes the exchanges that the readers left incomplete: a request without its answer, a body without its status, an answer without an
 * address. A fact is used only when the surrounding lines name one value; with two values it stays unknown.
 */
import { impliedStatus } from '../facts/implied-status.ts';
import { bareAddress, isApiAddress, isTokenAddress } from './api-address.ts';
import { Tries } from './bodies-in-text.ts';
import type { Draft } from './draft.ts';
import { type Gathered, gather } from './gather-evidence.ts';
import { headerOf, type RawRequest, type RawResponse, requestOf, responseOf } from './raw-failure.ts';
import type { Source } from './source.ts';

/** The maximum number of exchanges that are completed; further ones stay incomplete. */
const MAX_DRAFTS = 40;
/** The number of lines around an exchange that are searched. */
const MAX_AROUND = 300;

export function withoutGaps(source: Source, drafts: readonly Draft[]): Draft[] {
  const tries = new Tries();
  const { length } = source.lines;
  if (drafts.length === 0) return length > MAX_AROUND ? [] : gatheredAlone(gather(source, 0, length, tries), length);
  const [first] = drafts;
  if (drafts.length === 1 && first)
    return [filled(first, () => gather(source, Math.max(0, first.line - MAX_AROUND), first.end + MAX_AROUND, tries))];
  return drafts.map((draft, index) =>
    index >= MAX_DRAFTS ? draft : filled(draft, () => gatherAround(source, drafts, index, tries)),
  );
}

/** Searches the lines around one of several exchanges: below it for its answer, above it for its address. */
function gatherAround(source: Source, drafts: readonly Draft[], index: number, tries: Tries): Gathered {
  const draft = drafts[index] as Draft;
  const before = Math.max(drafts[index - 1]?.end ?? 0, draft.line - MAX_AROUND);
  const after = Math.max(draft.end, Math.min(drafts[index + 1]?.line ?? source.lines.length, draft.end + MAX_AROUND));
  if (draft.request !== null) return gather(source, draft.line, after, tries);
  return { ...gather(source, draft.line, after, tries), requests: gather(source, before, draft.end, tries).requests };
}

function filled(draft: Draft, gathered: () => Gathered): Draft {
  if (!hasGap(draft)) return draft;
  const found = gathered();
  const request = filledRequest(draft.request, found);
  return { ...draft, request, response: draft.networkError ? draft.response : filledResponse(draft.response, found) };
}

const hasGap = ({ request, response, networkError }: Draft): boolean =>
  request === null ||
  request.url === null ||
  !/^https?:\/\/[^$%{<]/.test(request.url) ||
  request.method === null ||
  (!request.headersKnown && headerOf(request.headers, 'authorization') === null) ||
  (request.body === null && isTokenAddress(request.url)) ||
  (networkError === null &&
    (response === null || response.status === null || response.body === null || !isJson(response.body)));

const only = <Value>(values: readonly Value[]): Value | null => (values.length === 1 ? (values[0] ?? null) : null);

function filledRequest(request: RawRequest | null, found: Gathered): RawRequest | null {
  const one = request?.url == null ? only(found.requests) : null;
  if (request === null && one === null) return null;
  const url = request?.url ?? one?.url ?? null;
  const named = found.requests.find((known) => url !== null && bareAddress(known.url) === bareAddress(url));
  const base = request ?? requestOf({});
  const isToken = url !== null && isTokenAddress(url);
  const credential =
    base.headersKnown || headerOf(base.headers, 'authorization') !== null || isToken
      ? null
      : only(found.authorizations);
  const method = base.method ?? named?.method ?? null;
  return {
    ...base,
    ...{ url, method },
    headers: credential === null ? base.headers : [...base.headers, ['Authorization', credential]],
    body: base.body ?? (method === null || method === 'POST' ? only(found.sent) : null),
  };
}

function filledResponse(response: RawResponse | null, found: Gathered): RawResponse | null {
  const failing = found.statuses.filter((status) => status >= 400);
  const status = response?.status ?? only(failing.length > 0 ? failing : found.statuses);
  const given = response?.body ?? null;
  const body = given !== null && isBody(given) ? given : (bodyFor(status, found) ?? given);
  if (response === null && status === null && body === null) return null;
  return { ...(response ?? responseOf({})), status, body };
}

function bodyFor(status: number | null, found: Gathered): string | null {
  const fitting = found.answers.filter((body) => status === null || isErrorText(body) === status >= 400);
  const answer = only(fitting) ?? only([...new Set(fitting.filter(isErrorText))]);
  if (answer !== null || fitting.length > 0) return answer;
  const page = only(found.pages);
  if (page !== null && (status === null || /^</.test(page))) return page;
  const code = status === null || status >= 400 ? only(found.codes) : null;
  if (code !== null) return JSON.stringify(/[a-z]/.test(code) ? { error: code } : { error_code: code });
  const message = status === null || status >= 400 ? messageOf(found.messages, status) : null;
  return message === null ? null : JSON.stringify({ message });
}

/** Returns the only message of a text, or the only message that implies a status, as messages of the service do. */
function messageOf(messages: readonly string[], status: number | null): string | null {
  const stated = messages.filter((message) => impliedStatus({ message }) !== null);
  return only(stated) ?? (status === null ? null : only(messages));
}

const isErrorText = (body: string): boolean => /"(?:error|error_code|message|errors)"\s?:/.test(body.slice(0, 4_000));
const isJson = (body: string): boolean => /^\s*[[{]/.test(body);
const isBody = (body: string): boolean => /^\s*[[{<]/.test(body);

/** Makes an exchange from a text in which no reader found any, if it names an address and the answer. */
function gatheredAlone(found: Gathered, end: number): Draft[] {
  const request = filledRequest(null, found);
  const response = filledResponse(null, found);
  const isApi = request?.url != null && isApiAddress(request.url);
  const saysEnough = response !== null && (response.body !== null || (isApi && (response.status ?? 0) >= 400));
  return saysEnough ? [{ request, response, networkError: null, sentAt: null, isRemark: false, line: 0, end }] : [];
}
