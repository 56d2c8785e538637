/**
 * Seals the data of the embedded sandbox with a fixed key, so that no keyring is asked for. The key protects nothing; it only keeps secret-like texts
 * out of the files.
 */
import { hash } from 'node:crypto';
import { Sealer } from './sealer.ts';
import { SANDBOX_TAG as TAG } from './vault-state.ts';

const ID = 'sandbox';
const sealer = new Sealer(Buffer.from(hash('sha256', 'latchkey sandbox', 'hex'), 'hex'));

/** Encrypts a secret of the sandbox with a fixed key, without the key store; the result is base64. */
export const sealForSandbox = (text: string): string => Buffer.concat([TAG, sealer.seal(ID, text)]).toString('base64');

/** Decrypts a secret of the sandbox. Returns `null` for a changed text, and for one that the key store encrypted, as version 0.1.0 did. */
export function openForSandbox(data: string): string | null {
  const bytes = Buffer.from(data, 'base64');
  return bytes.subarray(0, TAG.length).equals(TAG) ? sealer.open(ID, bytes.subarray(TAG.length)) : null;
}
