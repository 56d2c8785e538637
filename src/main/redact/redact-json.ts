/**
 * Redacts JSON text as far as it is valid; it may be cut. The scanner replaces only sensitive values, so all other bytes stay: spaces, the order
 * of names, long numbers, duplicate names.
 */
import {
  type FieldKind,
  GUEST_MESSAGE,
  hasWords,
  isAboutNobody,
  isPlaceholder,
  kindWithin,
  PLACEHOLDER,
  placeholderFor,
  placeholderForNumber,
  placeholderOf,
  type RedactionRules,
  type Subject,
  subjectUnder,
} from './field-kinds.ts';
import type { FoundValues } from './found-values.ts';
import { jsonNameOf, mayHide, SPEAKS_OF_SERVICE, sensitiveKindOf } from './json-names.ts';
import { applyEdits, type Edit, endOfBracket, type Frame, newFrame, unescapeJson } from './json-parts.ts';
import { nameList } from './name-list.ts';
import { isSecretWithin, REDACTED } from './redact-keys.ts';
import { isCard } from './redact-patterns.ts';
import { unescaped } from './unescape.ts';

const MAX_NAME_LENGTH = 100;
/** Matches more digits than a name or a part of a path has, which is at most two. */
const MANY_DIGITS = /\d[^\d/.[\]]*\d[^\d/.[\]]*\d/;
/** The deepest nesting that is read; JSON of these APIs is ten deep. */
const MAX_NESTING = 200;
/** The number of digits from which a number may be the bytes of a text. */
const MIN_BYTES = 24;
const NUMBER = /-?\d+(?:\.\d*)?(?:[eE][+-]?\d*)?/y;
const WORD = /true|false|null/y;
/** Matches the beginning of a number or a word at the end of a cut text. */
const CUT_BARE = /(?:-|t|tr|tru|f|fa|fal|fals|n|nu|nul)$/y;
/** Redacts the content of a string, which may be JSON again or a text. `isOpaque`: see `Content`. */
export type Nested = (text: string, subject: Subject, isOpaque: boolean) => string;

/** The author of a body's free texts: a person in a request, the service in an error, either in another answer. */
export type Speaker = 'person' | 'service' | 'either';

export interface JsonOptions {
  readonly rules: RedactionRules;
  readonly speaker?: Speaker | undefined;
  /** The subject of the whole text. */
  readonly subject: Subject;
  readonly nested: Nested;
  readonly found?: FoundValues | undefined;
  /** The names, in lower case without punctuation, whose values stay; without `only` the name of each field decides. */
  readonly only?: ReadonlySet<string> | undefined;
}

/** The result. `text`: the redacted text. `end`: the index at which reading ended. `isWhole`: reading ended with the end of a value. */
export interface RedactedJson {
  readonly text: string;
  readonly end: number;
  readonly isWhole: boolean;
}

/** Redacts the JSON value that begins at `start` (or after spaces), up to its end or to the point where it stops being JSON. */
export function redactJson(text: string, start: number, options: JsonOptions): RedactedJson {
  return new JsonRedaction(text, options).run(start);
}

type Expected = 'value' | 'firstValue' | 'name' | 'firstName' | 'colon' | 'comma' | 'nothing';

class JsonRedaction {
  readonly #text: string;
  readonly #options: JsonOptions;
  readonly #edits: Edit[] = [];
  readonly #stack: Frame[] = [];
  #frame: Frame;
  /** The kind of token that may come next. */
  #next: Expected = 'value';

  constructor(text: string, options: JsonOptions) {
    this.#text = text;
    this.#options = options;
    this.#frame = newFrame(false, options.subject, options.only ? 'secret' : 'plain', 0);
  }

