/** Undoes the escapes and encodings of a text, so that a value is found however it is written. It shares nothing with the redactor. */
import { isUtf8 } from 'node:buffer';

const MAX_ROUNDS = 8;
/** A reading that grew beyond this is no record. */
const MAX_CHARACTERS = 4_000_000;

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", commat: '@' };
const SHORT: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

const character = (code: number) => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '');

const withoutBackslashes = (text: string) =>
  text.replace(/\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([\s\S]))/g, (_, unit, byte, one: string) =>
    one === undefined ? String.fromCharCode(Number.parseInt(unit ?? byte, 16)) : (SHORT[one] ?? one),
  );

const withoutPercent = (text: string) =>
  text.replace(/(?:%[0-9a-fA-F]{2})+/g, (run) => {
    const bytes = Buffer.from(run.replaceAll('%', ''), 'hex');
    return bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1');
  });

const withoutEntities = (text: string) =>
  text
    .replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi, (_, hex, decimal) =>
      character(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
    )
    .replace(/&([a-z]+);/gi, (whole, name: string) => NAMED[name.toLowerCase()] ?? whole);

/** The text of bytes that people or programs wrote, rather than bytes that happen to decode; else null. */
function written(bytes: Buffer): string | null {
  const whole = [0, 1, 2, 3].map((cut) => bytes.subarray(0, bytes.length - cut)).find((part) => isUtf8(part));
  if (whole === undefined || whole.length < 4) return null;
  const text = whole.toString('utf8');
  return (text.match(/[^\P{Cc}\t\n\r]/gu)?.length ?? 0) * 12 <= text.length ? text : null;
}

/** A run of base64 may begin after letters that do not belong to it, so each of the four alignments is tried. */
const withoutBase64 = (text: string) =>
  text.replace(/[A-Za-z0-9+/_-]{12,}={0,2}/g, (run) => {
    for (let skip = 0; skip < 4; skip += 1) {
      const found = written(Buffer.from(run.slice(skip), 'base64'));
      if (found !== null) return run.slice(0, skip) + found;
    }
    return run;
  });

const withoutHex = (text: string) =>
  text.replace(/(?:[0-9a-fA-F]{2}){6,}/g, (run) => written(Buffer.from(run, 'hex')) ?? run);

const withoutLines = (text: string) => text.replace(/[\t \0]*[\r\n][\t \r\n]*|\0/g, '');

type Steps = readonly ((text: string) => string)[];
const ESCAPES: Steps = [withoutBackslashes, withoutPercent, withoutEntities];
const ENCODINGS: Steps = [withoutHex, withoutBase64];
/** What one step hides, another may have written first, so there are several orders. */
const ORDERS: readonly (readonly Steps[])[] = [
  [ESCAPES, ENCODINGS],
  [[(text) => text.replaceAll('+', ' ')], ESCAPES, ENCODINGS],
  [ESCAPES, [withoutLines], ENCODINGS],
  [ENCODINGS, ESCAPES],
];

/** The text and all that it says when its escapes and encodings are undone. Escapes are undone until none is left, encodings once a round. */
function* readings(text: string): Generator<string> {
  yield text;
  for (const order of ORDERS) {
    const phases = order.flatMap((steps) =>
      steps === ESCAPES ? Array(MAX_ROUNDS).fill(steps).flat() : steps,
    ) as Steps;
    let reading = text;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const before = reading;
      for (const step of phases) {
        const next = step(reading);
        if (next === reading || next.length > MAX_CHARACTERS) continue;
        reading = next;
        yield reading;
      }
      if (reading === before) break;
    }
  }
}

/** Whether `value` stands in `text`; a short value must stand alone, because its digits occur within other numbers. */
const stands = (text: string, value: string): boolean =>
  value.length >= 5
    ? text.includes(value)
    : new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(value)}(?![\\p{L}\\p{N}])`, 'u').test(text);

/** Which of the values the text says, in whatever spelling. */
export function valuesIn(text: string, values: readonly string[]): Set<string> {
  const found = new Set<string>();
  const missing = new Set(values);
  for (const reading of readings(text)) {
    if (missing.size === 0) break;
    for (const value of missing)
      if (stands(reading, value)) {
        found.add(value);
        missing.delete(value);
      }
  }
  return found;
}
