/** Finds the secrets of a request and removes them from its answer: a service may repeat them, for example in an error message. */
import { costOfTexts, encodedRuns, textsIn } from './encoded-runs.ts';
import { isSecretName, REDACTED } from './redact-keys.ts';
import { formsOf, MIN_SECRET_LENGTH, type SecretForms } from './secret-forms.ts';
import {
  type DecodingStep,
  ESCAPE_IN_ESCAPE,
  ORDERS,
  TextView,
  UNESCAPE,
  UNESCAPE_JSON_ONCE,
  UNESCAPE_ONCE,
} from './text-view.ts';
import { WorkBudget } from './work-budget.ts';

/** The secrets of a request: the bearer token, the password of HTTP Basic, and the fields of a form or JSON body with names of secrets. */
export function secretsOf(headers: Headers, body: string | null): string[] {
  const [, scheme = '', credential] = /^(Bearer|Basic) (.+)$/i.exec(headers.get('authorization') ?? '') ?? [];
  const type = headers.get('content-type') ?? '';
  const fields =
    body === null ? [] : type.startsWith('application/x-www-form-urlencoded') ? formFields(body) : jsonFields(body);
  const named = fields.filter(([name]) => isSecretName(name)).map(([, value]) => value);
  return [credential, ...(scheme.toLowerCase() === 'basic' ? [passwordOf(credential)] : []), ...named].filter(
    couldBeSecret,
  );
}

/** Whether a value is a text that is long enough to be a credential. */
export const couldBeSecret = (value: unknown): value is string =>
  typeof value === 'string' && value.length >= MIN_SECRET_LENGTH;

/** The password in the credential of HTTP Basic (RFC 7617, section 2). */
function passwordOf(credential = ''): string | undefined {
  return /:([\s\S]*)/.exec(Buffer.from(credential, 'base64').toString('utf8'))?.[1];
}

function formFields(body: string): [string, unknown][] {
  return [...new URLSearchParams(body)];
}

/** The fields of a JSON object and of the objects in it. */
function jsonFields(body: string): [string, unknown][] {
  const fields: [string, unknown][] = [];
  try {
    JSON.parse(body, (name, value: unknown) => {
      fields.push([name, value]);
      return value;
    });
  } catch {
    return [];
  }
  return fields;
}

/** Words of OAuth 2.0 (RFC 6749, RFC 6750): error codes, fields and the token type. */
const PROTOCOL_WORDS = [
  ...['invalid_request', 'invalid_client', 'invalid_grant', 'invalid_scope', 'invalid_token', 'insufficient_scope'],
  ...['unauthorized_client', 'unsupported_grant_type', 'access_denied', 'server_error', 'temporarily_unavailable'],
  ...['error_description', 'error_uri', 'access_token', 'refresh_token', 'token_type', 'expires_in', 'grant_type'],
  ...['client_id', 'client_secret', 'client_credentials', 'Bearer'],
];
const PROTOCOL_WORD = new RegExp(String.raw`(?<![\w-])(${PROTOCOL_WORDS.join('|')})(?![\w-])`);

export const isProtocolWord = (text: string): boolean => PROTOCOL_WORDS.includes(text);

/**
 * The text without these secrets; the same string when it has none. The decoded text is compared: a secret is found under any escapes, in
 * hex, base64 and UTF-16, broken over lines, and where a longer base64 text contains it. Protocol words stay, because a secret that is part
 * of one, such as "client", would make answers unreadable. A run that the budget does not allow to be decoded is taken for a secret.
 */
export function withoutSecrets(text: string, secrets: readonly string[], budget = WorkBudget.for(text)): string {
  const all = secrets.filter(couldBeSecret);
  if (all.length === 0 || text.length < MIN_SECRET_LENGTH) return text;
  const forms = all.filter((secret) => !isInProtocolWord(secret)).map(formsOf);
  const clean = replaceRanges(text, forms.length === 0 ? [] : rangesOf(text, { forms, budget, depth: 0 }));
  return all.filter(isInProtocolWord).reduce(withoutWord, clean);
}

const isInProtocolWord = (secret: string): boolean => PROTOCOL_WORDS.some((word) => word.includes(secret));

