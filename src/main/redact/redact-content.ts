/**
 * Redacts any text. JSON is redacted by the names of its fields; other text by patterns of credentials, guests' data, names with values, and embedded
 * JSON.
 */
import { rememberingStays } from '../../shared/text/remembering.ts';
import { replaceRuns } from './encoded-runs.ts';
import { type FieldKind, kindOf, PLACEHOLDERS_IN_TEXT, type RedactionRules, type Subject } from './field-kinds.ts';
import type { FoundValues } from './found-values.ts';
import { SENSITIVE_KINDS } from './json-names.ts';
import { isNamedHarmless } from './name-before.ts';
import { withoutRandomRuns } from './random-runs.ts';
import { type JsonOptions, redactJson, type Speaker } from './redact-json.ts';
import { REDACTED } from './redact-keys.ts';
import { redactPairs } from './redact-pairs.ts';
import { withoutGuestForms, withoutSecretForms } from './redact-patterns.ts';
import { unescaped } from './unescape.ts';

/** The depth of nesting beyond which content is redacted whole; real payloads are not so deep. */
const MAX_DEPTH = 3;

/** How to redact one text. `depth`: the number of texts in which it is nested. */
export interface Content {
  readonly rules: RedactionRules;
  readonly subject: Subject;
  readonly depth: number;
  /** True for a text that only its issuer understands, such as a cursor: its random characters are no credential. */
  readonly isOpaque: boolean;
  /** The author of the free texts; see `JsonOptions`. */
  readonly speaker?: Speaker | undefined;
  /** Collects values that were redacted because of their names. */
  readonly found?: FoundValues | undefined;
  /** True when markup is redacted like any other text, because a person chose to keep pages. */
  readonly keepsMarkup?: boolean;
}

