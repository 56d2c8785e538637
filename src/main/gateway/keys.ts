/** The keys of programs: `lk_<id>_<256 bits>_<check>`. The id names the program; the check detects a key that was copied incompletely. */
import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const KEY = /^(lk_([0-9a-f]{16})_[0-9a-f]{64})_([0-9a-f]{8})$/;

const checkOf = (text: string): string => crc32(text).toString(16).padStart(8, '0');
export const hashOf = (key: string): string => createHash('sha256').update(key.trim()).digest('hex');

export const newProgramId = (): string => randomBytes(8).toString('hex');

/** Makes a key and its hash; only the hash is stored. */
export function newKey(id: string): { readonly key: string; readonly hash: string } {
  const text = `lk_${id}_${randomBytes(32).toString('hex')}`;
  const key = `${text}_${checkOf(text)}`;
  return { key, hash: hashOf(key) };
}

/** Returns the id in a key; `null` for a text that is no complete key. */
export function idIn(key: string): string | null {
  const [, text = '', id = '', check = ''] = KEY.exec(key.trim()) ?? [];
  return id !== '' && checkOf(text) === check ? id : null;
}