/** The text without a secret that is part of a protocol word. */
function withoutWord(text: string, secret: string): string {
  return text
    .split(PROTOCOL_WORD)
    .map((piece) => (isProtocolWord(piece) ? piece : piece.replaceAll(secret, REDACTED)))
    .join('');
}

type Range = readonly [start: number, end: number];

function replaceRanges(text: string, ranges: readonly Range[]): string {
  let out = '';
  let from = 0;
  for (const [start, end] of ranges.toSorted((one, other) => one[0] - other[0])) {
    if (start >= from) out += text.slice(from, start) + REDACTED;
    from = Math.max(from, end);
  }
  return out + text.slice(from);
}

/** A step decodes all escapes that it sees, so a further step finds only escapes within escapes of another kind. */
const MAX_STEPS = 8;
const MAX_ENCODINGS = 3;

/** `depth`: how many encodings contain the text. */
interface Search {
  readonly forms: readonly SecretForms[];
  readonly budget: WorkBudget;
  readonly depth: number;
}

/** The ranges of a text in which secrets stand. */
function rangesOf(original: string, search: Search): Range[] {
  const { forms, depth } = search;
  const ranges: Range[] = [];
  const exact = forms.flatMap((form) => form.exact);
  const first = TextView.of(original);
  find(first, first.text, exact, ranges);
  const view = decodeAll(first, UNESCAPE, exact, ranges);
  findFolded(original, view, forms, ranges);
  if (depth < MAX_ENCODINGS) findEncoded(view, search, ranges);
  findInLayers(original, view, search, ranges);
  if (ESCAPE_IN_ESCAPE.test(original) || ESCAPED_BACKSLASH.test(original)) findInOrders(original, forms, ranges);
  for (const { cutOff } of forms) {
    const start = cutOff(original);
    if (start !== null) ranges.push([start, original.length]);
  }
  return ranges;
}

/** Undoes one layer of escapes after the other. Without its line breaks a layer may hold escapes that they had broken. */
function findInLayers(original: string, decoded: TextView, search: Search, ranges: Range[]): void {
  const { forms, depth } = search;
  const exact = forms.flatMap((form) => form.exact);
  let layer = TextView.of(original);
  for (let count = 0; count < MAX_STEPS; count += 1) {
    if (count > 0) find(layer, layer.text, exact, ranges);
    if (BROKEN_ESCAPE.test(layer.text)) {
      const view = decodeAll(layer.after(LINE_BREAKS), UNESCAPE, exact, ranges);
      findFolded(original, view, forms, ranges);
      if (depth < MAX_ENCODINGS) findEncoded(view, search, ranges);
    }
    const next = layer.after(UNESCAPE_ONCE);
    if (next === layer) break;
    layer = next;
  }
  if (layer.text === decoded.text) return;
  findFolded(original, layer, forms, ranges);
  if (depth < MAX_ENCODINGS) findEncoded(layer, search, ranges);
}

const ESCAPED_BACKSLASH = /%(?:25)*5c|&#(?:0*92|x0*5c);/i;

/** Undoes one kind of escape after the other, within each layer of JSON. */
function findInOrders(original: string, forms: readonly SecretForms[], ranges: Range[]): void {
  const exact = forms.flatMap((form) => form.exact);
  let layer = TextView.of(original);
  for (let count = 0; count < MAX_STEPS; count += 1) {
    for (const steps of ORDERS) {
      let read = BROKEN_ESCAPE.test(layer.text) ? layer.after(LINE_BREAKS) : layer;
      for (const step of steps) read = decodeAll(read, step, exact, ranges);
      findFolded(original, read, forms, ranges);
    }
    const next = layer.after(UNESCAPE_JSON_ONCE);
    if (next === layer) break;
    layer = next;
  }
}

