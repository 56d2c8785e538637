/**
 * Reads a literal of JSON, JavaScript's `util.inspect` or Python, or one typed by a person: with any quotation marks, trailing commas or class names.
 * Takes linear time, and stops at deep nesting.
 */

import { jsonOf } from '../facts/record-of.ts';

export type Literal = string | number | boolean | null | readonly Literal[] | LiteralMap;
export interface LiteralMap {
  readonly [key: string]: Literal;
}

export const isMap = (value: unknown): value is LiteralMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const MAX_DEPTH = 60;
const MAX_ENTRIES = 20_000;

/**
 * Reads the object or list that begins at `from`, at most up to `limit`; null when none begins there. `value` is null when damage makes it ambiguous.
 */
export function readLiteral(text: string, from: number, limit = text.length): { value: Literal; end: number } | null {
  const start = /[[{]/.exec(text.slice(from, from + 200));
  if (!start) return null;
  const reader = new LiteralReader(text, from + start.index, limit);
  const value = reader.value(0);
  return { value: reader.isTrusted ? value : null, end: Math.max(reader.at, from + 1) };
}

/** Matches a credible key. In damaged text a value may stand in place of a key; such a literal is not trusted, because masking depends on names. */
const NAME = /^[\w$.@ :/()*+-]{0,120}$/;

/** Parses a text that is one object or list, even damaged JSON; null for any other text. */
export function literalOf(text: string): Literal | null {
  const trimmed = text.trim();
  if (!/^[[{]/.test(trimmed)) return null;
  return (jsonOf(trimmed) as Literal | undefined) ?? readLiteral(trimmed, 0)?.value ?? null;
}

const WORDS: Readonly<Record<string, Literal>> = {
  ...{ true: true, True: true, false: false, False: false },
  ...{ null: null, None: null, undefined: null },
};
const OPENS_TEXT = /["'`\u201c\u201d\u2018\u2019]/;
const CLOSERS: Readonly<Record<string, RegExp>> = {
  '"': /"/,
  "'": /'/,
  '`': /`/,
  '\u201c': /[\u201c\u201d]/,
  '\u201d': /[\u201c\u201d]/,
  '\u2018': /[\u2018\u2019]/,
  '\u2019': /[\u2018\u2019]/,
};
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', '0': '\0' };

/** Matches an escape outside of quotation marks. The text is then in another notation, and this reader would confuse names and values. */
const ESCAPE = /\\|%[0-9a-f]{2}|&#?\w/i;

class LiteralReader {
  readonly #text: string;
  at: number;
  /** Whether names and values are certainly told apart. */
  isTrusted = true;
  #entries = 0;

  constructor(text: string, at: number, limit: number) {
    this.#text = text.slice(0, limit);
    this.at = at;
  }

  value(depth: number): Literal {
    this.#skip(/\s/);
    const character = this.#text[this.at] ?? '';
    if (depth > MAX_DEPTH || character === '') {
      this.at = this.#text.length;
      return null;
    }
    if (character === '{') return this.#map(depth);
    if (character === '[' && !this.#isNote()) return this.#list(depth);
    if (OPENS_TEXT.test(character)) return this.#joined();
    return this.#bare(depth);
  }

  #skip(pattern: RegExp): void {
    while (this.at < this.#text.length && pattern.test(this.#text[this.at] ?? '')) this.at += 1;
  }

  /** Whether a note of `util.inspect` replaces a value: `[Function: x]`, `[Object]`, `[Circular *1]`. */
  #isNote(): boolean {
    return /^\[(?:Function|Getter|Setter|Object|Array|Circular|Symbol|AsyncFunction|class|Getter\/Setter)\b/.test(
      this.#text.slice(this.at, this.at + 20),
    );
  }

  #map(depth: number): Literal {
    this.at += 1;
    const entries = new Map<string, Literal>();
    for (;;) {
      this.#skip(/[\s,]/);
      const character = this.#text[this.at] ?? '';
      if (character === '' || this.#entries > MAX_ENTRIES) break;
      if (character === '}' || character === ']') {
        this.at += 1;
        break;
      }
      const key = OPENS_TEXT.test(character) ? this.#string() : this.#key();
      this.#skip(/\s/);
      if (!/[:=]/.test(this.#text[this.at] ?? '')) continue;
      this.at += this.#text.startsWith('=>', this.at) ? 2 : 1;
      const value = this.value(depth + 1);
      this.#entries += 1;
      this.isTrusted &&= NAME.test(key);
      if (!entries.has(key)) entries.set(key, value);
    }
    return Object.fromEntries(entries) as LiteralMap;
  }

  #list(depth: number): Literal {
    this.at += 1;
    const items: Literal[] = [];
    for (;;) {
      this.#skip(/[\s,]/);
      const character = this.#text[this.at] ?? '';
      if (character === '' || this.#entries > MAX_ENTRIES) break;
      if (character === ']' || character === '}') {
        this.at += 1;
        break;
      }
      const before = this.at;
      this.isTrusted &&= items.length === 0 || /[\s,]/.test(this.#text[before - 1] ?? '');
      const value = this.value(depth + 1);
      this.#entries += 1;
      items.push(value);
      if (this.at === before) this.at += 1;
    }
    return items;
  }

  /** Reads a text that `util.inspect` broke over lines with plus signs. */
  #joined(): string {
    let text = this.#string();
    for (;;) {
      const behind = this.#text.slice(this.at, this.at + 400);
      const more = /^\s{0,200}\+\s{0,200}(?=["'`])/.exec(behind);
      // `"Bearer " + token`: the text goes on with what a variable holds.
      const [all, variable] = /^\s{0,20}\+\s{0,20}([A-Za-z_$][\w$.]{0,80})/.exec(behind) ?? [];
      if (!more && all !== undefined) {
        this.at += all.length;
        return `${text}{${variable}}`;
      }
      if (!more) return text;
      this.at += more[0].length;
      text += this.#string();
    }
  }

  #string(): string {
    const close = CLOSERS[this.#text[this.at] ?? ''] ?? /"/;
    this.at += 1;
    let text = '';
    for (; this.at < this.#text.length; this.at += 1) {
      const character = this.#text[this.at] ?? '';
      if (close.test(character)) {
        this.at += 1;
        return text;
      }
      if (character !== '\\') {
        text += character;
        continue;
      }
      const code = /^\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2}))/.exec(this.#text.slice(this.at, this.at + 6));
      if (code) {
        text += String.fromCharCode(Number.parseInt(code[1] ?? code[2] ?? '0', 16));
        this.at += code[0].length - 1;
      } else {
        this.at += 1;
        const next = this.#text[this.at] ?? '';
        text += ESCAPES[next] ?? next;
      }
    }
    return text;
  }

  #key(): string {
    const from = this.at;
    this.#skip(/[^\s:={}[\],]/);
    if (this.at === from) this.at += 1;
    return this.#text.slice(from, this.at).replace(/^\[|\]$/g, '');
  }

  /** Reads a number, a word, or the name of a class with its fields. */
  #bare(depth: number): Literal {
    const from = this.at;
    if (this.#text[this.at] === '[') this.#skip(/[^\]\n]/);
    this.#skip(/[^\n,{}[\]"'`]/);
    if (this.#text[this.at] === ']' && this.#text[from] === '[') this.at += 1;
    let word = this.#text.slice(from, this.at).trim();
    // `Object [AxiosHeaders] {` and `Response {`, but not the next key of a damaged object.
    const named = /^\s{0,4}(?:\[[\w ]{1,60}\]|\(\d{1,9}\))?\s{0,4}(?=[{[])/.exec(
      this.#text.slice(this.at, this.at + 80),
    );
    if (named && word !== '' && /^(?:<ref \*\d+>\s*)?[\w$.]+(?:\(\d+\))?$/.test(word)) {
      this.at += named[0].length;
      return this.value(depth);
    }
    if (/["'`]/.test(this.#text[this.at] ?? '') && /^(?:b|u|r|f|<Buffer)$/.test(word)) return this.#joined();
    word = word.replace(/\s*(?:\/\/|#).*$/, '');
    if (Object.hasOwn(WORDS, word)) return WORDS[word] ?? null;
    this.isTrusted &&= !ESCAPE.test(word);
    return /^-?\d+(?:\.\d+)?$/.test(word) && word.length < 16 ? Number(word) : word;
  }
}
