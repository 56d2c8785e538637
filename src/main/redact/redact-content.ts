/** Redacts any text: JSON by its names, and in running text credentials, guests' data, pairs, addresses and JSON. */
import { encodedRuns, readablePart, textsIn } from './encoded-runs.ts';
import { type FieldKind, kindOf, PLACEHOLDER, type RedactionRules, type Subject } from './field-kinds.ts';
import type { FoundValues } from './found-values.ts';
import { isNamedHarmless } from './name-before.ts';
import { hidesLetters } from './needless-escapes.ts';
import { withoutRandomRuns } from './random-runs.ts';
import { type JsonOptions, redactJson, type Speaker } from './redact-json.ts';
import { REDACTED } from './redact-keys.ts';
import { LONE_PERCENT, redactPairs } from './redact-pairs.ts';
import { withoutGuestForms, withoutSecretForms } from './redact-patterns.ts';
import { mayNestEscapes, readingsOf, unescaped, unescapedForm } from './text-view.ts';
import type { WorkBudget } from './work-budget.ts';

/** Content that is nested deeper is redacted whole; real payloads are not. */
const MAX_DEPTH = 8;
/** A replacement can join texts into one that must be redacted too. */
const MAX_PASSES = 4;
/** To begin with a text, however short, takes as long as to read so many characters. */
const CALL_COST = 100;

/** `depth`: how many contents contain this one. */
export interface Content {
  readonly rules: RedactionRules;
  readonly budget: WorkBudget;
  readonly subject: Subject;
  readonly depth: number;
  /** Only its issuer understands the text, such as a cursor or an identifier: its random characters are no credential. */
  readonly isOpaque: boolean;
  /** Whose free texts it has, see `JsonOptions`. */
  readonly speaker?: Speaker | undefined;
  /** Collects the values that were redacted under their names. */
  readonly found?: FoundValues | undefined;
  /** Markup is a text like any other: a person chose to keep pages. */
  readonly keepsMarkup?: boolean;
}

