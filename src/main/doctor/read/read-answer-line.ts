/** Reads an answer that a person noted on one line below a request: `=> 403 {…}`, `→ 401 Unauthorized`, `// 415 {…}`, `404 https://… {…}`. */
import { STATUS_CODES } from 'node:http';
import { type Piece, responseOf } from './raw-failure.ts';
import { readLiteral } from './read-literal.ts';
import type { Source } from './source.ts';

const ANSWER =
  /^\s{0,8}(=>|->|→|←|<-|\/\/|=&gt;|-&gt;)?\s{0,3}(?:HTTP\s|status:?\s)?([1-5]\d\d)(?:\s([A-Za-z' -]{2,40}?))?(?:\s{1,3}https?:\/\/[^\s{]{1,2000})?[\s:]{0,3}(\{.{0,8000})?$/i;

/** The status of a line that contains only a status and its reason phrase; null for other numbers. */
export function bareStatus(line: string): number | null {
  const [, mark, digits, reason, body] = ANSWER.exec(line.slice(0, MAX_LINE)) ?? [];
  if (mark !== undefined || reason === undefined || body !== undefined) return null;
  return isReason(digits, reason) ? Number(digits) : null;
}

const MAX_LINE = 8_100;
const isReason = (digits = '', reason = ''): boolean =>
  STATUS_CODES[digits]?.toLowerCase() === reason.trim().toLowerCase();

export function readAnswerLine(source: Source, from: number): Piece | null {
  const line = source.lines[from] ?? '';
  const [, mark, digits, reason, body] = ANSWER.exec(line.slice(0, MAX_LINE)) ?? [];
  if (digits === undefined || (reason !== undefined && !isReason(digits, reason))) return null;
  const status = Number(digits);
  if (body === undefined) {
    if (mark === undefined || status < 400) return null;
    return { from, end: from + 1, response: responseOf({ status }) };
  }
  const start = source.startOf(from) + line.indexOf('{');
  const literal = readLiteral(source.text, start, source.paragraphEnd(start));
  if (!literal || literal.value === null) return null;
  const end = source.lineAt(literal.end - 1) + 1;
  return { from, end, response: responseOf({ status, body: JSON.stringify(literal.value) }) };
}
