/**
 * Undoes the escapes of a record, so that a value is found however it is written. It shares nothing with the redactor: what that one
 * decodes too little, this one must find.
 */
import { isUtf8 } from 'node:buffer';

const MAX_ROUNDS = 8;
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
    .replace(/&#x([0-9a-fA-F]{1,6})(?:;|(?![0-9a-z\\%]))/gi, (_, code) => character(Number.parseInt(code, 16)))
    .replace(/&#([0-9]{1,7})(?:;|(?![0-9a-z\\%]))/gi, (_, code) => character(Number(code)))
    .replace(/&([a-z]+);/gi, (whole, name: string) => NAMED[name.toLowerCase()] ?? whole);

const withoutQuotedPrintable = (text: string) =>
  text.replace(/=[ \t]*\r?\n/g, '').replace(/(?:=[0-9A-F]{2})+/g, (run) => textOfBytes(bytesOf(run, 3)));

const joined = (text: string) => text.replace(/[ \t]*\r?\n[ \t]*/g, '');

const isControl = (byte: number) => (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13) || byte === 0x7f;

/** The bytes up to the last whole character of UTF-8: a run may be cut within one. */
const whole = (bytes: Buffer): Buffer => {
  for (let cut = 0; cut < Math.min(4, bytes.length); cut += 1) {
    const part = bytes.subarray(0, bytes.length - cut);
    if (isUtf8(part)) return part;
  }
  return bytes;
};

/** How many of the bytes at even (0) or odd (1) places are zero. */
const zeros = (bytes: Buffer, parity: 0 | 1): number => {
  let count = 0;
  for (let at: number = parity; at < bytes.length; at += 2) if (bytes[at] === 0) count += 1;
  return count;
};

/** The text of bytes in UTF-8 or UTF-16 that people or programs wrote, rather than bytes that happen to decode; else null. */
function written(bytes: Buffer): string | null {
  if (bytes.length < 4) return null;
  const text = whole(bytes);
  if (isUtf8(text)) {
    let odd = 0;
    for (const byte of text) if (isControl(byte)) odd += 1;
    if (odd * 12 <= text.length) return text.toString('utf8');
  }
  const even = bytes.subarray(0, bytes.length - (bytes.length % 2));
  if (even.length < 8) return null;
  if (zeros(even, 1) * 3 >= even.length) return even.toString('utf16le');
  return zeros(even, 0) * 3 >= even.length ? Buffer.from(even).swap16().toString('utf16le') : null;
}

/** Runs are met again in each order of the steps. */
const known = new Map<string, string>();
const MAX_KNOWN = 50_000;

function remembered(run: string, decode: (run: string) => string): string {
  const found = known.get(run);
  if (found !== undefined) return found;
  const decoded = decode(run);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(run, decoded);
  return decoded;
}

/** A run of base64 may begin after letters that do not belong to it, so each of the four alignments is tried. */
function base64Run(run: string): string {
  for (let skip = 0; skip < 4; skip += 1) {
    // The beginning tells most runs that are no text from those that are.
    if (written(Buffer.from(run.slice(skip, skip + 48), 'base64')) === null) continue;
    const found = written(Buffer.from(run.slice(skip), 'base64'));
    if (found !== null) return run.slice(0, skip) + found;
  }
  return run;
}

const hexRun = (run: string): string => written(bytesOf(run, 2)) ?? run;

const base64Decoded = (text: string) =>
  text.replace(/[A-Za-z0-9+/_-]{12,}={0,2}/g, (run) => remembered(run, base64Run));
const hexDecoded = (text: string) =>
  text.replace(/(?:[0-9a-fA-F]{2}){6,}/g, (run) => remembered(`${run}#`, () => hexRun(run)));

const withoutNul = (text: string) => text.replaceAll('\0', '');
const blankForPlus = (text: string) => text.replaceAll('+', ' ');

type Step = readonly [needs: RegExp, step: (text: string) => string];

const BACKSLASHES: Step = [/\\/, unescaped];
const PERCENT: Step = [/%[0-9a-fA-F]{2}/, percentDecoded];
const ENTITIES: Step = [/&(#|[a-z]+;)/i, withoutEntities];
const OTHERS: readonly Step[] = [
  [/=([0-9A-F]{2}|[ \t]*\r?\n)/, withoutQuotedPrintable],
  [/\0/, withoutNul],
];
/** Each kind of escape may have been written last. */
const ESCAPES: readonly Step[] = [BACKSLASHES, PERCENT, ENTITIES, ...OTHERS];
const PERCENT_FIRST: readonly Step[] = [PERCENT, ENTITIES, BACKSLASHES, ...OTHERS];
const ENTITIES_FIRST: readonly Step[] = [ENTITIES, BACKSLASHES, PERCENT, ...OTHERS];
const ENCODINGS: readonly Step[] = [
  [/[A-Za-z0-9+/_-]{12}/, base64Decoded],
  [/(?:[0-9a-fA-F]{2}){6}/, hexDecoded],
];
const PLUS: Step = [/\+/, blankForPlus];
const LINES: Step = [/\n/, joined];
/**
 * What one escape hides, another may have written first, so there are several orders of phases. Escapes are undone until none is left,
 * because a half undone text is read wrongly by the next phase; encodings once a round, because lines may be broken within each.
 */
const ORDERS: readonly (readonly (readonly Step[])[])[] = [
  [ESCAPES, [LINES], ENCODINGS],
  [PERCENT_FIRST, [LINES], ENCODINGS],
  [ENTITIES_FIRST, [LINES], ENCODINGS],
  [[PLUS], ESCAPES, [LINES], ENCODINGS],
  [[LINES], ESCAPES, ENCODINGS],
  [ENCODINGS.toReversed(), ESCAPES, [LINES]],
];

/** The text and all that it says when its escapes are undone. */
function* readings(text: string): Generator<string> {
  const seen = new Set([text]);
  yield text;
  for (const phases of ORDERS) {
    let reading = text;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const before = reading;
      for (const phase of phases)
        for (const changed of undone(phase, reading)) {
          reading = changed;
          if (seen.has(changed)) continue;
          seen.add(changed);
          yield changed;
        }
      if (reading === before) break;
    }
  }
}

/** The text after each step of a phase. An escape is undone as often as it was applied before the next kind of escape is. */
function* undone(steps: readonly Step[], text: string): Generator<string> {
  const times = steps.includes(BACKSLASHES) ? MAX_ROUNDS : 1;
  let reading = text;
  for (let round = 0; round < times; round += 1) {
    const before = reading;
    for (const [needs, step] of steps)
      for (let time = 0; time < times && needs.test(reading); time += 1) {
        const changed = step(reading);
        if (changed === reading || changed.length > MAX_CHARACTERS) break;
        reading = changed;
        yield reading;
      }
    if (reading === before) break;
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
