/** The passphrase of an invitation: six random words that people can say over a telephone. */
import { randomInt } from 'node:crypto';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { Secret } from '../../vault/secret.ts';

/** The number of words: six of 2,048 are 66 bits. A guess also costs an attacker a slow derivation, and a half key that the engine returns once. */
const WORDS = 6;
const KNOWN: ReadonlySet<string> = new Set(wordlist);

/** Makes a random passphrase. */
export const newPassphrase = (): Secret =>
  new Secret(Array.from({ length: WORDS }, () => wordlist[randomInt(wordlist.length)]).join(' '));

/** Reads a typed passphrase with any characters between the words. Returns a sentence when the text cannot be a passphrase. */
export function readPassphrase(text: string): { readonly passphrase: Secret } | { readonly problem: string } {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  const unknown = words.find((word) => !KNOWN.has(word));
  if (words.length !== WORDS) return { problem: `A passphrase has six words; this one has ${words.length}.` };
  if (unknown !== undefined) return { problem: `“${unknown}” is not a word of a passphrase. Check its spelling.` };
  return { passphrase: new Secret(words.join(' ')) };
}
