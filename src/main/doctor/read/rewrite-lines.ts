/** Rewrites the wire logs of clients (OkHttp, Apache, Python's http.client) to HTTP messages, so that one reader suffices. */
import { instantOfStamp } from './read-log-line.ts';

/**
 * A line of a text. `number`: the number of the line in the pasted text, from 0. `sentAt`: the time that the log prints at the start of the line,
 * in epoch ms; `null` without one.
 */
export interface TextLine {
  readonly text: string;
  readonly number: number;
  readonly sentAt: number | null;
  /** How many mails ago the line was written: 0 in the newest message. */
  readonly depth?: number;
}

const METHOD = '[A-Z]{3,7}';
const MAX_LINE = 60_000;
const PYTHON_SENT = /^\s{0,8}(?:send|reply): b?(['"])((?:[^\\]|\\.){0,50000})\1\s*$/;
const PYTHON_HEADER = /^\s{0,8}header: (.*)$/;
const OK_HTTP_SENT = new RegExp(String.raw`^(.{0,120}?)--> (${METHOD}) (https?:\/\/\S{1,4000})`);
const OK_HTTP_ANSWER =
  /^(.{0,120}?)<-- ([1-5]\d\d)(?: ([A-Za-z' -]{1,41}?))?(?: https?:\S{1,4000})?(?: \(\d[^)]{0,70}\))?\s*$/;
/** Matches the beginning and the end of the first line of a message, which stands behind the prefix that a logger prints. */
const WIRE_START = /[A-Z]{3,7} \S{1,4000} HTTP\/|HTTP\/[\d.]{1,3} [1-5]\d\d\b/;
const WIRE_FIRST = /HTTP\/[\d.]{1,3}(?: [1-5]\d\d[A-Za-z' -]{0,40})?\s*(?:\[\\[rn]\]){0,2}["']?\s*$/;
const MAX_PREFIX = 120;
const WIRE_END = /(?:\[\\[rn]\]){1,2}["']?\s*$/;
const OK_HTTP_END = /^.{0,120}?(?:-->|<--) END\b/;

const ESCAPES: Readonly<Record<string, string>> = { r: '\r', n: '\n', t: '\t' };
/** The lines of a text whose escapes it resolves, without an empty line at the end. */
const escapedLines = (text: string): string[] =>
  text
    .replace(/\\(.)/g, (_all, sign: string) => ESCAPES[sign] ?? sign)
    .replace(/\r?\n$/, '')
    .split(/\r?\n/);

const isBody = (text: string): boolean => /^[{[<]|^[\w.%-]{1,60}=/.test(text);

/** The lines of http.client's debug output as messages; null for a line of anything else. */
function python(line: string, next: string): string[] | null {
  const [, , text] = PYTHON_SENT.exec(line) ?? [];
  if (text !== undefined) return escapedLines(text);
  const [, header] = PYTHON_HEADER.exec(line) ?? [];
  if (header === undefined) return null;
  return PYTHON_HEADER.test(next) ? [header] : [header, ''];
}

/** Rewrites the lines of the two forms as HTTP messages; all other lines stay as they are. */
export function rewritten(lines: readonly string[]): TextLine[] {
  const isPython = lines.some((line) => line.length < MAX_LINE && PYTHON_SENT.test(line));
  const out = lines.flatMap((text, number): TextLine[] => {
    const messages = isPython && text.length < MAX_LINE ? python(text, lines[number + 1] ?? '') : null;
    return (messages ?? [text]).map((one) => ({ text: one, number, sentAt: null }));
  });
  return okHttp(out);
}

const STAMP = /^.{0,80}?\b(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?)/;

/** The time at the start of a line. A time without seconds is ignored: it could differ from the time of the answer by a minute. */
function stampBefore(line: string): number | null {
  const [, stamp] = STAMP.exec(line) ?? [];
  return stamp === undefined ? null : instantOfStamp(stamp);
}

/** The number of loggers in one text whose prefixes are recognised. */
const MAX_SHAPES = 8;
/** The shape of the prefix that a logger prints. Prefixes that differ only in their digits, such as the time, have the same shape. */
const shapeOf = (prefix: string): string => prefix.replace(/\d/g, '0').replace(/\s{1,8}$/, '');

function okHttp(lines: readonly TextLine[]): TextLine[] {
  const starts = lines.flatMap(({ text }) => {
    const match = text.length < MAX_LINE ? (OK_HTTP_SENT.exec(text) ?? OK_HTTP_ANSWER.exec(text)) : null;
    return match ? [match[1] ?? ''] : [];
  });
  const isOkHttp =
    lines.some(({ text }) => OK_HTTP_SENT.test(text)) && lines.some(({ text }) => OK_HTTP_ANSWER.test(text));
  const wire = lines.flatMap(({ text }) => wirePrefix(text) ?? []);
  if (!isOkHttp) return wire.length < 2 ? [...lines] : withoutPrefixes(lines, wire);
  const shapes = [...new Set(starts.map(shapeOf))].slice(0, MAX_SHAPES);
  return lines.map((line) => {
    const { text } = line;
    const length = shapes.find((shape) => shapeOf(text.slice(0, shape.length)) === shape)?.length ?? 0;
    const sentAt = line.sentAt ?? (length > 0 ? stampBefore(text) : null);
    const [, , method, url] = OK_HTTP_SENT.exec(text) ?? [];
    if (url !== undefined) return { ...line, sentAt, text: `${method} ${url} HTTP/1.1` };
    const [, , status, reason = ''] = OK_HTTP_ANSWER.exec(text) ?? [];
    if (status !== undefined) return { ...line, sentAt, text: `HTTP/1.1 ${status} ${reason}`.trim() };
    if (OK_HTTP_END.test(text)) return { ...line, text: '' };
    const rest = text.slice(length).replace(/^\s{1,8}/, '');
    return length > 0 && (rest === '' || isBody(rest) || /^[\w-]{1,80}: /.test(rest)) ? { ...line, text: rest } : line;
  });
}

/** The prefix of the first line of a message; null for another line. */
function wirePrefix(text: string): string | null {
  if (text.length >= MAX_LINE || !WIRE_FIRST.test(text)) return null;
  const prefix = text.slice(0, WIRE_START.exec(text)?.index ?? 0);
  return prefix.length >= 4 && prefix.length <= MAX_PREFIX && /[\s"':>]$/.test(prefix) ? prefix : null;
}

/** Removes the prefixes and the end marks that a logger adds to the lines of a message. */
function withoutPrefixes(lines: readonly TextLine[], prefixes: readonly string[]): TextLine[] {
  const shapes = [...new Set(prefixes.map(shapeOf))].slice(0, MAX_SHAPES);
  return lines.map((line) => {
    const shape = shapes.find((one) => shapeOf(line.text.slice(0, one.length)) === one);
    if (shape === undefined) return line;
    const text = line.text
      .slice(shape.length)
      .replace(/^\s{1,8}/, '')
      .replace(WIRE_END, '');
    return { ...line, sentAt: line.sentAt ?? stampBefore(line.text), text };
  });
}
