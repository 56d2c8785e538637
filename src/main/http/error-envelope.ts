/**
 * What a server said with an error: every envelope of domain.md ("Errors and headers"), and the generic ones of RFC 6749 §5.2,
 * RFC 9457 and plain text. Reads shapes, never meanings.
 */
import type { ReportedError } from '../../shared/errors.ts';
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
export function serverSaid({ status, headers, text, exchangeId }: Said): ReportedError {
  const body = parse(text);
  const outer = objectOf(body) ?? {};
  const inner = objectOf(outer.error) ?? objectOf(listOf(outer.errors)[0]) ?? {};
  const data = [objectOf(outer.data), objectOf(inner.data)].filter((part) => part !== null);
  const details = data.flatMap((part) => [...listOf(part.errors).map(messageOf), textOf(part.moreDetails)]);
  return {
    status,
    serverCode: first(textOf(outer.error_code), textOf(inner.code), textOf(outer.code), oauthCode(outer)),
    serverMessage:
      first(
        joinDetails(first(textOf(outer.message), textOf(inner.message)), details),
        textOf(outer.error_description),
      ) ??
      first(
        textOf(outer.detail),
        textOf(outer.title),
        textOf(outer.error),
        messageOf(inner),
        messageOf(listOf(outer.errors)[0]),
      ) ??
      (body === undefined ? plainTextOf(text, headers) : null),
    requestId: first(
      ...data.map((part) => textOf(part.requestId)),
      textOf(outer.requestId),
      textOf(outer.request_id),
      textOf(inner.requestId),
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

function objectOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text that says something; numbers count (some services number their codes). */
function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  const trimmed = typeof value === 'string' ? value.trim() : '';
  return trimmed === '' ? null : shorten(trimmed);
}

function messageOf(value: unknown): string | null {
  return textOf(value) ?? textOf(objectOf(value)?.message);
}

/** RFC 6749 §5.2: `error` is a code, its text stands beside it. */
function oauthCode(outer: Fields): string | null {
  return typeof outer.error === 'string' && /^[\w-]+$/.test(outer.error) ? outer.error : null;
}

function first(...candidates: (string | null)[]): string | null {
  return candidates.find((candidate) => candidate !== null && candidate !== '') ?? null;
}

/** The message with details that it does not hold already. */
function joinDetails(text: string | null, details: readonly (string | null)[]): string | null {
  const parts = text === null ? [] : [text];
  for (const detail of details) if (detail !== null && !parts.some((part) => part.includes(detail))) parts.push(detail);
  return parts.length === 0 ? null : shorten(parts.join(' · '));
}

/** What a page or a plain text says: an HTML page speaks through its title or first heading. */
function plainTextOf(text: string, headers: Headers): string | null {
  const start = text.slice(0, 20_000);
  const isHtml = (headers.get('content-type') ?? '').includes('html') || /^\s*</.test(start);
  if (!isHtml) return textOf(start.replace(/\s+/g, ' '));
  const heading = /<(title|h1)\b[^>]*>([\s\S]*?)<\/\1\s*>/i.exec(start)?.[2] ?? '';
  return textOf(heading.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' '));
}

/** Short, and without what a service may repeat of a request's secrets. */
function shorten(long: string): string {
  const text = redactText(long.slice(0, 10 * MAX_MESSAGE));
  return text.length > MAX_MESSAGE ? `${text.slice(0, MAX_MESSAGE - 1)}…` : text;
}