/** The content without secrets, and without guests' data where the rules ask for it; the same string when it has none. */
export function redactContent(text: string, content: Content): string {
  if (text.length < 6) return text;
  if (content.depth > MAX_DEPTH) return REDACTED;
  content.budget.spend(CALL_COST + text.length);
  if (/^\s*[[{"]/.test(text)) {
    const json = redactJson(text, 0, jsonOptions(content));
    if (json.isWhole && text.slice(json.end).trim() === '') {
      const clean = json.text + text.slice(json.end);
      // A text may begin with a quotation mark.
      return /^\s*"/.test(text) || hasOddEscapes(text) ? withoutHidden(text, clean, content) : clean;
    }
  }
  return mayNestEscapes(text) && hidesLetters(text)
    ? REDACTED
    : withoutHidden(text, redactEscaped(text, content), content);
}

/** Whether JSON, which may be cut, has escapes that JSON does not know: it stands under further layers, which escape a part of its own. */
export const hasOddEscapes = (json: string): boolean =>
  json.includes('\\') && json.replace(/\\(?:["\\/bfnrt]|u[0-9a-f]{4}|(?:u[0-9a-f]{0,3})?$)/gi, '').includes('\\');

/** Escapes within an encoded run would end it, and what is redacted of it would hide the rest: such a text goes whole. */
function redactEscaped(text: string, content: Content): string {
  content.budget.spend(ESCAPE_COST * escapesIn(text));
  const clean = withoutEncoded(text, content);
  if (ESCAPE.test(clean)) {
    const decoded = unescaped(clean);
    if (withoutEncoded(decoded, content) !== decoded) return REDACTED;
  }
  return untilStable(clean, content);
}

/** To decode an escape, as often as escapes can contain escapes, takes as long as to read so many characters. */
const ESCAPE_COST = 20;
const STARTS_ESCAPE = new Set(['%', '&'].map((character) => character.charCodeAt(0)));

function escapesIn(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) if (STARTS_ESCAPE.has(text.charCodeAt(at))) count += 1;
  return count;
}

/** Without what stands there to be read, or encoded in base64 or hex. */
const redactVisible = (text: string, content: Content): string => untilStable(withoutEncoded(text, content), content);

/** The text without runs of base64 or hex in which something would be redacted. */
function withoutEncoded(text: string, content: Content): string {
  let out = '';
  let from = 0;
  for (const [start, end] of encodedRuns(text, MIN_RUN)) {
    content.budget.spend(end - start);
    const isOpaqueAt = (at: number): boolean => content.isOpaque || isNamedHarmless(text, at);
    // What the field is decides about the random characters of the run, and not what it decodes to.
    const inner: Content = { ...content, subject: 'none', isOpaque: true, depth: content.depth + 1 };
    const hides = (decoded: string): boolean => {
      const said = readablePart(decoded);
      if (said === null) return false;
      return redactContent(said, inner) !== said || (isCredential(said) && !isOpaqueAt(start));
    };
    if (!textsIn(text.slice(start, end)).some(hides)) continue;
    out += text.slice(from, start) + REDACTED;
    PADDING.lastIndex = end;
    from = PADDING.test(text) ? PADDING.lastIndex : end;
    // The escape is a part of the run, or a line break after which it goes on.
    ESCAPE_HERE.lastIndex = from;
    if (ESCAPE_HERE.test(text)) return REDACTED;
  }
  return out + text.slice(from);
}

const PADDING = /(?:=|%3D){1,2}(?![\w+/%])/iy;
/** A mail address in base64 takes so many characters. */
const MIN_RUN = 16;
/** `user:password`, but not a type with the number of a record ("Listing:65a0f3"). */
const USER_AND_PASSWORD = /^[a-z][\w.@+-]{1,63}:(?![0-9a-f-]+$)(?=\S*\d)\S{6,200}$/i;
const isCredential = (text: string): boolean => text.length < 280 && USER_AND_PASSWORD.test(text);

/** A backslash, a percent sign or an ampersand before what may be an escape. */
const ESCAPE = /\\[ux"'/\\nrt]|%[0-9a-f]{2}|&(?:#|[a-z]{2,8};)/i;
/** One that stands for a character of a run or for a line break. */
const ESCAPE_HERE = /\\+[uxnr]|%(?:[2-7][0-9a-f]|0[ad])|&#/iy;

/**
 * The redacted text, or a mark for the whole text where a reading of it without escapes has something to redact that is still there: it
 * stands under more layers than its own structure has, such as JSON that a sentence quotes from a sentence.
 */
export function withoutHidden(text: string, clean: string, content: Content): string {
  if (!ESCAPE.test(text)) return clean;
  const inner = { ...content, depth: content.depth + 1 };
  const hides = ({ before, after }: HiddenReading, isOpaque: boolean): boolean => {
    if (before === text) return false;
    // To decode a text takes as long as a further pass.
    content.budget.spend(2 * text.length);
    const redacted = redactVisible(before, { ...inner, isOpaque });
    return redacted !== before && (clean === text || !isWithin(after(clean), redacted));
  };
  for (const reading of hiddenReadings(text, content.budget)) if (hides(reading, content.isOpaque)) return REDACTED;
  // A plus sign within a cursor is no space: what follows it has lost its name.
  const form = unescapedForm(text);
  return form !== null && hides({ before: form, after: spaced }, true) ? REDACTED : clean;
}

const spaced = (text: string): string => unescapedForm(text) ?? unescaped(text);

/** `before`: what the text says without escapes. `after`: what its redacted text says in the same way. */
interface HiddenReading {
  readonly before: string;
  readonly after: (clean: string) => string;
}

/** The readings of a text: all its escapes undone together, or one layer of one kind at a time, in each order. */
function* hiddenReadings(text: string, budget: WorkBudget): Generator<HiddenReading> {
  const together = unescaped(text);
  yield { before: together, after: unescaped };
  const seen = new Set([together]);
  const affords = (characters: number): boolean => {
    budget.spend(Math.ceil(characters * READING_COST));
    return true;
  };
  for (const { view, isLast } of readingsOf(text, affords)) {
    if (!isLast || seen.has(view.text)) continue;
    seen.add(view.text);
    yield { before: view.text, after: (clean) => view.sameStepsOn(clean) };
  }
}

/** To undo one layer of escapes takes this part of the time to redact the text. */
const READING_COST = 0.25;

/** Whether all that stays in a redacted text stays in another redaction of it as well, in the same order. */
function isWithin(clean: string, other: string): boolean {
  let from = 0;
  for (const part of clean.split(MARKS)) {
    const at = other.indexOf(part, from);
    if (at === -1) return false;
    from = at + part.length;
  }
  return true;
}
/** The padding of base64 may be left behind one. */
const MARKS = new RegExp(`${PLACEHOLDER.source}={0,2}`);

function untilStable(text: string, content: Content): string {
  let before = text;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const after = redactRunningText(before, content);
    if (after === before) break;
    before = after;
    content.budget.spend(before.length);
  }
  return before;
}

/** How JSON within the content is redacted. */
export const jsonOptions = (content: Content): JsonOptions => ({
  rules: content.rules,
  subject: content.subject,
  speaker: content.speaker,
  found: content.found,
  nested: (inner: string, subject: Subject, isOpaque: boolean): string =>
    redactContent(inner, { ...content, subject, isOpaque, depth: content.depth + 1 }),
});

/** A tag, a declaration, or the head of a part of a multipart body. */
const UNREAD =
  /<(?:\/?[A-Za-z_][\w:.-]{0,99}(?:\s[^<>]*)?\/?>|[A-Za-z_][\w:.-]{0,99}\s+[\w:.-]{1,60}\s*=|[!?][A-Za-z[-])|content-disposition\s*:/gi;
/** Tags of descriptions, which carry no fields. */
const FORMATTING =
  /<\/?(?:p|br|hr|b|i|u|em|strong|ul|ol|li|h[1-6]|small|sub|sup|div|span|font|a|blockquote)(?:\s{1,9}(?:class|style|href|target|rel|dir|lang|align)\s?=\s?(?:"[^"<>]*"|'[^'<>]*'))*\s?\/?>/iy;
/** Tags without an end, such as `<anonymous>` in a stack trace. */
const LONE_TAG = /<([A-Za-z_][\w:.-]{0,99})>/y;

/** Redacts running text. From markup with fields on, nothing stays: these APIs do not send it, and its structures have no end. */
function redactRunningText(text: string, content: Content): string {
  const clean = withoutTable(content.keepsMarkup ? text : withoutUnread(text), content.rules);
  return withoutGuestForms(redactReadable(clean, content), content.rules);
}

const TWO_LINES = /^([^\n]{3,2000})\n([^\n]{1,4000})/;

/** The text without the rows below a line of column names, of which one names something to redact. */
function withoutTable(text: string, rules: RedactionRules): string {
  const [, head = '', row = ''] = (text.includes('\n') && TWO_LINES.exec(text)) || [];
  const separator = /[,;\t|]/.exec(head)?.[0];
  if (separator === undefined) return text;
  const cells = head.split(separator);
  if (row.split(separator).length < cells.length) return text;
  const kinds = cells.map((cell) => kindOf(cell.replace(/["'\s]+/g, ' ').trim()));
  const hides = kinds.some((kind) => kind === 'secret' || (!rules.keepGuests && GUEST_KINDS.has(kind)));
  return hides ? `${head}\n${REDACTED}` : text;
}

const GUEST_KINDS: ReadonlySet<FieldKind> = new Set(['mail', 'phone', 'guestName', 'guestNote', 'guestData', 'person']);

function withoutUnread(text: string): string {
  if (!text.includes('<') && !/content-disposition/i.test(text)) return text;
  const hasEnds = text.includes('</') || text.includes('/>');
  UNREAD.lastIndex = 0;
  for (let match = UNREAD.exec(text); match; match = UNREAD.exec(text)) {
    LONE_TAG.lastIndex = match.index;
    FORMATTING.lastIndex = match.index;
    const lone = hasEnds ? undefined : LONE_TAG.exec(text)?.[1];
    const stays = lone === undefined ? FORMATTING.test(text) : isHarmless(kindOf(lone));
    if (!stays) return text.slice(0, match.index) + REDACTED;
  }
  return text;
}

const isHarmless = (kind: FieldKind): boolean =>
  ['plain', 'safe', 'name', 'note', 'remark', 'property', 'stay'].includes(kind);

/** An object or a list whose first element is quoted or nested. */
const JSON_START = /[[{](?=\s{0,20}(?:\\*["'[{]|&quot;|&#3[49];))/g;

/** Redacts a text with JSON in it. From JSON that is broken on, nothing stays. */
function redactReadable(text: string, content: Content): string {
  JSON_START.lastIndex = 0;
  let out = '';
  let from = 0;
  for (let match = JSON_START.exec(text); match; match = JSON_START.exec(text)) {
    const json = redactJson(text, match.index, jsonOptions(content));
    out += redactPlain(text.slice(from, match.index), content) + json.text;
    from = json.end;
    if (!json.isWhole && json.end < text.length) return out + REDACTED;
    JSON_START.lastIndex = from;
  }
  return out + redactPlain(text.slice(from), content);
}

/** A piece between the delimiters of addresses, forms and header lines. */
const PIECE = /[^\s&?#"<>=;]+/g;
/** An escape, or a plus where a number had a space. */
const ENCODED = /%[0-9a-f]{2}|\d\)?\+\(?\d/i;

/** Redacts a text without JSON; the same string when it has nothing to redact. */
function redactPlain(text: string, content: Content): string {
  let clean = withoutSecretForms(text);
  if (clean.includes('=') || clean.includes(':')) clean = redactPairs(clean, content.rules);
  if ((clean.includes('%') || clean.includes('+')) && ENCODED.test(clean)) clean = redactPieces(clean, content);
  return content.isOpaque ? clean : withoutRandomRuns(clean, content.budget);
}

/** Redacts encoded pieces. From JSON that is broken within a piece on, nothing stays: its rest is in the next ones. */
function redactPieces(text: string, content: Content): string {
  let out = '';
  let from = 0;
  for (const { 0: piece, index } of text.matchAll(PIECE)) {
    if (!ENCODED.test(piece)) continue;
    const { clean, isBroken } = redactEncoded(piece, content.isOpaque || isNamedHarmless(text, index), content);
    out += text.slice(from, index) + clean;
    from = index + piece.length;
    if (isBroken && from < text.length) return out;
  }
  return out + text.slice(from);
}

/** Decodes a piece, redacts it and encodes it again. `isBroken`: whether it ends within JSON. */
function redactEncoded(piece: string, isOpaque: boolean, content: Content): { clean: string; isBroken: boolean } {
  const decoded = decodedPiece(piece);
  if (decoded === null || decoded === piece) return { clean: piece, isBroken: false };
  const clean = redactContent(decoded, { ...content, subject: 'none', isOpaque, depth: content.depth + 1 });
  if (clean === decoded) return { clean: piece, isBroken: false };
  const isBroken = clean.endsWith(REDACTED) && /[[{\\]/.test(decoded);
  return { clean: encodeURIComponent(clean.toWellFormed()), isBroken };
}

/** The decoded piece; escapes that are not valid UTF-8 stay encoded. `null` when nothing can be decoded. */
function decodedPiece(piece: string): string | null {
  const spaced = piece.replaceAll('+', ' ');
  if (!LONE_PERCENT.test(spaced))
    try {
      return decodeURIComponent(spaced);
    } catch {
      // Its bytes are not UTF-8.
    }
  // Field names, mail addresses and numbers are ASCII.
  const ascii = spaced.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return ascii === spaced ? null : ascii;
}
