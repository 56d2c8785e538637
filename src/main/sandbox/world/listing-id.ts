/** Identifiers of listings. They look opaque, but the listing's index can be computed from them. */
import { hash } from './seeded-random.ts';

/** The first listing number. It is above 2^53, so a parser that rounds numbers mixes up neighbouring listings. */
const FIRST_NUMBER = 20_000_000_000_000_001n;
const SCRAMBLE = 0x9e3779b1;
const UNSCRAMBLE = inverse(SCRAMBLE);

/** Returns the id of the listing at `index`: 24 hexadecimal digits. */
export function listingId(index: number): string {
  return `${hex(hash(index, 101))}${hex(hash(index, 102))}${hex(Math.imul(index + 1, SCRAMBLE))}`;
}

/** A function that Node has since 21, and that TypeScript does not list yet. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };

/** Returns the number of the listing at `index`, as JSON with all its digits. */
export const listingNumber = (index: number): unknown => rawJSON(String(FIRST_NUMBER + BigInt(index)));

/** Returns the index of a listing's identifier or number; null for any other text. */
export function listingIndex(id: string): number | null {
  if (/^\d{17}$/.test(id)) return Number(BigInt(id) - FIRST_NUMBER);
  if (!/^[0-9a-f]{24}$/.test(id)) return null;
  const index = (Math.imul(Number.parseInt(id.slice(16), 16), UNSCRAMBLE) >>> 0) - 1;
  return index >= 0 && listingId(index) === id ? index : null;
}

/** Makes an opaque identifier of 24 hexadecimal digits from a seed. */
export function objectId(...seed: readonly number[]): string {
  return `${hex(hash(...seed, 1))}${hex(hash(...seed, 2))}${hex(hash(...seed, 3))}`;
}

function hex(value: number): string {
  return (value >>> 0).toString(16).padStart(8, '0');
}

/** The multiplicative inverse of an odd number modulo 2^32, by Newton's iteration. */
function inverse(odd: number): number {
  let guess = odd;
  for (let round = 0; round < 5; round += 1) guess = Math.imul(guess, 2 - Math.imul(odd, guess));
  return guess;
}
