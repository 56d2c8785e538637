/** Finds the secrets of a request and removes them from its answer, because a service may repeat them, for example in an error message. */
import { costOfTexts, encodedRuns, textsIn } from './encoded-runs.ts';
import { isSecretName, REDACTED } from './redact-keys.ts';
import { type DecodingStep, mayNestEscapes, readingsOf, TextView, UNESCAPE, UNESCAPE_ONCE } from './text-view.ts';
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
 * The text with these secrets redacted; the same string when it has none. The decoded text is compared, so a secret is found under any escapes,
 * in hex, base64 and UTF-16, broken over lines, and within a longer base64 text. Protocol words stay, because redacting a secret that is part of
 * one, such as "client", would make answers unreadable. A run that the budget does not allow to be decoded is redacted.
 */
export function withoutSecrets(text: string, secrets: readonly string[], budget = WorkBudget.for(text)): string {
  const all = secrets.filter(couldBeSecret);
  if (all.length === 0 || text.length < MIN_SECRET_LENGTH) return text;
  const forms = all.filter((secret) => !isInProtocolWord(secret)).map(formsOf);
  const clean = replaceRanges(text, forms.length === 0 ? [] : rangesOf(text, searchOf(forms, budget)));
  return all.filter(isInProtocolWord).reduce(withoutWord, clean);
}

const isInProtocolWord = (secret: string): boolean => PROTOCOL_WORDS.some((word) => word.includes(secret));

/** The text with the secret redacted, but not within a protocol word. */
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

/** The number of decoding steps. A step decodes all escapes that it sees, so a further step finds only escapes within escapes of another kind. */
const MAX_STEPS = 8;
const MAX_ENCODINGS = 3;

/**
 * One search for secrets. `known`: caches whether encoded runs hide a secret. `inner`: the search within decoded runs; `null` after {@link
 * MAX_ENCODINGS} levels.
 */
interface Search {
  readonly forms: readonly SecretForms[];
  readonly exact: readonly string[];
  readonly budget: WorkBudget;
  readonly known: Map<string, boolean>;
  readonly inner: Search | null;
}

function searchOf(forms: readonly SecretForms[], budget: WorkBudget, encodings = MAX_ENCODINGS): Search {
  const inner = encodings === 0 ? null : searchOf(forms, budget, encodings - 1);
  return { forms, exact: forms.flatMap((form) => form.exact), budget, known: new Map(), inner };
}

/** The ranges of a text that contain secrets. */
function rangesOf(original: string, search: Search): Range[] {
  const { forms, exact } = search;
  const ranges: Range[] = [];
  const first = TextView.of(original);
  find(first, first.text, exact, ranges);
  const view = decodeAll(first, UNESCAPE, exact, ranges);
  findDecoded(original, view, search, ranges);
  const last = decodeAll(first, UNESCAPE_ONCE, exact, ranges);
  if (last.text !== view.text) findDecoded(original, last, search, ranges);
  if (forms.some(({ spaceless }) => spaceless.length > 0) && original.includes('%') && original.includes('+'))
    findDecoded(original, decodeAll(first.after(PLUS_IS_SPACE), UNESCAPE, exact, ranges), search, ranges);
  findInReadings(original, search, ranges);
  for (const { cutOff } of forms) {
    const start = cutOff(original);
    if (start !== null) ranges.push([start, original.length]);
  }
  return ranges;
}

/** Adds the ranges of secrets in a text whose escapes are undone. */
function findDecoded(original: string, view: TextView, search: Search, ranges: Range[]): void {
  findFolded(original, view, search.forms, ranges);
  if (search.inner) findEncoded(view, search, search.inner, ranges);
}

/** Adds the ranges of secrets in quoted parts that have escapes of several kinds, or escapes broken over lines. */
function findInReadings(original: string, search: Search, ranges: Range[]): void {
  if (!mayBeHidden(original)) return;
  // To undo the escapes of a text takes as long as to read it twice.
  const affords = (characters: number): boolean => search.budget.affords(2 * characters);
  PART.lastIndex = 0;
  for (let match = PART.exec(original); match; match = PART.exec(original)) {
    const [part] = match;
    if (part.length < MIN_SECRET_LENGTH || !mayBeHidden(part)) continue;
    const found: Range[] = [];
    for (const { view, isLast } of readingsOf(part, affords, withoutBrokenLines)) {
      find(view, view.text, search.exact, found);
      if (isLast) findDecoded(part, view, search, found);
    }
    for (const [start, end] of found) ranges.push([match.index + start, match.index + end]);
  }
}

