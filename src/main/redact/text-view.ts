/** A text after decoding steps, which can map each of its characters to its place in the original. */

/**
 * A step that replaces each match of a global pattern with its decoded form, or with nothing. A match that cannot be decoded is returned as it
 * is.
 */
export interface DecodingStep {
  readonly pattern: RegExp;
  readonly decode: '' | ((match: string) => string);
}

/** A match that a step replaced: the start and end of the replacement in the view, and the match in the text before the step. */
interface Replaced {
  readonly viewStart: number;
  readonly viewEnd: number;
  readonly start: number;
  readonly end: number;
}

export class TextView {
  readonly text: string;
  readonly #before: { readonly view: TextView; readonly step: DecodingStep } | null;
  #replaced: readonly Replaced[] | null = null;

  private constructor(text: string, before: { readonly view: TextView; readonly step: DecodingStep } | null) {
    this.text = text;
    this.#before = before;
  }

  static of(text: string): TextView {
    return new TextView(text, null);
  }

  /** The view after one more step; this view itself when the step changes nothing. */
  after(step: DecodingStep): TextView {
    const text = replaced(this.text, step);
    return text === this.text ? this : new TextView(text, { view: this, step });
  }

  /** Applies the same steps to another text. */
  sameStepsOn(text: string): string {
    return this.#before === null ? text : replaced(this.#before.view.sameStepsOn(text), this.#before.step);
  }

  /** The range of the original text from which the characters from `start` to `end` (exclusive, not empty) come. */
  rangeOf(start: number, end: number): [start: number, end: number] {
    if (this.#before === null) return [start, end];
    return this.#before.view.rangeOf(this.#sourceOf(start)[0], this.#sourceOf(end - 1)[1]);
  }

  /** The range, in the text before the last step, from which the character at `at` comes. */
  #sourceOf(at: number): [start: number, end: number] {
    const replaced = this.#matches();
    let low = 0;
    let high = replaced.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((replaced[middle]?.viewStart ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    const last = replaced[low - 1];
    if (!last) return [at, at + 1];
    if (at < last.viewEnd) return [last.start, last.end];
    const source = last.end + at - last.viewEnd;
    return [source, source + 1];
  }

  /** The replaced matches, found on first use, because most texts need no mapping. */
  #matches(): readonly Replaced[] {
    if (this.#replaced || !this.#before) return this.#replaced ?? [];
    const { view, step } = this.#before;
    const matches: Replaced[] = [];
    let shift = 0;
    for (const { 0: match, index: start } of view.text.matchAll(step.pattern)) {
      const decoded = step.decode === '' ? '' : step.decode(match);
      if (decoded === match) continue;
      const viewStart = start + shift;
      matches.push({ viewStart, viewEnd: viewStart + decoded.length, start, end: start + match.length });
      shift += decoded.length - match.length;
    }
    this.#replaced = matches;
    return matches;
  }
}

/** Replaces the matches. `replace` has two overloads, one of which is faster. */
const replaced = (text: string, { pattern, decode }: DecodingStep): string =>
  decode === '' ? text.replace(pattern, '') : text.replace(pattern, decode);

const SHORT_ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };
const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', commat: '@', period: '.', colon: ':', sol: '/' },
  ...{ plus: '+', equals: '=', lowbar: '_', hyphen: '-', num: '#', percnt: '%', dollar: '$', excl: '!', ast: '*' },
  ...{
    comma: ',',
    semi: ';',
    quest: '?',
    lpar: '(',
    rpar: ')',
    lsqb: '[',
    rsqb: ']',
    bsol: '\\',
    hat: '^',
    grave: '`',
  },
  ...{ lcub: '{', rcub: '}', verbar: '|', vert: '|', Tab: '\t', NewLine: '\n' },
};

const BACKSLASH = String.raw`\\+(?:u\{[0-9a-f]{1,6}\}|u[0-9a-f]{4}|x[0-9a-f]{2}|[^\\ux&%]|$)|\\{2,}(?=[ux&%])`;
const PERCENT = '%(?:25)*(?:[0-7][0-9a-f]|[c-f][0-9a-f](?:%(?:25)*[89ab][0-9a-f]){1,3})';
const ENTITY = `&(?:amp;|#0*38;|#x0*26;)*(?:#0*\\d{1,7}(?:;|(?![\\d&%\\\\]))|#x0*[0-9a-f]{1,6}(?:;|(?![0-9a-f&%\\\\]))|(?:amp|lt|gt|quot);?|(?:${Object.keys(ENTITIES).join('|')});)`;
const ESCAPE = new RegExp(`${BACKSLASH}|${PERCENT}|${ENTITY}`, 'gi');

