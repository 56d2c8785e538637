/**
 * Undoes the escapes of a record, so that a value is found however it is written. It shares nothing with the redactor: what that one
 * decodes too little, this one must find.
 */

const MAX_VARIANTS = 160;
const MAX_DEPTH = 7;
/** A variant that grew beyond this is a bomb, not a record. */
const MAX_CHARACTERS = 4_000_000;

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  commat: '@',
  period: '.',
  lowbar: '_',
  hyphen: '-',
  plus: '+',
  sol: '/',
  equals: '=',
  colon: ':',
};

const character = (code: number) => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '');

const SIMPLE: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', 0: '' };

/** Backslash escapes of JSON, JavaScript, Python and C. */
const unescaped = (text: string) =>
  text.replace(
    /\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|x([0-9a-fA-F]{2})|([0-7]{3})|\r?\n|([\s\S]))/g,
    (_, braced, unit, wide, byte, octal, one) => {
      const code = braced ?? unit ?? wide ?? byte;
      if (unit !== undefined) return String.fromCharCode(Number.parseInt(unit, 16));
      if (code !== undefined) return character(Number.parseInt(code, 16));
      if (octal !== undefined) return character(Number.parseInt(octal, 8));
      return one === undefined ? '' : (SIMPLE[one] ?? one);
    },
  );

const bytesOf = (run: string, step: number) => {
  const bytes: number[] = [];
  for (let at = 0; at < run.length; at += step) bytes.push(Number.parseInt(run.slice(at + step - 2, at + step), 16));
  return Buffer.from(bytes);
};

const textOfBytes = (bytes: Buffer) => {
  const text = bytes.toString('utf8');
  return text.includes('\ufffd') ? bytes.toString('latin1') : text;
};

const percentDecoded = (text: string) => text.replace(/(?:%[0-9a-fA-F]{2})+/g, (run) => textOfBytes(bytesOf(run, 3)));

const withoutEntities = (text: string) =>
  text
    .replace(/&#x([0-9a-fA-F]{1,6});?/gi, (_, code) => character(Number.parseInt(code, 16)))
    .replace(/&#([0-9]{1,7});?/g, (_, code) => character(Number(code)))
    .replace(/&([a-z]+);/gi, (whole, name: string) => NAMED[name.toLowerCase()] ?? whole);

const withoutQuotedPrintable = (text: string) =>
  text.replace(/=[ \t]*\r?\n/g, '').replace(/(?:=[0-9A-F]{2})+/g, (run) => textOfBytes(bytesOf(run, 3)));

const joined = (text: string) => text.replace(/[ \t]*\r?\n[ \t]*/g, '');

/** Text that people or programs wrote, rather than bytes that happen to decode. */
const looksWritten = (text: string) => {
  if (text.length < 4) return false;
  let odd = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0xfffd || (code < 32 && code !== 9 && code !== 10 && code !== 13) || (code >= 0x7f && code < 0xa0))
      odd += 1;
  }
  return odd * 12 <= text.length;
};

/** The text of bytes in UTF-8 or UTF-16, or null. */
function written(bytes: Buffer): string | null {
  const text = bytes.toString('utf8');
  if (looksWritten(text)) return text;
  if (bytes.length < 8) return null;
  const even = bytes.length - (bytes.length % 2);
  const little = bytes.subarray(0, even).toString('utf16le');
  if (looksWritten(little) && /[ -~]{4}/.test(little)) return little;
  const big = Buffer.from(bytes.subarray(0, even)).swap16().toString('utf16le');
  return looksWritten(big) && /[ -~]{4}/.test(big) ? big : null;
}

/** A run of base64 may begin after letters that do not belong to it, so each of the four alignments is tried. */
function base64Decoded(text: string): string {
  return text.replace(/[A-Za-z0-9+/_-]{12,}={0,2}/g, (run) => {
    for (let skip = 0; skip < 4; skip += 1) {
      const found = written(Buffer.from(run.slice(skip), 'base64'));
      if (found !== null) return run.slice(0, skip) + found;
    }
    return run;
  });
}

const hexDecoded = (text: string) => text.replace(/(?:[0-9a-fA-F]{2}){6,}/g, (run) => written(bytesOf(run, 2)) ?? run);

const withoutNul = (text: string) => text.replaceAll('\0', '');
const blankForPlus = (text: string) => text.replaceAll('+', ' ');

const STEPS: readonly (readonly [needs: RegExp, step: (text: string) => string])[] = [
  [/\\/, unescaped],
  [/%[0-9a-fA-F]{2}/, percentDecoded],
  [/&(#|[a-z]+;)/i, withoutEntities],
  [/=([0-9A-F]{2}|[ \t]*\r?\n)/, withoutQuotedPrintable],
  [/\n/, joined],
  [/\0/, withoutNul],
  [/[A-Za-z0-9+/_-]{12}/, base64Decoded],
  [/(?:[0-9a-fA-F]{2}){6}/, hexDecoded],
  [/\+/, blankForPlus],
];

/** The text and all that it says when its escapes are undone, in any order. */
export function* readings(text: string): Generator<string> {
  const seen = new Set([text]);
  let level = [text];
  yield text;
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth += 1) {
    const next: string[] = [];
    for (const one of level) {
      for (const [needs, step] of STEPS) {
        if (!needs.test(one)) continue;
        const changed = step(one);
        if (changed.length > MAX_CHARACTERS || seen.has(changed)) continue;
        if (seen.size >= MAX_VARIANTS) return;
        seen.add(changed);
        next.push(changed);
        yield changed;
      }
    }
    level = next;
  }
}

const tight = (text: string) => text.replace(/\s+/g, '');

const isWordCharacter = (text: string, at: number) =>
  at >= 0 && at < text.length && /[\p{L}\p{N}]/u.test(text[at] as string);

/** Whether `value` stands in `text`; a short value must stand alone, because its digits occur within other numbers. */
function stands(text: string, value: string): boolean {
  if (value.length >= 5) return text.includes(value);
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
    if (!isWordCharacter(text, at - 1) && !isWordCharacter(text, at + value.length)) return true;
  }
  return false;
}

/** Which of the values the text says, in whatever spelling; line breaks within long values do not hide them. */
export function valuesIn(text: string, values: readonly string[]): Set<string> {
  const found = new Set<string>();
  const missing = new Set(values);
  for (const reading of readings(text)) {
    if (missing.size === 0) break;
    let packed: string | null = null;
    for (const value of missing) {
      let isFound = stands(reading, value);
      if (!isFound && value.length >= 12 && /\s/.test(reading)) {
        packed ??= tight(reading);
        isFound = packed.includes(tight(value));
      }
      if (!isFound) continue;
      found.add(value);
      missing.delete(value);
    }
  }
  return found;
}