const mayBeHidden = (part: string): boolean =>
  mayNestEscapes(part) || MAY_BREAK_ESCAPE.test(part) || ESCAPE_WITH_SPACE.test(part);

/** The text between two quotation marks that are not escaped. */
const PART = /(?:[^"\\]|\\[\s\S]?)+/g;

/** The view without line breaks (or the spaces that a header has in their place), because they may have broken escapes. */
const withoutBrokenLines = (view: TextView): TextView =>
  BROKEN_ESCAPE.test(view.text)
    ? view.after(LINE_BREAKS)
    : ESCAPE_WITH_SPACE.test(view.text)
      ? view.after(SPACES_OF_HEADER)
      : view;

/** Reads plus signs as spaces: a form writes spaces, such as those before a line, as plus signs. */
const PLUS_IS_SPACE: DecodingStep = { pattern: /\+/g, decode: () => ' ' };
/** Matches a line break with the indentation around it; a form writes spaces as plus signs. */
const LINE_BREAKS: DecodingStep = { pattern: /[\t +]{0,16}(?:\r?\n|\r)[\t +]{0,16}/g, decode: '' };
/** Matches the beginning of an escape before a line break, or a line break with plus signs around it. */
const BROKEN_ESCAPE =
  /(?:(?:\\|%(?:25){0,4}5c|&#(?:0{0,4}92|x0{0,4}5c);)(?:u[0-9a-f]{0,3}|x[0-9a-f]?)?|%[0-9a-f]?|&(?:#x?[0-9a-f]{0,7}|[a-z]{0,7}))[\t +]{0,16}[\r\n]|[\r\n][\t ]{0,16}\+|\+[\t ]{0,16}[\r\n]/i;
/** Matches the same as {@link BROKEN_ESCAPE}, where the line break or the beginning of the escape may be escaped too. */
const MAY_BREAK_ESCAPE = ((lineBreak: string) =>
  new RegExp(
    String.raw`(?:\\(?![nrt"])|%(?!0[ad])|[&#])[^\s"]{0,9}[\t +]{0,16}${lineBreak}|${lineBreak}[\t ]{0,16}\+|\+[\t ]{0,16}${lineBreak}`,
    'i',
  ))(
  String.raw`(?:[\r\n]|(?:\\|%(?:25){0,4}5c|&#(?:0{0,4}92|x0{0,4}5c);){1,8}[nr]|%(?:25){0,4}0[ad]|&#(?:0{0,4}1[03]|x0{0,4}[ad]);)`,
);
const SPACES_OF_HEADER: DecodingStep = { pattern: /[\t ]+/g, decode: '' };
const ESCAPE_WITH_SPACE =
  /\\(?:u(?:[0-9a-f]{1,3} {1,8}|(?= {1,8}[0-9a-f]{4}) )| {1,8}(?:u[0-9a-f]{4}|x[0-9a-f]{2})|x(?:[0-9a-f] {1,8}[0-9a-f]|(?= {1,8}[0-9a-f]{2}) ))|%(?:[0-9a-f] {1,8}[0-9a-f]| {1,8}[0-7][0-9a-f])|&(?: {1,8}#|#(?: {1,8}x?\d|x?[0-9a-f]{1,5} {1,8}[0-9a-f;]|x {1,8}[0-9a-f]))/i;

/** Repeats the step while it changes the text, and adds the ranges of the needles after each repetition. */
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

/** Adds the ranges of secrets in the decoded text, whatever spaces and punctuation separate their characters. */
function findFolded(original: string, view: TextView, forms: readonly SecretForms[], ranges: Range[]): void {
  const alphanumeric = forms.flatMap((form) => form.alphanumeric);
  if (alphanumeric.length > 0) {
    const text = lettersAndDigits(view.text);
    find(view, text, alphanumeric, ranges, PUNCTUATION);
    const beginnings: Range[] = [];
    const starts = forms.flatMap((form) => form.beginning);
    find(view, text, starts, beginnings, PUNCTUATION);
    let endOfLast = 0;
    for (const [start, end] of beginnings.sort((one, other) => one[0] - other[0])) {
      // A long run of characters may repeat the beginning.
      if (end <= endOfLast) continue;
      endOfLast = endOfToken(original, end);
      ranges.push([start, endOfLast]);
    }
  }
  const spaceless = forms.flatMap((form) => form.spaceless);
  if (spaceless.length > 0) find(view, inLowerCase(view.text.replace(SPACES.pattern, '')), spaceless, ranges, SPACES);
}

/** The end of the token characters that follow `from`. They are the rest of the secret, or of another token with the same beginning. */
function endOfToken(text: string, from: number): number {
  TOKEN.lastIndex = from;
  return TOKEN.test(text) ? TOKEN.lastIndex : from;
}
const TOKEN =
  /(?:[\w.~+/=-]|\\{1,16}(?:u00|x)(?:2[b-f]|3[0-9d]|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])|%(?:25){0,9}(?:2[b-f]|3[0-9d]|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])|&(?:amp;){0,9}#x?\d[0-9a-f]{0,4};)+/iy;

/** Removes white space, control characters (UTF-16 read as UTF-8 has a NUL in each character) and characters without width. */
const SPACES: DecodingStep = { pattern: /[\s\p{Cc}\p{Cf}]+/gu, decode: '' };
const PUNCTUATION: DecodingStep = { pattern: /[^A-Za-z0-9]+/g, decode: '' };

/** Adds the ranges of the needles. `text` is the view's text after one more step, possibly in lower case. */
function find(view: TextView, text: string, needles: readonly string[], ranges: Range[], step?: DecodingStep): void {
  let searched: TextView | null = null;
  for (const needle of needles)
    for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + needle.length)) {
      searched ??= step ? view.after(step) : view;
      ranges.push(searched.rangeOf(at, at + needle.length));
    }
}

/** The text in lower case with the same number of characters; a few characters would become longer. */
function inLowerCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replace(/[A-Z]+/g, (part) => part.toLowerCase());
}

/** The letters and digits of a text in lower case. A loop takes a quarter of the time of a pattern. */
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

/** For each ASCII code, its letter in lower case or its digit; else 0. */
const LETTER_OR_DIGIT = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[A-Za-z0-9]/.test(character) ? character.toLowerCase().charCodeAt(0) : 0;
});