/** Decodes the escapes of JSON, JavaScript, addresses and markup, each as often as it was applied. */
export const UNESCAPE: DecodingStep = { pattern: ESCAPE, decode: unescapeOne };

const BACKSLASH_ONCE = String.raw`\\(?:u\{[0-9a-f]{1,6}\}|u[0-9a-f]{4}|x[0-9a-f]{2}|[\s\S])`;
const PERCENT_ONCE = '%(?:[0-7][0-9a-f]|[c-f][0-9a-f](?:%[89ab][0-9a-f]){1,3})';
const ENTITY_ONCE = `&(?:#\\d{1,7}|#x[0-9a-f]{1,6}|${Object.keys(ENTITIES).join('|')});`;
const once = (...kinds: readonly string[]): DecodingStep => ({
  pattern: new RegExp(kinds.join('|'), 'gi'),
  decode: unescapeOne,
});

/** Decodes one layer of escapes, so that escapes with an escaped character are found. */
export const UNESCAPE_ONCE = once(BACKSLASH_ONCE, PERCENT_ONCE, ENTITY_ONCE);

/** Steps that decode one layer of one kind of escapes: of JSON and JavaScript, of addresses, of markup. */
const KINDS: readonly DecodingStep[] = [once(BACKSLASH_ONCE), once(PERCENT_ONCE), once(ENTITY_ONCE)];

