/** Builds the guest store and the data key. */
import { GuestStore, type GuestStoreDeps } from '../guests/guest-store.ts';
import type { PlatformKit } from '../platform/kit.ts';
import type { Stores } from '../store/stores.ts';
import { DataKey } from '../vault/data-key.ts';
import type { SecretCipher } from '../vault/secret-cipher.ts';

export interface GuestParts {
  readonly kit: PlatformKit;
  readonly stores: Stores;
  readonly connections: GuestStoreDeps['connections'];
  readonly deletions: GuestStoreDeps['deletions'];
  readonly cipher: SecretCipher;
}

export function guestsOf({ kit, stores, connections, deletions, cipher }: GuestParts) {
  const { clock, log, random } = kit;
  const key = new DataKey({ document: kit.document('data-key'), cipher, log });
  const database = stores.inConsole({ what: 'The guests' });
  const guests = new GuestStore({ database, key, connections, deletions, clock, log, random });
  return { guests, key };
}
