/** Follows how the machine protects secrets: asks its key store when it is needed, and moves what is kept when the answer changes. */
import type { Protection } from '../../shared/model/app.ts';
import type { PlatformKit } from '../platform/kit.ts';
import type { Subscribable } from '../platform/ports.ts';
import type { DataKey } from '../vault/data-key.ts';
import type { SecretCipher } from '../vault/secret-cipher.ts';
import type { Vault } from '../vault/vault.ts';

export interface ProtectionParts {
  readonly kit: Pick<PlatformKit, 'log' | 'resumed'>;
  readonly cipher: SecretCipher;
  readonly vault: Vault;
  readonly dataKey: DataKey;
}

export interface FollowedProtection {
  /** As far as it is known; asks no key store. */
  now(): Protection;
  /** Asks the key store, which may ask the person. */
  check(): Promise<Protection>;
  /** Moves every secret to the disk or to memory, by the person's choice. Throws AppError `storageFailed`. */
  apply(): Promise<void>;
  readonly changed: Subscribable<unknown>;
  stop(): void;
}

export function followProtection({ kit, cipher, vault, dataKey }: ProtectionParts): FollowedProtection {
  const now = (): Protection => ({ ...cipher.protection(), personal: dataKey.kept() });
  const check = async (): Promise<Protection> => {
    await cipher.check();
    return now();
  };
  const apply = async (): Promise<void> => {
    await vault.applyProtection();
    await dataKey.applyProtection();
  };
  const stops = [
    // What is in memory, or on the disk without protection, is encrypted as soon as the machine can.
    cipher.changed.subscribe(({ level }) => {
      if (level !== 'protected') return;
      apply().catch((error: unknown) =>
        kit.log.warn('secrets in memory could not be stored', { error: String(error) }),
      );
    }),
    // A keyring may be unlocked, or another one chosen, while the machine sleeps.
    kit.resumed.subscribe(() => {
      if (cipher.protection().level !== 'unknown') void check();
    }),
  ];
  if (vault.usesKeyStore || dataKey.kept() !== null) void check();
  return {
    now,
    check,
    apply,
    changed: {
      subscribe(listener) {
        const both = [cipher.changed.subscribe(listener), dataKey.changed.subscribe(() => listener(undefined))];
        return () => {
          for (const end of both) end();
        };
      },
    },
    stop() {
      for (const end of stops) end();
    },
  };
}