/** Redacts secrets in a text, and guests' data if the rules ask for it. Returns the same string when there is nothing to redact. */
export function redactContent(text: string, content: Content): string {
  if (text.length < 6) return text;
  if (content.depth > MAX_DEPTH) return REDACTED;
  const json = /^\s*[[{"]/.test(text) ? redactJson(text, jsonOptions(content)) : null;
  if (json !== null) return json;
  const clean = redactVisible(text, content);
  const { plain, disguised } = unescaped(clean);
  const isForm = plain.includes('=') && plain.includes('+');
  if (plain === clean && !isForm) return clean;
  const hides = (said: string, isOpaque: boolean): boolean =>
    redactVisible(said, { ...content, isOpaque, depth: content.depth + 1 }) !== said;
  // A plus sign may be a space; within a cursor it is none, and what follows it has lost its name.
  const spaced = isForm ? [plain.replaceAll('+', ' '), unescaped(clean.replaceAll('+', ' ')).plain] : [];
  const isHidden = hides(plain, content.isOpaque) || spaced.some((said) => hides(said, true));
  return disguised > 0 || TOUCHED.test(clean) || isHidden ? REDACTED : clean;
}

/** Matches `[redacted]` directly before an escape, which may have been a part of the redacted text. */
const TOUCHED = /\[redacted\](?:\\+[uxnr]|%(?:[2-7][0-9a-f]|0[ad])|&#)/i;

/** Redacts the readable text, and runs of base64 or hex whose decoded text would be redacted. Undoes no escapes. */
function redactVisible(text: string, content: Content): string {
  const hides = (said: string, start: number): boolean => {
    const isOpaque = content.isOpaque || isNamedHarmless(text, start);
    const inner: Content = { ...content, subject: 'none', isOpaque, depth: content.depth + 1 };
    return redactContent(said, inner) !== said || (USER_AND_PASSWORD.test(said) && !isOpaque);
  };
  return redactRunningText(replaceRuns(text, hides, REDACTED), content);
}

/** Matches `user:password`, but not a type with the number of a record ("Listing:65a0f3"). */
const USER_AND_PASSWORD = /^[a-z][\w.@+-]{1,63}:(?![0-9a-f-]+$)(?=\S*\d)\S{6,200}$/i;

const unlessHarmless = rememberingStays();

/** Makes the options for redacting JSON within a text. */
export function jsonOptions(content: Content): JsonOptions {
  const { rules, subject, speaker, found, keepsMarkup, depth } = content;
  const way = `${speaker} ${keepsMarkup} ${depth}`;
  const change = (inner: string, about: Subject, isOpaque: boolean): string =>
    redactContent(inner, { ...content, subject: about, isOpaque, depth: depth + 1 });
  const nested: typeof change = (inner, ...how) =>
    unlessHarmless(rules.keepGuests ? null : `${way} ${how.join(' ')} ${inner}`, inner, () => change(inner, ...how));
  return { rules, subject, speaker, found, nested };
}

/** Redacts running text. Unless the content keeps markup, redacts everything from the first tag that does more than format its text. */
function redactRunningText(text: string, content: Content): string {
  const clean = withoutTable(content.keepsMarkup ? text : withoutUnread(text), content.rules);
  return withoutGuestForms(redactReadable(clean, content), content.rules);
}

/** Matches the beginning of a tag, of a declaration, or of the head of a part of a multipart body. */
const UNREAD = /<(?:\/?[a-z_][\w:.-]*(?=[\s>]|\/>)|[!?][a-z[-])|content-disposition\s*:/gi;
/** Matches a tag that only formats its text. */
const FORMATTING =
  /<\/?(?:p|br|hr|b|i|u|em|strong|ul|ol|li|h[1-6]|small|su[bp]|div|span|font|a|blockquote)(?:\s{1,9}(?:class|style|href|target|rel|dir|lang|align)\s?=\s?(?:"[^"<>]*"|'[^'<>]*'))*\s?\/?>/iy;
/** Matches a tag without an end, such as `<anonymous>` in a stack trace; and a sign between words ("a <b c"). */
const LONE_TAG = /<([A-Za-z_][\w:.-]{0,99})>/y;

function withoutUnread(text: string): string {
  const hasEnds = text.includes('</') || text.includes('/>');
  for (const { index } of text.matchAll(UNREAD)) {
    LONE_TAG.lastIndex = index;
    const lone = hasEnds ? undefined : LONE_TAG.exec(text)?.[1];
    FORMATTING.lastIndex = index;
    if (lone === undefined ? !FORMATTING.test(text) : HIDDEN.has(kindOf(lone))) return text.slice(0, index) + REDACTED;
  }
  return text;
}

const HIDDEN: ReadonlySet<FieldKind> = new Set([...SENSITIVE_KINDS, 'person']);

/** The text without the rows below a line of column names, if one of the names is sensitive. */
function withoutTable(text: string, { keepGuests }: RedactionRules): string {
  const head = /^[^\n]{3,2000}(?=\n[^\n]*[,;\t|])/.exec(text)?.[0] ?? '';
  const cells = head.split(/[,;\t|]/).map((cell) => kindOf(cell.replace(/["'\s]+/g, ' ').trim()));
  const hides = cells.length > 1 && cells.some((kind) => kind === 'secret' || (!keepGuests && HIDDEN.has(kind)));
  return hides ? `${head}\n${REDACTED}` : text;
}

/** Matches the beginning of an object, or of a list whose first element is quoted or nested. */
const JSON_START = /[[{](?=\s{0,20}(?:\\*["'[{]|&quot;|&#3[49];))/;

/** Redacts a text that may contain JSON. From JSON that does not parse on, everything is redacted. */
function redactReadable(text: string, content: Content): string {
  const start = text.search(JSON_START);
  if (start === -1) return redactPlain(text, content);
  const end = text.replace(PLACEHOLDERS_IN_TEXT, (mark) => '_'.repeat(mark.length)).search(/[\]}][^\]}]*$/) + 1;
  const json = end > start ? redactJson(text.slice(start, end), jsonOptions(content)) : null;
  const before = redactPlain(text.slice(0, start), content);
  return json === null ? before + REDACTED : before + json + redactPlain(text.slice(end), content);
}

/** Redacts a text without JSON; returns the same string when there is nothing to redact. */
function redactPlain(text: string, content: Content): string {
  const clean = redactPairs(withoutSecretForms(text), content.rules);
  return content.isOpaque ? clean : withoutRandomRuns(clean);
}
