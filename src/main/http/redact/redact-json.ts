/**
 * Redacts JSON text, also cut or broken JSON. It scans tokens and replaces only sensitive values, so all other bytes stay: spaces, the
 * order of names, long numbers, duplicate names.
 */
import {
  type FieldKind,
  isPlaceholder,
  kindOf,
  placeholderFor,
  placeholderForNumber,
  placeholderOf,
  type RedactionRules,
  type Subject,
  subjectUnder,
} from './field-kinds.ts';
import {
  applyEdits,
  type Edit,
  endOfBracket,
  type Frame,
  followedByColon,
  newFrame,
  unescapeJson,
} from './json-parts.ts';
import { REDACTED } from './redact-keys.ts';
import { isCardNumber } from './redact-patterns.ts';

const PAIR_NAMES = new Set([
  'name',
  'key',
  'field',
  'header',
  'param',
  'parameter',
  'attribute',
  'system',
  'type',
  'label',
]);
const PAIR_VALUES = new Set(['value', 'values', 'val', 'content', 'text', 'data', 'number']);
const SENSITIVE_KINDS = new Set<FieldKind>(['secret', 'mail', 'phone', 'guestName', 'guestNote', 'guestData']);
const MAX_NAME_LENGTH = 100;
const BARE = /[^\s,:{}[\]"]+/y;
const NUMBER = /^-?\d/;
/** Only a text that matches can contain something to redact. */
const MAY_HIDE = /[@%=:<{[\\&]|\d[^a-z]{5,40}\d|eyJ|bearer|basic/i;

/** Redacts the content of a string value: it may be JSON again, a form or a page. */
export type Nested = (text: string, subject: Subject) => string;

export interface JsonOptions {
  readonly rules: RedactionRules;
  /** What the whole text is about. */
  readonly subject: Subject;
  readonly nested: Nested;
}

/** The redacted text; the same string when there is nothing to redact. */
export function redactJson(text: string, options: JsonOptions): string {
  return new JsonRedaction(text, options).run();
}

class JsonRedaction {
  readonly #text: string;
  readonly #options: JsonOptions;
  readonly #edits: Edit[] = [];
  readonly #stack: Frame[] = [];
  #frame: Frame;

  constructor(text: string, options: JsonOptions) {
    this.#text = text;
    this.#options = options;
    this.#frame = newFrame(false, options.subject, 'plain', 0);
  }

  run(): string {
    const text = this.#text;
    let at = 0;
    while (at < text.length) {
      const code = text.charCodeAt(at);
      if (code === 0x22) at = this.#quoted(at);
      else if (code === 0x7b || code === 0x5b) at = this.#open(at, code === 0x5b);
      else if (code === 0x7d || code === 0x5d) {
        at += 1;
        this.#close(at);
      } else if (code === 0x2c || code === 0x3a || code <= 0x20) at += 1;
      else at = this.#bare(at);
    }
    while (this.#stack.length > 0) this.#close(text.length);
    this.#redactPair(this.#frame);
    return this.#edits.length === 0 ? text : applyEdits(text, this.#edits);
  }

  #open(at: number, isList: boolean): number {
    const frame = this.#frame;
    if (frame.kind === 'secret') {
      const end = endOfBracket(this.#text, at);
      if (this.#text.slice(at + 1, end - 1).trim() !== '') this.#replace(at, end, REDACTED);
      this.#afterValue(at, end, null);
      return end;
    }
    const subject = this.#options.rules.keepGuests ? 'none' : subjectUnder(frame.kind, frame.subject);
    this.#stack.push(frame);
    this.#frame = newFrame(isList, subject, isList ? frame.kind : 'plain', at);
    return at + 1;
  }

  #close(end: number): void {
    const inner = this.#frame;
    this.#redactPair(inner);
    const outer = this.#stack.pop();
    if (!outer) return;
    this.#frame = outer;
    this.#afterValue(inner.start, end, null);
  }

  /** A string: a name when a colon follows, else a value. */
  #quoted(at: number): number {
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
    const closed = end < text.length;
    const raw = text.slice(at + 1, end);
    const inside = escaped ? unescapeJson(raw) : raw;
    const next = closed ? end + 1 : text.length;
    if (closed && followedByColon(text, next)) this.#name(inside, at, next);
    else this.#value(inside, at, next);
    return next;
  }

  #name(name: string, at: number, end: number): void {
    const frame = this.#frame;
    frame.kind = kindOf(name);
    const plain = name.length < 20 ? name.toLowerCase().replace(/[^a-z]/g, '') : '';
    frame.role = PAIR_VALUES.has(plain) ? 'value' : PAIR_NAMES.has(plain) ? 'name' : 'none';
    if (!MAY_HIDE.test(name)) return;
    const clean = this.#options.nested(name, 'none');
    if (clean !== name) this.#replace(at, end, clean);
  }

  #value(inside: string, at: number, end: number): void {
    const frame = this.#frame;
    const { rules, nested } = this.#options;
    const nameKind =
      inside.length <= MAX_NAME_LENGTH && (frame.role === 'name' || frame.isList) ? sensitiveKindOf(inside) : null;
    const placeholder = this.#placeholderHere(inside);
    if (placeholder !== null) this.#replace(at, end, placeholder);
    else if (inside.length > 4 && MAY_HIDE.test(inside) && !isPlaceholder(inside)) {
      const subject = rules.keepGuests ? 'none' : subjectUnder(frame.kind, frame.subject);
      const clean = nested(inside, subject);
      if (clean !== inside) this.#replace(at, end, clean);
    }
    this.#afterValue(at, end, nameKind);
  }

  #placeholderHere(inside: string): string | null {
    const { kind, subject, isList, lastNameKind } = this.#frame;
    const placeholder = placeholderFor(kind, subject, inside, this.#options.rules);
    if (placeholder !== null || !isList || lastNameKind !== 'secret') return placeholder;
    // ["Authorization", "…", "Accept", "…"]: names and values alternate.
    return (/\d/.test(inside) || inside.length >= 16) && !isPlaceholder(inside) ? REDACTED : null;
  }

  /** A number, true, false, null; in broken text anything else. */
  #bare(at: number): number {
    BARE.lastIndex = at;
    const word = BARE.exec(this.#text)?.[0] ?? ' ';
    const end = at + word.length;
    const { kind, subject } = this.#frame;
    if (NUMBER.test(word)) {
      const digits = word.replace(/\D/g, '');
      const isCard = digits === word && digits.length >= 14 && digits.length <= 19 && CARD_NUMBER.test(digits);
      const placeholder =
        isCard && isCardNumber(digits) ? REDACTED : placeholderForNumber(kind, subject, digits, this.#options.rules);
      if (placeholder !== null) this.#replace(at, end, placeholder);
    } else if (kind === 'secret' && !/^(?:true|false|null)$/.test(word)) this.#replace(at, end, REDACTED);
    this.#afterValue(at, end, null);
    return end;
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

  /** At the end of an object or list: redacts the values of a pair whose name is sensitive. */
  #redactPair(frame: Frame): void {
    const { pairKind, values, isList, count } = frame;
    if (pairKind === null || values === null) return;
    if (isList && (count !== 2 || !this.#stack.at(-1)?.isList)) return;
    if (pairKind !== 'secret' && this.#options.rules.keepGuests) return;
    for (const [start, end] of values) {
      const raw = this.#text.slice(start, end);
      if (/^(?:true|false|null|""|"\[[a-z ]+\]")$/.test(raw) && (raw.length < 6 || isPlaceholder(raw.slice(1, -1))))
        continue;
      this.#replace(start, end, placeholderOf(pairKind));
    }
  }

  #replace(start: number, end: number, text: string): void {
    this.#edits.push([start, end, JSON.stringify(text)]);
  }
}

const CARD_NUMBER = /^(?:3[47]\d{13}|(?:4|5[1-5]|2[2-7]|6011|65|35|62)\d+)$/;

/** The kind of field that a text names, if that kind is sensitive. */
function sensitiveKindOf(text: string): FieldKind | null {
  const kind = kindOf(text);
  return SENSITIVE_KINDS.has(kind) ? kind : null;
}
