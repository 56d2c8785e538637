/** Builds the store of the guests, and the key under which personal data is stored. */
import { join } from 'node:path';
import { GuestStore, type GuestStoreDeps } from '../guests/guest-store.ts';
import type { PlatformKit } from '../platform/kit.ts';
import { DataKey } from '../vault/data-key.ts';
import type { SecretCipher } from '../vault/secret-cipher.ts';

export interface GuestParts {
  readonly kit: PlatformKit;
  readonly connections: GuestStoreDeps['connections'];
  readonly deletions: GuestStoreDeps['deletions'];
  readonly cipher: SecretCipher;
}

export function guestsOf({ kit, connections, deletions, cipher }: GuestParts) {
  const { clock, log, random, quarantine, paths } = kit;
  const key = new DataKey({ document: kit.document('data-key'), cipher, log });
  const file = join(paths.store, 'guests.db');
  const guests = new GuestStore({ file, key, connections, deletions, clock, log, random, quarantine });
  return { guests, key };
}
