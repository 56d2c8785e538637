/** Builds the store of the guests, and the key under which personal data is stored. */
import { join } from 'node:path';
import { GuestStore } from '../guests/guest-store.ts';
import type { PlatformKit } from '../platform/kit.ts';
import { DataKey } from '../vault/data-key.ts';
import { SecretCipher } from '../vault/secret-cipher.ts';

export function guestsOf({ kit, storeUnprotected }: { kit: PlatformKit; storeUnprotected: () => boolean }) {
  const { clock, log, random, quarantine, paths } = kit;
  const cipher = new SecretCipher({ cipher: kit.cipher, log, storeUnprotected });
  const key = new DataKey({ document: kit.document('data-key'), cipher, log });
  const guests = new GuestStore({ file: join(paths.store, 'guests.db'), key, clock, log, random, quarantine });
  return { guests, key };
}
