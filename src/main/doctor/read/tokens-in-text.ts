/** Finds the JWTs anywhere in a text, each with its line and its harmless claims. The token itself is not kept. */
import { tokenClaims } from '../authorization.ts';
import type { TokenClaims } from '../failure.ts';
import type { PlainLine } from './plain-mail.ts';

const MAX_TOKENS = 3;
/** The beginning of the header of every JWT, which is a JSON object. */
const BEGINNING = 'eyJ';
const MAX_LINE = 20_000;

export interface TextToken {
  /** The number of its line, from 1. */
  readonly line: number;
  readonly claims: TokenClaims;
}

export function tokensInText(lines: readonly PlainLine[]): TextToken[] {
  const found: TextToken[] = [];
  for (const { text, number } of lines) {
    if (found.length === MAX_TOKENS) break;
    const claims = text.includes(BEGINNING) ? tokenClaims(text.slice(0, MAX_LINE)) : null;
    if (claims !== null && !found.some((one) => isSame(one.claims, claims))) found.push({ line: number + 1, claims });
  }
  return found;
}

export const isSame = (one: TokenClaims | null, other: TokenClaims): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
