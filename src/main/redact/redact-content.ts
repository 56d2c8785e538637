/** Redacts any text: JSON by the names of its fields; in running text credentials, guests' data, pairs, addresses and JSON. */
import { encodedRuns, isIdentifier, readablePart, textsIn } from './encoded-runs.ts';
import { type FieldKind, kindOf, type RedactionRules, type Subject } from './field-kinds.ts';
import type { FoundValues } from './found-values.ts';
import { endOfBracket } from './json-text.ts';
import { isNamedHarmless } from './name-before.ts';
import { words } from './name-list.ts';
import { withoutRandomRuns } from './random-runs.ts';
import { type JsonOptions, redactCutJson, redactJson, type Speaker } from './redact-json.ts';
import { REDACTED } from './redact-keys.ts';
import { LONE_PERCENT, redactPairs } from './redact-pairs.ts';
import { withoutGuestForms, withoutSecretForms } from './redact-patterns.ts';
import { unescaped, unescapedOnce } from './unescape.ts';

/** The depth of nesting from which content is redacted whole; real payloads are not so deep. */
const MAX_DEPTH = 3;
/** The number of passes: a replacement can join texts into a new one that must be redacted too. */
const MAX_PASSES = 4;

/** The settings for one content. `depth`: the number of contents that contain this one. */
export interface Content {
  readonly rules: RedactionRules;
  readonly subject: Subject;
  readonly depth: number;
  /** True for a text that only its issuer understands, such as a cursor or an identifier; its random characters are not a credential. */
  readonly isOpaque: boolean;
  /** The author of the free texts; see `JsonOptions`. */
  readonly speaker?: Speaker | undefined;
  /** Collects values that were redacted because of their names. */
  readonly found?: FoundValues | undefined;
  /** True when markup is redacted like any other text, because a person chose to keep pages. */
  readonly keepsMarkup?: boolean;
}