/** A line break with the indentation around it; a form writes spaces as plus signs. */
const LINE_BREAKS: DecodingStep = { pattern: /[\t +]{0,16}\r?\n[\t +]{0,16}/g, decode: '' };
/** The beginning of an escape before a line break, or a line break with plus signs around it. */
const BROKEN_ESCAPE =
  /(?:(?:\\|%(?:25)*5c|&#(?:0*92|x0*5c);)(?:u[0-9a-f]{0,3}|x[0-9a-f]?)?|%[0-9a-f]?|&(?:#x?[0-9a-f]{0,7}|[a-z]{0,7}))[\t +]{0,16}\r?\n|\n[\t ]{0,16}\+|\+[\t ]{0,16}\r?\n/i;

/** Takes the step as often as it changes something, and adds where the needles stand in between. */
function decodeAll(first: TextView, step: DecodingStep, needles: readonly string[], ranges: Range[]): TextView {
  let view = first;
  for (let count = 0; count < MAX_STEPS; count += 1) {
    const next = view.after(step);
    if (next === view) break;
    view = next;
    find(view, view.text, needles, ranges);
  }
  return view;
}

/** Adds where secrets stand in the decoded text, whatever spaces and punctuation are between their characters. */
function findFolded(original: string, view: TextView, forms: readonly SecretForms[], ranges: Range[]): void {
  const alphanumeric = forms.flatMap((form) => form.alphanumeric);
  if (alphanumeric.length > 0) {
    const text = lettersAndDigits(view.text);
    find(view, text, alphanumeric, ranges, PUNCTUATION);
    const beginnings: Range[] = [];
    const starts = forms.flatMap((form) => form.beginning);
    find(view, text, starts, beginnings, PUNCTUATION);
    for (const [start, end] of beginnings) ranges.push([start, endOfToken(original, end)]);
  }
  const spaceless = forms.flatMap((form) => form.spaceless);
  if (spaceless.length > 0) find(view, inLowerCase(view.text.replace(SPACES.pattern, '')), spaceless, ranges, SPACES);
}

/** What follows the beginning of a token is the rest of it, or the rest of another token that begins alike. */
function endOfToken(text: string, from: number): number {
  TOKEN.lastIndex = from;
  return TOKEN.test(text) ? TOKEN.lastIndex : from;
}
const TOKEN = /[\w.~+/=-]+/y;

/** White space, control characters (UTF-16 read as UTF-8 has a NUL in each character) and characters without width. */
const SPACES: DecodingStep = { pattern: /[\s\p{Cc}\p{Cf}]+/gu, decode: '' };
const PUNCTUATION: DecodingStep = { pattern: /[^A-Za-z0-9]+/g, decode: '' };

/** Adds where the needles stand in a text, which is that of the view after one more step, maybe in lower case. */
function find(view: TextView, text: string, needles: readonly string[], ranges: Range[], step?: DecodingStep): void {
  let searched: TextView | null = null;
  for (const needle of needles)
    for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + needle.length)) {
      searched ??= step ? view.after(step) : view;
      ranges.push(searched.rangeOf(at, at + needle.length));
    }
}

/** In lower case, with as many characters: a few characters become longer. */
function inLowerCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replace(/[A-Z]+/g, (part) => part.toLowerCase());
}

/** The letters and digits of a text, in lower case. A loop takes a quarter of the time of the pattern. */
function lettersAndDigits(text: string): string {
  const kept = Buffer.allocUnsafe(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const lower = code < 128 ? (LETTER_OR_DIGIT[code] ?? 0) : 0;
    kept[length] = lower;
    if (lower !== 0) length += 1;
  }
  return kept.toString('latin1', 0, length);
}

/** For each ASCII code its letter in lower case or its digit, else 0. */
const LETTER_OR_DIGIT = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[A-Za-z0-9]/.test(character) ? character.toLowerCase().charCodeAt(0) : 0;
});

/** Adds the runs whose decoded content contains a secret, and those that cost too much to decode. */
function findEncoded(view: TextView, { forms, budget, depth }: Search, ranges: Range[]): void {
  const inner = { forms, budget, depth: depth + 1 };
  const decoded: { readonly range: Range; readonly text: string }[] = [];
  for (const range of encodedRuns(view.text)) {
    const run = view.text.slice(...range);
    if (!budget.affords(costOfTexts(run))) ranges.push(view.rangeOf(...range));
    else {
      const texts = textsIn(run);
      if (texts.length > 0) decoded.push({ range, text: texts.join(BETWEEN_TEXTS) });
    }
  }
  if (decoded.length === 0) return;
  // One search for all runs: nearly always none has a secret.
  if (rangesOf(decoded.map(({ text }) => text).join(BETWEEN_TEXTS), inner).length === 0) return;
  for (const { range, text } of decoded) if (rangesOf(text, inner).length > 0) ranges.push(view.rangeOf(...range));
}

const BETWEEN_TEXTS = '\n~\n';
