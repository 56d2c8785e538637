/** Reads the error in an answer: the envelopes of service.md §8.2, RFC 6749 §5.2 and RFC 9457, and plain text. Interprets no code. */
import { MAX_CHARACTERS } from '../../shared/input/max-input.ts';
import { namesOf, readDescription } from '../redact/body-description.ts';
import { withoutSecrets } from '../redact/own-secrets.ts';
import { redactIdentifier, redactText } from '../redact/redact.ts';

/** The error that an answer reports; a missing field is `null`. Texts are shortened, and redacted because a service may repeat secrets. */
export interface ErrorEnvelope {
  readonly code: string | null;
  readonly message: string | null;
  readonly requestId: string | null;
  /** `error` and `error_description` of RFC 6749 §5.2. `oauthCode` is set only when `error` is a code. */
  readonly oauthCode: string | null;
  readonly oauthDescription: string | null;
}

const REQUEST_ID_HEADERS = ['x-request-id', 'request-id', 'x-correlation-id', 'x-amzn-requestid', 'cf-ray'];
const MAX_MESSAGE = MAX_CHARACTERS.phrase;

type Fields = Record<string, unknown>;

/** Reads the reported error of an answer. No field of the result contains one of the `secrets`. */
export function readErrorEnvelope(
  { json, text, headers }: { readonly json: unknown; readonly text: string; readonly headers: Headers },
  secrets: readonly string[] = [],
): ErrorEnvelope {
  const { textOf, idOf, messageOf } = readers(secrets);
  const outer = objectOf(json) ?? {};
  const inner = objectOf(outer.error) ?? objectOf(listOf(outer.errors)[0]) ?? {};
  const data = [objectOf(outer.data), objectOf(inner.data)].filter((part) => part !== null);
  const details = data.flatMap((part) => [...listOf(part.errors).map(messageOf), textOf(part.moreDetails)]);
  const error = textOf(outer.error);
  const oauthCode = error !== null && /^[\w-]+$/.test(error) ? error : null;
  const oauthDescription = textOf(outer.error_description);
  return {
    code: first(textOf(outer.error_code), textOf(inner.code), textOf(outer.code), oauthCode),
    message:
      first(joinDetails(first(textOf(outer.message), textOf(inner.message)), details), oauthDescription) ??
      first(textOf(outer.detail), textOf(outer.title), error, messageOf(inner), messageOf(listOf(outer.errors)[0])) ??
      (json === undefined ? textOf(plainTextOf(withoutSecrets(text, secrets), headers)) : null),
    requestId: first(
      ...data.map((part) => idOf(part.requestId)),
      idOf(outer.requestId),
      idOf(outer.request_id),
      idOf(inner.requestId),
      requestIdIn(headers, secrets),
    ),
    oauthCode,
    oauthDescription,
  };
}

/** Returns the service's request id from the headers of an answer, shortened and redacted; `null` without one. */
export function requestIdIn(headers: Headers, secrets: readonly string[] = []): string | null {
  const { idOf } = readers(secrets);
  return first(...REQUEST_ID_HEADERS.map((name) => idOf(headers.get(name))));
}

/** Makes the functions that read fields. They remove secrets before they cut a text, because a part of a secret would not be found. */
function readers(secrets: readonly string[]) {
  /** Reads a text that is not blank. A number counts too, because some services number their codes. */
  const read = (value: unknown, redact: (text: string) => string): string | null => {
    if (typeof value === 'number') return String(value);
    const trimmed = typeof value === 'string' ? withoutSecrets(value, secrets).trim() : '';
    return trimmed === '' ? null : shorten(trimmed, redact);
  };
  const textOf = (value: unknown) => read(value, redactText);
  const idOf = (value: unknown) => read(value, redactIdentifier);
  const messageOf = (value: unknown): string | null => textOf(value) ?? textOf(objectOf(value)?.message);
  return { textOf, idOf, messageOf };
}

function objectOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function first(...candidates: (string | null)[]): string | null {
  return candidates.find((candidate) => candidate !== null && candidate !== '') ?? null;
}

/** Joins the message with the details that it does not contain; `null` without both. */
function joinDetails(text: string | null, details: readonly (string | null)[]): string | null {
  const parts = text === null ? [] : [text];
  for (const detail of details) if (detail !== null && !parts.some((part) => part.includes(detail))) parts.push(detail);
  return parts.length === 0 ? null : shorten(parts.join(' · '));
}

/** The title or first heading of a page (also of a page that the journal only describes), or a plain sentence; else empty. */
function plainTextOf(text: string, headers: Headers): string {
  const names = readDescription(text)?.names ?? namesOf(text, headers.get('content-type'));
  return names.title ?? names.heading ?? sentenceOf(text);
}

const WORD = /^["'(]{0,2}(?:[\p{L}\d][\p{L}\d_/.:'’-]{0,30}|\[redacted\]|[-–—·])["'),;:.!?]{0,3}$/u;

/** The text if it consists of words and short numbers, without fields or structures; else empty. */
function sentenceOf(text: string): string {
  const words = text
    .slice(0, 10 * MAX_MESSAGE)
    .trim()
    .split(/\s+/);
  return words.every((word) => WORD.test(word)) ? words.join(' ') : '';
}

function shorten(long: string, redact: (text: string) => string = redactText): string {
  const text = redact(long.slice(0, 10 * MAX_MESSAGE));
  return text.length > MAX_MESSAGE ? `${text.slice(0, MAX_MESSAGE - 1)}…` : text;
}
