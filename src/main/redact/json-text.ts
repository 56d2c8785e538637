/** Parses JSON so that it can be written again: numbers keep their digits, and a cut text is completed. */

interface Raw {
  readonly rawJSON: string;
}
type Reviver = (name: string, value: unknown, context: { readonly source?: string }) => unknown;
/** JSON with the functions that Node has since 21, and that TypeScript does not list yet. */
const ExactJson = JSON as unknown as {
  parse(text: string, reviver: Reviver): unknown;
  rawJSON(text: string): unknown;
  isRawJSON(value: unknown): value is Raw;
};

/** A parsed JSON text. `repeats`: an object has one name twice; `value` has only the last of that name's values. */
export interface ReadJson {
  readonly value: unknown;
  readonly repeats: boolean;
}

/** Parses a JSON text without rounding numbers; `null` for a text that is not JSON. */
export function readJson(text: string): ReadJson | null {
  let fields = 0;
  try {
    // What is written as it was read has no rounded number and no repeated name: most answers, at a third of the time.
    const same: unknown = JSON.parse(text);
    if (JSON.stringify(same) === text) return { value: same, repeats: false };
  } catch {
    // A mark at the beginning is no JSON, but is read below.
  }
  try {
    const value = ExactJson.parse(text.replace(/^\ufeff/, ''), function reviver(this: unknown, _, one, { source }) {
      if (!Array.isArray(this)) fields += 1;
      return typeof one === 'number' && source !== undefined && String(one) !== source
        ? ExactJson.rawJSON(source)
        : one;
    });
    // The reviver also visits the value itself, as the field of an object around it.
    return { value, repeats: (text.replace(STRING, '').match(/:/g)?.length ?? 0) > fields - 1 };
  } catch {
    return null;
  }
}

const STRING = /"(?:[^"\\]|\\.)*"/g;

/** Returns the digits of a number as they were written; `null` for any other value. */
export function digitsOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return ExactJson.isRawJSON(value) ? value.rawJSON : null;
}

/** Writes a value as JSON with the indentation of the text `like`. */
export const writeJson = (value: unknown, like: string): string =>
  JSON.stringify(value, null, /^\s*[[{]\r?\n([ \t]+)/.exec(like)?.[1] ?? '');

const TOKEN = /"(?:[^"\\]|\\.)*(?:"|\\?$)|[[\]{},:]|[^\s"[\]{},:]+/gs;

/**
 * Closes a JSON text that was cut, after its last whole value or within its last text; `null` for other texts. `end` matches the added characters.
 */
export function completed(text: string): { text: string; end: RegExp } | null {
  const open: string[] = [];
  let whole = 0;
  let previous = '';
  const rest = () => open.toReversed().join('');
  TOKEN.lastIndex = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const isOpenText = token.startsWith('"') && index + token.length === text.length && !isClosed(token);
    if (isOpenText && (previous === ':' || (open.at(-1) === ']' && previous !== '"')))
      return { text: `${withoutCutEscape(text)}"${rest()}`, end: /"[\s\]}]*$/ };
    if (!(index + token.length < text.length ? KNOWN : BEGUN).test(token)) return null;
    if (token === '[' || token === '{') open.push(token === '[' ? ']' : '}');
    else if ((token === ']' || token === '}') && open.pop() !== token) return null;
    const isWhole = SCALAR.test(token) && (previous === ':' || open.at(-1) === ']');
    if (isWhole || '[{]},'.includes(token)) whole = token === ',' ? index : index + token.length;
    previous = token;
  }
  return open.length === 0 || whole === 0 ? null : { text: text.slice(0, whole) + rest(), end: /[\s\]}]*$/ };
}

const SCALAR = /^(?:"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)$/s;
/** Match a token of JSON, and the beginning of one. */
const KNOWN = /^(?:[[\]{},:"]|-?\d[\d.eE+-]*$|(?:true|false|null)$)/;
const BEGUN = /^(?:[[\]{},:"]|[-\d][\d.eE+-]*$|[tfn][a-z]{0,4}$)/;
const isClosed = (token: string): boolean => /^"(?:[^"\\]|\\.)*"$/s.test(token);

/** The text without an incomplete escape at its end. */
function withoutCutEscape(text: string): string {
  const stem = text.slice(0, text.length - (/\\(u[0-9a-f]{0,3})$/i.exec(text.slice(-5))?.[1]?.length ?? 0));
  let slashes = 0;
  while (stem.at(-1 - slashes) === '\\') slashes += 1;
  return slashes % 2 === 1 ? stem.slice(0, -1) : text;
}
