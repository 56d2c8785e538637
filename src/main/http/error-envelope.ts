/**
 * What a server said with an error: every envelope of domain.md ("Errors and headers"), and the generic ones of RFC 6749 §5.2,
 * RFC 9457 and plain text. Reads shapes, never meanings.
 */
import type { ServerSaid } from '../../shared/errors.ts';
import { redactText } from './redact/redact.ts';

export interface Said {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly exchangeId: string | null;
}

const REQUEST_ID_HEADERS = ['x-request-id', 'request-id', 'x-correlation-id', 'x-amzn-requestid', 'cf-ray'];
const MAX_MESSAGE = 500;

type Fields = Record<string, unknown>;

/**
 * The request id of an answer: where the headers name none, an error's body may. Bodies of successes are not read for it: they may be
 * large, and no shape of theirs is known.
 */
export function requestIdOf(answer: Said): string | null {
  const isSuccess = answer.status >= 200 && answer.status < 300;
  return isSuccess ? requestIdIn(answer.headers) : serverSaid(answer).requestId;
}

const requestIdIn = (headers: Headers): string | null => first(...REQUEST_ID_HEADERS.map((name) => headers.get(name)));

/** Reads status, code, message and request id; `null` for what was not said. */
export function serverSaid({ status, headers, text, exchangeId }: Said): ServerSaid {
  const body = parse(text);
  const outer = fields(body) ?? {};
  const inner = fields(outer.error) ?? fields(list(outer.errors)[0]) ?? {};
  const data = [fields(outer.data), fields(inner.data)].filter((part) => part !== null);
  const details = data.flatMap((part) => [...list(part.errors).map(message), words(part.moreDetails)]);
  return {
    status,
    serverCode: first(words(outer.error_code), words(inner.code), words(outer.code), oauthCode(outer)),
    serverMessage:
      first(join(first(words(outer.message), words(inner.message)), details), words(outer.error_description)) ??
      first(
        words(outer.detail),
        words(outer.title),
        words(outer.error),
        message(inner),
        message(list(outer.errors)[0]),
      ) ??
      (body === undefined ? plain(text, headers) : null),
    requestId: first(
      ...data.map((part) => words(part.requestId)),
      words(outer.requestId),
      words(outer.request_id),
      words(inner.requestId),
      requestIdIn(headers),
    ),
    exchangeId,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fields(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text that says something; numbers count (some services number their codes). */
function words(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  const trimmed = typeof value === 'string' ? value.trim() : '';
  return trimmed === '' ? null : cut(trimmed);
}

function message(value: unknown): string | null {
  return words(value) ?? words(fields(value)?.message);
}

/** RFC 6749 §5.2: `error` is a code, its text stands beside it. */
function oauthCode(outer: Fields): string | null {
  return typeof outer.error === 'string' && /^[\w-]+$/.test(outer.error) ? outer.error : null;
}

function first(...candidates: (string | null)[]): string | null {
  return candidates.find((candidate) => candidate !== null && candidate !== '') ?? null;
}

/** The message with details that it does not hold already. */
function join(text: string | null, details: readonly (string | null)[]): string | null {
  const parts = text === null ? [] : [text];
  for (const detail of details) if (detail !== null && !parts.some((part) => part.includes(detail))) parts.push(detail);
  return parts.length === 0 ? null : cut(parts.join(' · '));
}

/** What a page or a plain text says: an HTML page speaks through its title or first heading. */
function plain(text: string, headers: Headers): string | null {
  const start = text.slice(0, 20_000);
  const isHtml = (headers.get('content-type') ?? '').includes('html') || /^\s*</.test(start);
  if (!isHtml) return words(start.replace(/\s+/g, ' '));
  const heading = /<(title|h1)\b[^>]*>([\s\S]*?)<\/\1\s*>/i.exec(start)?.[2] ?? '';
  return words(heading.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' '));
}

/** Short, and without what a service may repeat of a request's secrets. */
function cut(long: string): string {
  const text = redactText(long.slice(0, 10 * MAX_MESSAGE));
  return text.length > MAX_MESSAGE ? `${text.slice(0, MAX_MESSAGE - 1)}…` : text;
}