  run(start: number): RedactedJson {
    const text = this.#text;
    let at = start;
    while (at < text.length && this.#next !== 'nothing') {
      const after = this.#step(at, text.charCodeAt(at));
      if (after === null) break;
      at = after;
    }
    const isWhole = this.#next === 'nothing';
    while (this.#stack.length > 0) this.#close(at);
    this.#redactPair(this.#frame);
    return { text: applyEdits(text.slice(0, at), this.#edits, start), end: at, isWhole };
  }

  /** Reads one token; returns the position after it, or `null` when the text is not JSON. */
  #step(at: number, code: number): number | null {
    if (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) return at + 1;
    const next = this.#next;
    if (next === 'colon') return code === 0x3a ? this.#expect('value', at + 1) : null;
    if (next === 'comma' && code === 0x2c) return this.#expect(this.#frame.isList ? 'value' : 'name', at + 1);
    const isEnd = next === 'comma' || next === (this.#frame.isList ? 'firstValue' : 'firstName');
    if (code === (this.#frame.isList ? 0x5d : 0x7d) && isEnd && this.#stack.length > 0) {
      this.#close(at + 1);
      return this.#afterToken(at + 1);
    }
    if (next === 'comma') return null;
    if (next === 'name' || next === 'firstName') return code === 0x22 ? this.#quoted(at, true) : null;
    if (code === 0x22) return this.#quoted(at, false);
    // A mark in place of what was no JSON begins like a list.
    if (code === 0x5b && matchAt(PLACEHOLDER, this.#text, at) !== null) return null;
    if (code === 0x7b || code === 0x5b) return this.#open(at, code === 0x5b);
    return this.#bare(at);
  }

  #expect(next: Expected, at: number): number {
    this.#next = next;
    return at;
  }

  /** Sets the expectation after a value; returns the position. */
  #afterToken(at: number): number {
    return this.#expect(this.#stack.length === 0 ? 'nothing' : 'comma', at);
  }

  #open(at: number, isList: boolean): number | null {
    const frame = this.#frame;
    if (frame.kind === 'secret' && !(this.#options.only && this.#stack.length === 0 && !isList)) {
      const end = endOfBracket(this.#text, at);
      if (this.#text.slice(at + 1, end - 1).trim() !== '') this.#replace(at, end, REDACTED);
      this.#afterValue(at, end, null);
      return this.#afterToken(end);
    }
    if (this.#stack.length >= MAX_NESTING) return null;
    this.#stack.push(frame);
    this.#frame = newFrame(isList, this.#subjectWithin(frame), isList ? frame.kind : 'plain', at);
    this.#frame.within = frame.isList ? frame.within : frame.name;
    if (isList)
      this.#frame.rowKinds = frame.columns ?? (frame.isList ? this.#stack.at(-2)?.columns : undefined) ?? null;
    return this.#expect(isList ? 'firstValue' : 'firstName', at + 1);
  }

  /** The subject of the values inside the current field. */
  #subjectWithin({ kind, subject }: Frame): Subject {
    const within = subjectUnder(kind, subject);
    return this.#options.rules.keepGuests && within !== 'card' ? 'none' : within;
  }

  #close(end: number): void {
    const inner = this.#frame;
    this.#redactPair(inner);
    this.#redactTexts(inner);
    const outer = this.#stack.pop();
    if (!outer) return;
    this.#frame = outer;
    if (inner.isList && inner.names?.some((kind) => kind !== null)) outer.columns = inner.names;
    // {"columns": [{"name": "password"}, …], "rows": […]}
    // {"field": {"name": "password"}, "value": …}
    const named = !inner.isList && inner.values === null ? inner.pairKind : null;
    if (outer.isList && !inner.isList) outer.names?.push(named);
    else if (outer.isList) outer.names = null;
    this.#afterValue(inner.start, end, outer.isList ? null : named);
  }

  /** Reads a string, which is a name or a value. */
  #quoted(at: number, isName: boolean): number | null {
    const text = this.#text;
    let end = at + 1;
    let escaped = false;
    for (; end < text.length; end += 1) {
      const code = text.charCodeAt(end);
      if (code === 0x22) break;
      if (code !== 0x5c) continue;
      escaped = true;
      end += 1;
    }
    const raw = text.slice(at + 1, end);
    const inside = escaped ? unescapeJson(raw) : raw;
    if (inside === null) return null;
    const next = Math.min(end + 1, text.length);
    if (isName) {
      this.#name(inside, at, next);
      return this.#expect('colon', next);
    }
    this.#value(inside, at, next);
    return this.#afterToken(next);
  }

  #name(name: string, at: number, end: number): void {
    const frame = this.#frame;
    const { plain: read, disguised } = unescaped(name);
    const { only } = this.#options;
    const { plain, role, isRows, sign, isNote, mayHide } = jsonNameOf(read);
    frame.sign = sign;
    frame.isNote = isNote;
    if (sign === 'service') frame.isService = true;
    else if (sign === 'person') frame.isPerson = true;
    else if (sign === 'stay') frame.isStay = true;
    frame.name = plain;
    const isUnknown = disguised > 0 || isPlaceholder(name);
    const isSecret = isUnknown || (only && !only.has(plain)) || isSecretWithin(frame.within, plain);
    frame.kind = isSecret ? 'secret' : kindWithin(frame.subject, read);
    frame.isRows = isRows;
    frame.role = role;
    if (!mayHide) return;
    const clean = this.#options.nested(name, 'none', false);
    if (clean !== name) this.#replace(at, end, clean);
  }

  #value(inside: string, at: number, end: number): void {
    const frame = this.#frame;
    const { nested } = this.#options;
    const nameKind =
      inside.length <= MAX_NAME_LENGTH && (frame.role === 'name' || frame.isList) && !MANY_DIGITS.test(inside)
        ? sensitiveKindOf(inside, frame.subject)
        : null;
    if (SPEAKS_OF_SERVICE[frame.sign]?.test(inside)) frame.isService = true;
    const kind = this.#kindHere();
    const placeholder = this.#placeholderHere(kind, inside);
    if (this.#isOpenText(kind, placeholder, inside)) {
      frame.texts ??= [];
      frame.texts.push({ start: at, end, inside, isNote: frame.isNote });
    } else if (placeholder !== null) this.#replaceFound(at, end, placeholder, inside);
    else if (mayHide(inside) && !isPlaceholder(inside)) {
      const clean = nested(inside, this.#subjectWithin(frame), kind === 'safe');
      if (clean !== inside) this.#replace(at, end, clean);
    }
    if (frame.isList) frame.names?.push(nameKind);
    this.#afterValue(at, end, nameKind);
  }

  #replaceFound(start: number, end: number, placeholder: string, inside: string): void {
    this.#replace(start, end, placeholder);
    if (placeholder === REDACTED) this.#options.found?.secrets.add(inside);
    else this.#options.found?.guests.set(inside, placeholder);
  }

  /** Whether the author of a text depends on the other fields of its object: a message in a stay may be the service's, one elsewhere a guest's. */
  #isOpenText(kind: FieldKind, placeholder: string | null, inside: string): boolean {
    const { rules, speaker = 'either' } = this.#options;
    const { isList, subject } = this.#frame;
    if (isList || rules.keepGuests || (kind !== 'note' && kind !== 'remark')) return false;
    if (placeholder !== null) return speaker !== 'person' && (placeholder === GUEST_MESSAGE || subject === 'person');
    return speaker !== 'service' && isAboutNobody(subject) && hasWords(inside) && !isPlaceholder(inside);
  }

  /** Redacts the free texts of an object that ends here if a person wrote them. */
  #redactTexts({ texts, subject, isService, isPerson, isStay }: Frame): void {
    for (const { start, end, inside, isNote } of texts ?? []) {
      const isPersons =
        !isService &&
        (!isAboutNobody(subject) || isPerson || (isNote && (isStay || this.#options.speaker === 'person')));
      const clean = isPersons ? GUEST_MESSAGE : mayHide(inside) ? this.#options.nested(inside, 'none', false) : inside;
      if (isPersons) this.#replaceFound(start, end, clean, inside);
      else if (clean !== inside) this.#replace(start, end, clean);
    }
  }

  /** The kind of the current value: that of its field, or of its column. */
  #kindHere(): FieldKind {
    const { kind, isList, rowKinds, count } = this.#frame;
    const outer = this.#stack.at(-1);
    const isRow = isList && rowKinds !== null && (outer?.isList || outer?.isRows);
    return (isRow ? rowKinds[count] : null) ?? kind;
  }

  #placeholderHere(kind: FieldKind, inside: string): string | null {
    const { subject, isList, lastNameKind } = this.#frame;
    const placeholder = placeholderFor(kind, subject, inside, this.#options.rules);
    if (placeholder !== null || !isList || lastNameKind !== 'secret') return placeholder;
    // ["Authorization", "…", "Accept", "…"]: names and values alternate.
    return (/[^a-z_-]/i.test(inside) || inside.length >= 16) && !isPlaceholder(inside) ? REDACTED : null;
  }

  /** Reads a number, true, false or null. */
  #bare(at: number): number | null {
    const text = this.#text;
    const number = matchAt(NUMBER, text, at);
    const word = number ?? matchAt(WORD, text, at) ?? matchAt(CUT_BARE, text, at);
    if (word === null) return null;
    const end = at + word.length;
    if (number !== null) {
      const digits = number.replace(/\D/g, '');
      if (SPEAKS_OF_SERVICE[this.#frame.sign]?.test(number)) this.#frame.isService = true;
      const placeholder =
        digits === number && digits.length <= 19 && isCard(digits)
          ? REDACTED
          : placeholderForNumber(this.#kindHere(), this.#frame.subject, digits, this.#options.rules);
      if (placeholder !== null) this.#replaceFound(at, end, placeholder, number);
      else if (digits.length >= MIN_BYTES && this.#options.nested(number, 'none', true) !== number)
        this.#replace(at, end, REDACTED);
    }
    if (this.#frame.isList) this.#frame.names = null;
    this.#afterValue(at, end, null);
    return this.#afterToken(end);
  }

  /** Remembers the position of a value, which may be part of a `{"name": …, "value": …}` pair. */
  #afterValue(start: number, end: number, nameKind: FieldKind | null): void {
    const frame = this.#frame;
    if (frame.isList) {
      frame.count += 1;
      if (frame.count === 1) frame.pairKind = nameKind;
      if (frame.count === 2 && frame.pairKind !== null) frame.values = [[start, end]];
      frame.lastNameKind = nameKind;
      return;
    }
    if (frame.role === 'value') {
      frame.values ??= [];
      frame.values.push([start, end]);
    } else if (frame.role === 'name' && nameKind !== null) frame.pairKind = nameKind;
    frame.role = 'none';
    frame.kind = 'plain';
  }

  /** Redacts the values of a name-value pair whose name is sensitive, at the end of its object or list. */
  #redactPair(frame: Frame): void {
    const { pairKind, values, isList, count } = frame;
    if (pairKind === null || values === null) return;
    if (isList && (count !== 2 || !this.#stack.at(-1)?.isList)) return;
    if (pairKind !== 'secret' && this.#options.rules.keepGuests) return;
    for (const [start, end] of values) {
      const raw = this.#text.slice(start, end);
      if (isSaidOfPair(raw) || isPlaceholder(raw.slice(1, -1))) continue;
      this.#replace(start, end, placeholderOf(pairKind));
    }
  }

  #replace(start: number, end: number, text: string): void {
    this.#edits.push([start, end, JSON.stringify(text)]);
  }
}

/** Whether a value of JSON says of a field only what it is, or that it is empty. */
const isSaidOfPair = nameList('true false null "" "{undefined,null,string,number,object,boolean,array,missing,empty}"');

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}