/** Adds the runs whose decoded text contains a secret, and those that would cost too much to decode. */
function findEncoded(view: TextView, { budget, known }: Search, inner: Search, ranges: Range[]): void {
  const runs = encodedRuns(view.text).map((range) => ({ range, run: view.text.slice(...range) }));
  const decoded = new Map<string, string>();
  for (const { run } of runs) {
    if (known.has(run)) continue;
    const isAffordable = budget.affords(costOfTexts(run));
    known.set(run, !isAffordable);
    const texts = isAffordable ? textsIn(run) : [];
    if (texts.length > 0) decoded.set(run, texts.join(BETWEEN_TEXTS));
  }
  // One search for all runs: nearly always none has a secret.
  if (decoded.size > 0 && rangesOf([...decoded.values()].join(BETWEEN_TEXTS), inner).length > 0)
    for (const [run, text] of decoded) if (rangesOf(text, inner).length > 0) known.set(run, true);
  for (const { range, run } of runs) if (known.get(run)) ranges.push(view.rangeOf(...range));
}

const BETWEEN_TEXTS = '\n~\n';

/** Shorter values are not credentials, and replacing them would mangle answers. */
const MIN_SECRET_LENGTH = 6;
/** The shortest forms to search for: a shorter one could occur by chance in a text without spaces, or without punctuation. */
const MIN_SPACELESS = 10;
const MIN_ALPHANUMERIC = 12;
/** The number of first characters of a secret that do not occur by chance. */
const BEGINNING = 16;