/** Decodes only the codes of JSON and JavaScript: a backslash before a code may begin another escape, whose letters were escaped. */
const CODES = once(String.raw`\\(?:u\{[0-9a-f]{1,6}\}|u[0-9a-f]{4}|x[0-9a-f]{2})`);
/** Decodes only escaped backslashes, so that the escapes that they begin can be read. */
const BACKSLASH_CODES = once(String.raw`\\(?:u\{0{0,4}5c\}|u005c|x5c)`);
const AFTER_BACKSLASH = /\\\\[ux]|\\(?:u\{?0{2,4}|x)5c/i;
/** The length from which a text is read without the steps for single letters, because they multiply the readings. */
const MAX_SINGLE_LETTERS = 2_000;

const HEX_OF = (code: string): string => `%${code}|\\\\u00${code}|\\\\x${code}|&#x0*${code};`;
/** Matches an escape that stands for the beginning of another escape. */
const ESCAPED_START = [
  `(?:${HEX_OF('26')}|&amp;|&#0*38;)(?=#|[a-z]{2,8};|[a-z]{0,7}[\\\\%&])`,
  `(?:${HEX_OF('25')}|&percnt;|&#0*37;)(?=[0-9a-f\\\\%&])`,
  `(?:${HEX_OF('5c')}|&bsol;|&#0*92;|\\\\\\\\)(?=[%&ux]|\\\\[ux])`,
];
/** Matches the beginning of an escape before another escape of a different kind. */
const ESCAPED_REST = [
  String.raw`\\(?:u[0-9a-f]{0,3}|x[0-9a-f]?)?(?=%[0-9a-f]{2}|&[#a-z])`,
  String.raw`%[0-9a-f]?(?=\\|&[#a-z])`,
  String.raw`&(?:#x?[0-9a-f]{0,6}|[a-z]{0,7})(?=\\|%[0-9a-f]{2})`,
];
const NESTED = new RegExp([...ESCAPED_START, ...ESCAPED_REST].join('|'), 'i');

/**
 * Whether the text may have escapes within escapes. Escapes of different kinds can hide each other, depending on the order in which they were
 * written.
 */
export const mayNestEscapes = (text: string): boolean => NESTED.test(text);

/** The number of readings that are tried of a text with nested escapes. */
const MAX_READINGS = 150;

/** A reading of a text. `isLast`: it contains no further escape that could be undone. */
export interface Reading {
  readonly view: TextView;
  readonly isLast: boolean;
}

/**
 * Yields the readings of a text without its escapes. While escapes may be nested, one layer of one kind is undone at a time, in each order,
 * because one of the orders is that in which they were written; otherwise all kinds are undone together. `further` undoes other disguises of an
 * escape. `affords`: whether the budget allows so many characters to be read.
 */
export function* readingsOf(
  text: string,
  affords: (characters: number) => boolean,
  further: (view: TextView) => TextView = (view) => view,
): Generator<Reading> {
  const views = [TextView.of(text)];
  const seen = new Set([text]);
  const isNew = (view: TextView): boolean =>
    !seen.has(view.text) && seen.size < MAX_READINGS && affords(view.text.length) && seen.add(view.text).size > 0;
  const push = (view: TextView): void => {
    if (isNew(view)) views.push(view);
  };
  for (let view = takeShortest(views); view; view = takeShortest(views)) {
    push(further(view));
    const isNested = mayNestEscapes(view.text);
    const inner = (isNested ? KINDS : [UNESCAPE_ONCE]).map((step) => view.after(step));
    yield { view, isLast: inner.every((one) => one === view) };
    for (const one of inner) push(one);
    if (view.text.length <= MAX_SINGLE_LETTERS && AFTER_BACKSLASH.test(view.text))
      for (const step of [CODES, BACKSLASH_CODES]) push(view.after(step));
    // The backslashes of a layer may not have been escaped by the next one.
    push(view.after(UNESCAPE));
  }
}

/** Removes and returns the shortest view: in the right order each step makes the text shorter, while a wrong order leaves parts of escapes. */
function takeShortest(views: TextView[]): TextView | undefined {
  let shortest = 0;
  for (const [at, { text }] of views.entries()) if (text.length < (views[shortest]?.text.length ?? 0)) shortest = at;
  return views.splice(shortest, 1)[0];
}

/** The number of decoding steps. A step decodes all escapes that it sees, so a further step finds only escapes within escapes of another kind. */
const MAX_STEPS = 8;

function unescapeOne(written: string): string {
  if (written.startsWith('\\')) return unescapeBackslash(written);
  return written.startsWith('%') ? unescapePercent(written) : unescapeEntity(written);
}

function unescapeBackslash(written: string): string {
  const rest = written.replace(/^\\+/, '');
  if (rest === '' && written.length > 1) return '\\';
  const hex = /^(?:u\{(.+)\}|u(....)|x(..))$/.exec(rest);
  if (hex) {
    const decoded = fromCode(Number.parseInt(hex[1] ?? hex[2] ?? hex[3] ?? '', 16)) ?? rest;
    // The decoded letter may continue an outer escape.
    return written.startsWith('\\\\') && /[ux%&]/.test(decoded) ? `\\${decoded}` : decoded;
  }
  return SHORT_ESCAPES[rest] ?? rest;
}

function unescapePercent(written: string): string {
  try {
    return decodeURIComponent(written.replace(/%(?:25)*(?=..)/g, '%'));
  } catch {
    return written;
  }
}

function unescapeEntity(written: string): string {
  const name = written
    .slice(1)
    .replace(/;$/, '')
    .replace(/^(?:amp;|#0*38;|#x0*26;)*/i, '');
  if (/^#x/i.test(name)) return fromCode(Number.parseInt(name.slice(2), 16)) ?? written;
  if (name.startsWith('#')) return fromCode(Number(name.slice(1))) ?? written;
  return ENTITIES[name] ?? ENTITIES[name.toLowerCase()] ?? written;
}

const fromCode = (code: number): string | null =>
  Number.isInteger(code) && code <= 0x10ffff ? String.fromCodePoint(code) : null;

/** The text decoded as a form, which writes spaces as plus signs; `null` when it cannot be a form. */
export function unescapedForm(text: string): string | null {
  const decoded = unescaped(text);
  return decoded.includes('=') && decoded.includes('+') ? decoded.replace(/\+/g, ' ') : null;
}

/** The text after all its escapes are undone. */
export function unescaped(text: string): string {
  let decoded = text;
  for (let count = 0; count < MAX_STEPS; count += 1) {
    const next = replaced(decoded, UNESCAPE);
    if (next === decoded) break;
    decoded = next;
  }
  return decoded.replace(NO_ESCAPE, '');
}

/** Matches a backslash that remained before a letter which decoding produced. */
const NO_ESCAPE = /\\+(?=[ux%&])/g;