/** The content with secrets redacted, and guests' data if the rules ask for it; the same string when there is nothing to redact. */
export function redactContent(text: string, content: Content): string {
  if (text.length < 6) return text;
  if (content.depth > MAX_DEPTH) return REDACTED;
  const json = /^\s*[[{"]/.test(text) ? redactJson(text, jsonOptions(content)) : null;
  if (json !== null) return json;
  if (unescapedOnce(text).disguised > 0) return REDACTED;
  return withoutHidden(redactVisible(text, content), content);
}

/**
 * Returns the redacted text. Returns a mark for the whole text if the text, once unescaped, still contains something to redact, or if an escape was
 * cut in two.
 */
function withoutHidden(clean: string, content: Content): string {
  const { plain, disguised } = unescaped(clean);
  if (plain === clean) return clean;
  const inner = { ...content, depth: content.depth + 1 };
  const hides = (reading: string, isOpaque: boolean): boolean =>
    redactVisible(reading, { ...inner, isOpaque }) !== reading;
  if (disguised > 0 || TOUCHED.test(clean) || hides(plain, content.isOpaque)) return REDACTED;
  // A plus sign within a cursor is no space: what follows it has lost its name.
  const isForm = plain.includes('=') && plain.includes('+');
  return isForm && hides(plain.replaceAll('+', ' '), true) ? REDACTED : clean;
}

/** Matches a mark that an escape touches: the escape may be a part of what was redacted. */
const TOUCHED = /\[redacted\](?:\\+[uxnr]|%(?:[2-7][0-9a-f]|0[ad])|&#)/i;

/** Redacts the readable text and the text that is encoded in base64 or hex, without undoing escapes. */
const redactVisible = (text: string, content: Content): string => untilStable(withoutEncoded(text, content), content);

/** The text with runs of base64 or hex redacted whose decoded text would be redacted. */
function withoutEncoded(text: string, content: Content): string {
  let out = '';
  let from = 0;
  for (const [start, end] of encodedRuns(text)) {
    const run = text.slice(start, end);
    if (isIdentifier(run)) continue;
    // What the field is decides about the random characters of the run, and not what it decodes to.
    const inner: Content = { ...content, subject: 'none', isOpaque: true, depth: content.depth + 1 };
    const hides = (decoded: string): boolean => {
      const said = readablePart(decoded);
      if (said === null) return false;
      const isNamed = content.isOpaque || isNamedHarmless(text, start);
      return redactContent(said, inner) !== said || (isCredential(said) && !isNamed);
    };
    if (!textsIn(run).some(hides)) continue;
    out += text.slice(from, start) + REDACTED;
    PADDING.lastIndex = end;
    from = PADDING.test(text) ? PADDING.lastIndex : end;
  }
  return out + text.slice(from);
}

const PADDING = /(?:=|%3D){1,2}(?![\w+/%])/iy;
/** Matches `user:password`, but not a type with the number of a record ("Listing:65a0f3"). */
const USER_AND_PASSWORD = /^[a-z][\w.@+-]{1,63}:(?![0-9a-f-]+$)(?=\S*\d)\S{6,200}$/i;
const isCredential = (text: string): boolean => text.length < 280 && USER_AND_PASSWORD.test(text);

function untilStable(text: string, content: Content): string {
  let before = text;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const after = redactRunningText(before, content);
    if (after === before) break;
    before = after;
  }
  return before;
}

/** The options with which JSON within the content is redacted. */
export const jsonOptions = (content: Content): JsonOptions => ({
  rules: content.rules,
  subject: content.subject,
  speaker: content.speaker,
  found: content.found,
  nested: (inner: string, subject: Subject, isOpaque: boolean): string =>
    redactContent(inner, { ...content, subject, isOpaque, depth: content.depth + 1 }),
});

/** Matches a tag, a declaration, or the head of a part of a multipart body. */
const UNREAD =
  /<(?:\/?[A-Za-z_][\w:.-]{0,99}(?:\s[^<>]*)?\/?>|[A-Za-z_][\w:.-]{0,99}\s+[\w:.-]{1,60}\s*=|[!?][A-Za-z[-])|content-disposition\s*:/gi;
/** Matches a tag with harmless attributes. */
const PLAIN_TAG = /<\/?([a-z][a-z0-9]{0,11})(?:\s{1,9}([a-z]{3,6})\s?=\s?(?:"[^"<>]*"|'[^'<>]*'))*\s?\/?>/iy;
/** Tags and attributes of descriptions, which carry no fields. */
const FORMATTING = new Set(
  words('p br hr b i u em strong ul ol li h{1,2,3,4,5,6} small sub sup div span font a blockquote'),
);
const ATTRIBUTES = new Set(words('class style href target rel dir lang align'));

/** Whether the tag at an index only formats its text. */
function isFormatting(text: string, at: number): boolean {
  PLAIN_TAG.lastIndex = at;
  const [tag = '', name = ''] = PLAIN_TAG.exec(text) ?? [];
  const attributes = [...tag.matchAll(/\s([a-z]+)\s?=/gi)].map(([, attribute = '']) => attribute.toLowerCase());
  return FORMATTING.has(name.toLowerCase()) && attributes.every((attribute) => ATTRIBUTES.has(attribute));
}
/** Tags without an end, such as `<anonymous>` in a stack trace. */
const LONE_TAG = /<([A-Za-z_][\w:.-]{0,99})>/y;

/** Redacts running text. From markup with fields on, everything is redacted: these APIs do not send markup, and its structures have no limit. */
function redactRunningText(text: string, content: Content): string {
  const clean = withoutTable(content.keepsMarkup ? text : withoutUnread(text), content.rules);
  return withoutGuestForms(redactReadable(clean, content), content.rules);
}

const TWO_LINES = /^([^\n]{3,2000})\n([^\n]{1,4000})/;

/** The text without the rows below a line of column names, if one of the names is sensitive. */
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
    const lone = hasEnds ? undefined : LONE_TAG.exec(text)?.[1];
    const stays = lone === undefined ? isFormatting(text, match.index) : isHarmless(kindOf(lone));
    if (!stays) return text.slice(0, match.index) + REDACTED;
  }
  return text;
}

const isHarmless = (kind: FieldKind): boolean =>
  ['plain', 'safe', 'name', 'note', 'remark', 'property', 'stay'].includes(kind);

/** Matches the beginning of an object, or of a list whose first element is quoted or nested. */
const JSON_START = /[[{](?=\s{0,20}(?:\\*["'[{]|&quot;|&#3[49];))/g;

/** Redacts a text that contains JSON. From JSON that does not parse on, everything is redacted. */
function redactReadable(text: string, content: Content): string {
  JSON_START.lastIndex = 0;
  let out = '';
  let from = 0;
  for (let match = JSON_START.exec(text); match; match = JSON_START.exec(text)) {
    const end = endOfBracket(text, match.index);
    const part = text.slice(match.index, end);
    const isLast = end === text.length;
    const options = jsonOptions(content);
    const json = redactJson(part, options) ?? (isLast ? redactCutJson(part, options) : null);
    out += redactPlain(text.slice(from, match.index), content) + (json ?? REDACTED);
    if (json === null) return out;
    from = end;
    JSON_START.lastIndex = from;
  }
  return out + redactPlain(text.slice(from), content);
}

/** A piece between the delimiters of addresses, forms and header lines. */
const PIECE = /[^\s&?#"<>=;]+/g;
/** Matches an escape, or a plus sign in place of a space in a number. */
const ENCODED = /%[0-9a-f]{2}|\d\)?\+\(?\d/i;

/** Redacts a text without JSON; returns the same string when there is nothing to redact. */
function redactPlain(text: string, content: Content): string {
  let clean = withoutSecretForms(text);
  if (clean.includes('=') || clean.includes(':')) clean = redactPairs(clean, content.rules);
  if ((clean.includes('%') || clean.includes('+')) && ENCODED.test(clean)) clean = redactPieces(clean, content);
  return content.isOpaque ? clean : withoutRandomRuns(clean);
}

/** Redacts encoded pieces. From a piece that ends within JSON on, everything is redacted, because the rest of the JSON is in the next pieces. */
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

/** Decodes a piece, redacts it and encodes it again. `isBroken`: the piece ends within JSON. */
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
