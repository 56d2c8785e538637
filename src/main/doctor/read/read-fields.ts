/** Reads fields on lines of their own: the consoles of Postman and Insomnia, “Request URL: …” of a browser, the lists that people write. */

import { networkErrorIn } from '../facts/network-errors.ts';
import { type Piece, requestOf, responseOf } from './raw-failure.ts';
import { isMap, readLiteral } from './read-literal.ts';
import { exchangeOf } from './read-object.ts';
import type { Source } from './source.ts';
import { statusInWords } from './status-words.ts';

/** Matches `▶ POST https://… 401 231 ms` and `GET https://…: {`. */
const HEADING =
  /^\W{0,10}(GET|POST|PUT|PATCH|DELETE|HEAD)\s{1,4}(https?:\/\/[^\s"{]{1,8000}?):?(\s[\w.,\s]{0,60})?(\{?)\s*$/;
const FIELD =
  /^\s{0,8}(?:[-*•▸▾▶▼►]\s{1,3})?["'*]{0,2}([A-Za-z][\w -]{0,40}?)["'*]{0,2}\s{0,3}(?::["'*]{0,2}(?:\s(.{0,8000}))?)?$/;
const RAW = /^\s{0,8}[A-Z]{3,7} \/\S{0,8000} HTTP\/[\d.]{1,4}\s*$/;
const MAX_LINES = 5_000;
const MAX_LABELLED = 200;

type Kind = 'url' | 'method' | 'status' | 'sent' | 'received' | 'requestBody' | 'responseBody' | 'error' | 'other';
const NAMES: Readonly<Record<Kind, string>> = {
  url: 'requesturl url endpoint',
  method: 'requestmethod method httpmethod',
  status: 'statuscode status httpstatus responsecode general',
  sent: 'headers header requestheaders request',
  received: 'responseheaders',
  requestBody: 'requestbody payload requestpayload formdata form',
  responseBody: 'responsebody response answer body message',
  error: 'error errormessage',
  other: 'remoteaddress referrerpolicy network timings timing',
};
const KINDS = new Map(
  Object.entries(NAMES).flatMap(([kind, words]) => words.split(' ').map((name) => [name, kind as Kind])),
);

const BODIES: ReadonlySet<Kind | null> = new Set(['requestBody', 'responseBody', 'error']);

interface Field {
  readonly kind: Kind | null;
  readonly name: string;
  /** Undefined for a heading without a colon. */
  readonly value: string | undefined;
}

/** The field of a line. Only a known name may stand without a colon. */
function fieldOf(line: string): Field | null {
  const [, name, value] = FIELD.exec(line) ?? [];
  if (name === undefined) return null;
  const kind = KINDS.get(name.toLowerCase().replace(/[^a-z]/g, '')) ?? null;
  const hasColon = line.slice(line.indexOf(name) + name.length).includes(':');
  return kind === null && !hasColon ? null : { kind, name, value: hasColon ? (value ?? '') : undefined };
}

export function readFields(source: Source, from: number): Piece | null {
  const { lines } = source;
  const [, method = null, url = null, rest = '', brace] = HEADING.exec(lines[from] ?? '') ?? [];
  const status = /^\s*([1-5]\d\d)\b/.exec(rest)?.[1];
  if (brace === '{' && method !== null && url !== null)
    return consoleObject(source, from, { method, url, ...(status ? { status } : {}) });
  const first = url === null ? fieldOf(lines[from] ?? '') : null;
  if (url === null && (first?.value === undefined || first.kind === null || first.kind === 'other')) return null;
  const found = new Found(source, { method, url, status: status === undefined ? null : Number(status) });
  const end = found.read(url === null ? from : from + 1, url === null ? MAX_LABELLED : MAX_LINES);
  return found.piece(from, end);
}

/** Postman’s console copies the parts of an exchange as an object behind its address. */
function consoleObject(source: Source, from: number, heading: Readonly<Record<string, string>>): Piece | null {
  const start = source.startOf(from) + (source.lines[from] ?? '').lastIndexOf('{');
  const literal = readLiteral(source.text, start, source.paragraphEnd(start));
  const exchange = literal && isMap(literal.value) ? exchangeOf({ ...literal.value, ...heading }) : null;
  return literal && exchange ? { from, end: source.lineAt(literal.end) + 1, exchanges: [exchange] } : null;
}

/** The fields of one exchange, as far as they were read. */
class Found {
  readonly #source: Source;
  #method: string | null;
  #url: string | null;
  #status: number | null;
  readonly #isHeading: boolean;
  readonly #sent: [string, string][] = [];
  readonly #received: [string, string][] = [];
  #requestBody: string | null = null;
  #responseBody: string | null = null;
  #error: string | null = null;
  #section: 'sent' | 'received' = 'sent';
  #fields = 0;

  constructor(
    source: Source,
    { method, url, status }: { method: string | null; url: string | null; status: number | null },
  ) {
    this.#source = source;
    this.#method = method;
    this.#url = url;
    this.#status = status;
    this.#isHeading = url !== null;
  }

  /** Reads lines from `from` on; returns the line behind the last one. */
  read(from: number, most: number): number {
    const { lines } = this.#source;
    let at = from;
    for (; at < lines.length && at - from < most; at += 1) {
      const line = lines[at] ?? '';
      const field = HEADING.test(line) ? null : this.#fieldAt(at);
      if (field?.isOnTwoLines) at += 1;
      if (field?.kind) at = this.#take(field.kind, field.value, at) - 1;
      else if (field) {
        if (NO_HEADER.has(field.name.toLowerCase())) break;
        (this.#section === 'sent' ? this.#sent : this.#received).push([field.name, unquoted(field.value)]);
      } else if (!this.#isSkipped(line)) break;
    }
    return at;
  }

  /** The field at a line; Chrome copies a name and its value as two lines. */
  #fieldAt(at: number): (Field & { isOnTwoLines: boolean }) | null {
    const { lines } = this.#source;
    const field = fieldOf(lines[at] ?? '');
    const next = lines[at + 1]?.trim() ?? '';
    const isOnTwoLines = field?.value === '' && !BODIES.has(field.kind) && next !== '' && fieldOf(next) === null;
    return field && { ...field, isOnTwoLines, value: isOnTwoLines ? next : field.value };
  }

  /** Whether a line without a field stands between fields: an empty one, or a status or a duration of its own. */
  #isSkipped(line: string): boolean {
    const [, status] = this.#isHeading ? (/^\s*([1-5]\d\d)(?:\s[A-Za-z ]{2,40})?\s*$/.exec(line) ?? []) : [];
    if (status !== undefined) this.#status ??= Number(status);
    return status !== undefined || (/^\s*(?:[\d.,]{1,12}\s?m?s)?\s*$/.test(line) && this.#responseBody === null);
  }

  /** Takes a field with the lines that belong to it; returns the line behind them. */
  #take(kind: Kind, value: string | undefined, at: number): number {
    this.#fields += 1;
    const text = value?.trim() ?? '';
    if (kind === 'url') {
      const [, method, url] = /^(?:([A-Z]{3,7})\s{1,3})?["'<]?(\S{1,4000}?)["'>,]*$/.exec(text) ?? [];
      this.#url ??= url === undefined || !/[/.]/.test(url) ? null : url;
      this.#method ??= method ?? null;
    } else if (kind === 'method') this.#method ??= /^[A-Za-z]{3,7}/.exec(text)?.[0].toUpperCase() ?? null;
    else if (kind === 'status') {
      this.#status ??= statusInWords(`status ${text}`);
      if (this.#isHeading) this.#section = 'received';
    } else if (kind === 'sent' || kind === 'received') {
      this.#section = kind;
      const field = fieldOf(text);
      if (field?.value) this.#sent.push([field.name, unquoted(field.value)]);
    } else if (kind === 'requestBody' || kind === 'responseBody' || kind === 'error')
      return this.#takeBody(kind, text, at);
    return at + 1;
  }

  #takeBody(kind: 'requestBody' | 'responseBody' | 'error', text: string, at: number): number {
    const isAnswer = kind !== 'requestBody';
    if (isAnswer) {
      this.#status ??= statusInWords(text);
      this.#section = 'received';
    }
    const body = bodyAt(this.#source, at, text);
    if (kind === 'error') this.#error ??= body?.text ?? null;
    if (kind === 'requestBody') this.#requestBody ??= body?.text ?? null;
    else if (kind === 'responseBody' || /^\s*[[{]/.test(body?.text ?? '')) this.#responseBody ??= body?.text ?? null;
    return body?.end ?? at + 1;
  }

  piece(from: number, end: number): Piece | null {
    const hasRequest = this.#url !== null || this.#sent.length > 0;
    const error = this.#status === null && this.#error !== null ? networkErrorIn(this.#error) : null;
    const hasResponse = error === null && (this.#status !== null || this.#responseBody !== null);
    if (!hasRequest && !hasResponse) return null;
    if (this.#isHeading && this.#fields === 0 && this.#status === null) return null;
    return {
      ...{ from, end: Math.max(end, from + 1) },
      // Postman’s raw log shows the messages themselves below: here they are only mentioned.
      isRemark: !hasRequest || RAW.test(this.#source.lines[end] ?? ''),
      ...(hasRequest ? { request: this.#request() } : {}),
      ...(error ? { networkError: error } : {}),
      ...(hasResponse ? { response: this.#response() } : {}),
    };
  }

  #request() {
    const isWhole = this.#isHeading ? this.#sent.length > 0 : this.#sent.length > 1;
    return requestOf({
      ...{ method: this.#method, url: this.#url, headers: this.#sent, headersKnown: isWhole, body: this.#requestBody },
    });
  }

  #response() {
    const headersKnown = this.#received.length > 0;
    return responseOf({ status: this.#status, headers: this.#received, headersKnown, body: this.#responseBody });
  }
}

const unquoted = (value = ''): string => value.trim().replace(/^(["'])(.*?)\1?,?$/, '$2');

/** Matches labels of mails, which are not headers of HTTP. */
const NO_HEADER = new Set(
  (
    'from to cc sent subject hi hello dear note ps regards phone tel email when what where why how expected actual step ' +
    'steps result'
  ).split(' '),
);

/** The value of a field: an object that begins on its line or the next one, a form below it, or the rest of the line. */
function bodyAt(source: Source, at: number, value: string): { text: string; end: number } | null {
  const below = value === '' ? (source.lines[at + 1] ?? '') : '';
  const line = /^\s*[[{]/.test(below) ? at + 1 : at;
  const start = (source.lines[line] ?? '').search(/[[{]\s*(?:["'\u201c{}\]]|$)/);
  if (start === -1) return value === '' ? formBelow(source.lines, at + 1) : { text: value, end: at + 1 };
  const from = source.startOf(line) + start;
  const literal = readLiteral(source.text, from, source.paragraphEnd(from));
  if (!literal) return null;
  const text = literal.value === null ? source.text.slice(from, literal.end) : JSON.stringify(literal.value);
  return { text, end: source.lineAt(literal.end - 1) + 1 };
}

/** A form on one line, or with a field on each line as in Postman. */
function formBelow(lines: readonly string[], at: number): { text: string; end: number } | null {
  const line = (lines[at] ?? '').trim();
  if (/^[\w.%-]{1,60}=[^\s=&]{0,2000}(?:&[\w.%-]{1,60}=[^\s=&]{0,2000}){0,20}$/.test(line))
    return { text: line, end: at + 1 };
  const form = new URLSearchParams();
  let end = at;
  for (; end - at < MAX_LABELLED; end += 1) {
    const [, name, value] = /^\s*([\w.-]{1,80}):\s?"([^"\n]{0,4000})"\s*$/.exec(lines[end] ?? '') ?? [];
    if (name === undefined || value === undefined) break;
    form.append(name, value);
  }
  return end === at ? null : { text: form.toString(), end };
}
