/** Writes the values of ASN.1 that a certificate has, in DER (ITU-T X.690). */

/** The latest year that RFC 5280 writes with two digits. */
const LAST_SHORT_YEAR = 2_049;

function value(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  if (content.length < 0x80) return Buffer.concat([Buffer.from([tag, content.length]), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const digits = length.subarray(length.findIndex((byte) => byte !== 0));
  return Buffer.concat([Buffer.from([tag, 0x80 | digits.length]), digits, content]);
}

export const sequence = (...items: readonly Buffer[]): Buffer => value(0x30, ...items);
/** A set of one item. */
export const setOf = (item: Buffer): Buffer => value(0x31, item);
export const boolean = (isTrue: boolean): Buffer => value(0x01, Buffer.from([isTrue ? 0xff : 0]));
export const octetString = (content: Buffer): Buffer => value(0x04, content);
export const text = (characters: string): Buffer => value(0x0c, Buffer.from(characters));
/** The last `unused` bits of the last byte do not count. */
export const bitString = (bits: Buffer, unused = 0): Buffer => value(0x03, Buffer.from([unused]), bits);
/** A value with the context's own tag: constructed around another value, or `isPrimitive` with the bare content. */
export const tagged = (tag: number, content: Buffer, { isPrimitive = false } = {}): Buffer =>
  value((isPrimitive ? 0x80 : 0xa0) | tag, content);

/** A number that is not negative, from its bytes, the highest first. */
export function integer(bytes: Buffer): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0);
  const digits = first === -1 ? Buffer.from([0]) : bytes.subarray(first);
  return value(0x02, (digits[0] ?? 0) & 0x80 ? Buffer.concat([Buffer.from([0]), digits]) : digits);
}

/** An object identifier in dotted form. */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...others] = dotted.split('.').map(Number);
  return value(0x06, Buffer.from([first * 40 + second, ...others.flatMap(base128)]));
}

/** Seven bits a byte; all bytes but the last have the highest bit. */
function base128(number: number): number[] {
  const bytes = [number & 0x7f];
  for (let rest = number >>> 7; rest > 0; rest >>>= 7) bytes.unshift(0x80 | (rest & 0x7f));
  return bytes;
}

/** An instant in epoch milliseconds, in whole seconds. */
export function time(at: number): Buffer {
  const digits = new Date(at).toISOString().replace(/\.\d+/, '').replaceAll(/[-:T]/g, '');
  return new Date(at).getUTCFullYear() > LAST_SHORT_YEAR
    ? value(0x18, Buffer.from(digits))
    : value(0x17, Buffer.from(digits.slice(2)));
}