interface SecretForms {
  /** Forms that are compared with the text itself. */
  readonly exact: readonly string[];
  /** Forms in lower case that are compared with the text without spaces and line breaks. */
  readonly spaceless: readonly string[];
  /** Forms in lower case that are compared with the letters and digits of the text. */
  readonly alphanumeric: readonly string[];
  /** The beginnings of the secret, compared like `alphanumeric`, because services repeat the beginning of a long token. */
  readonly beginning: readonly string[];
  /** The index at which the text ends with a beginning of the secret; `null` when it does not. */
  readonly cutOff: (text: string) => number | null;
}

function formsOf(secret: string): SecretForms {
  const known = cachedForms.get(secret);
  if (known) return known;
  const plain = decoded(secret);
  const texts = [secret, plain, secret.replaceAll(' ', '+'), plain.replaceAll(' ', '+')];
  // In the value of a header each byte is one character.
  const written = new Set([...texts, ...texts.map((text) => Buffer.from(text).toString('latin1'))]);
  const encoded = encodings(secret);
  const alphanumeric = distinct([plain, secret, ...encoded], /[^A-Za-z0-9]+/g, MIN_ALPHANUMERIC);
  // Words without their punctuation could be part of any text: "client-secret".
  const isLikelyText = ![secret, plain].some((text) => /\d\D*\d/.test(text));
  const folded = isLikelyText ? [] : alphanumeric;
  const beginning = isLikelyText || secret.length < 2 * BEGINNING ? [] : [alphanumericOf(secret).slice(0, BEGINNING)];
  const forms: SecretForms = {
    exact: [...written, ...(secret.length < MIN_SPACELESS ? encoded : [])].filter(
      (form) => form.length >= MIN_SECRET_LENGTH,
    ),
    spaceless:
      isLikelyText || alphanumericOf(plain).length < MIN_ALPHANUMERIC
        ? distinct([...written, ...encoded], /\s+/g, MIN_SPACELESS)
        : [],
    alphanumeric: folded,
    beginning,
    cutOff: (text) => cutOff(text, secret),
  };
  if (cachedForms.size >= MAX_CACHED) cachedForms.clear();
  cachedForms.set(secret, forms);
  return forms;
}

/** The forms of recent secrets, cached because thousands of answers are searched for the same token. */
const cachedForms = new Map<string, SecretForms>();
const MAX_CACHED = 16;

function decoded(secret: string): string {
  let view = TextView.of(secret);
  for (let next = view.after(UNESCAPE); next !== view; next = view.after(UNESCAPE)) view = next;
  return view.text;
}

const distinct = (forms: readonly string[], without: RegExp, minLength: number): string[] =>
  [...new Set(forms.map((form) => form.replace(without, '').toLowerCase()))].filter((form) => form.length >= minLength);

const alphanumericOf = (text: string): string => text.replace(/[^A-Za-z0-9]+/g, '').toLowerCase();

function encodings(secret: string): string[] {
  const texts = new Set([secret, JSON.stringify(secret).slice(1, -1)]);
  const bytes = [...texts].flatMap((text) => [Buffer.from(text), Buffer.from(text, 'utf16le')]);
  return bytes.flatMap((data) => [data.toString('hex'), ...inBase64(data)]);
}

/** The characters of the secret's base64 that do not depend on the bytes around it, for each of the three alignments. */
function inBase64(secret: Buffer): string[] {
  return [0, 1, 2].flatMap((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), secret])
      .toString('base64')
      .replace(/=+$/, '');
    const first = shift === 0 ? 0 : shift + 1;
    const last = Math.floor(((shift + secret.length) * 8) / 6);
    const core = encoded.slice(first, last);
    return core.length < MIN_SPACELESS ? [] : [core, core.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** The index at which a beginning of the secret ends the text. */
function cutOff(text: string, secret: string): number | null {
  if (secret.length < BEGINNING) return null;
  const tail = text.slice(-secret.length);
  const start = tail.lastIndexOf(secret.slice(0, 8));
  return start !== -1 && secret.startsWith(tail.slice(start)) ? text.length - tail.length + start : null;
}
