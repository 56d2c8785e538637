/** Checks texts with an Ed25519 signature in their last line, a comment of YAML. The release signs its list of versions so. */

import { createPublicKey, verify } from 'node:crypto';
import { SECOND_MS } from '../../shared/time/units.ts';
import type { Fetch } from './ports.ts';
import { readUpTo } from './read-up-to.ts';
import { UpdateProblem } from './update-engine.ts';

/** The maximum size; a list of versions has a few kilobytes, and release notes. */
const MAX_BYTES = 512 * 1024;
const LAST_LINE = /^([\s\S]*\n)# Ed25519 ([A-Za-z0-9+/]{86}==)\n?$/;

/**
 * Returns the signed part of a text. `publicKey` is SPKI in base64. Throws UpdateProblem for a missing or wrong signature, and for a key that is not
 * Ed25519.
 */
export function signedPart(text: string, publicKey: string): string {
  const [, signed, signature] = LAST_LINE.exec(text) ?? [];
  if (signed === undefined || signature === undefined || !isSignedBy(publicKey, signed, signature))
    throw new UpdateProblem('The list of versions is not signed by the publisher of the app, so it was not used.');
  return signed;
}

function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    // Without a digest, `verify` would accept other kinds of keys, too.
    return (
      key.asymmetricKeyType === 'ed25519' && verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))
    );
  } catch {
    return false;
  }
}

/** Reads a signed text. Rejects with UpdateProblem. */
export async function readSigned(fetch: Fetch, url: URL, publicKey: string): Promise<string> {
  const response = await fetch(new Request(url, { signal: AbortSignal.timeout(30 * SECOND_MS) })).catch(
    (cause: unknown) => {
      throw new UpdateProblem(`${url.host} could not be reached.`, { cause });
    },
  );
  if (response.status !== 200) throw new UpdateProblem(`${url.host} answered ${response.status}.`);
  const bytes = await readUpTo(response, MAX_BYTES).catch((cause: unknown) => {
    throw new UpdateProblem(`The answer of ${url.host} broke off.`, { cause });
  });
  if (bytes === null) throw new UpdateProblem(`The answer of ${url.host} is too large.`);
  return signedPart(bytes.toString('utf8'), publicKey);
}
