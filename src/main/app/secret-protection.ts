/** Follows the machine's protection of secrets: asks the key store when needed, and moves stored secrets when its answer changes. */
import type { Protection } from '../../shared/model/app.ts';
import { Emitter } from '../platform/emitter.ts';
import type { Log, Subscribable } from '../platform/ports.ts';
import type { DataKey } from '../vault/data-key.ts';
import type { SecretCipher } from '../vault/secret-cipher.ts';
import type { Vault } from '../vault/vault.ts';

export interface SecretProtectionDeps {
  readonly cipher: SecretCipher;
  readonly vault: Vault;
  readonly dataKey: DataKey;
  /** Emits when the machine wakes from sleep. */
  readonly resumed: Subscribable<void>;
  readonly log: Log;
}

export class SecretProtection {
  readonly #deps: SecretProtectionDeps;
  readonly #changed = new Emitter<void>();
  readonly #stops: readonly (() => void)[];

  constructor(deps: SecretProtectionDeps) {
    this.#deps = deps;
    const { cipher, vault, dataKey, resumed, log } = deps;
    this.#stops = [
      // Secrets in memory, or unprotected on the disk, are encrypted as soon as the machine can do it.
      cipher.changed.subscribe(({ level }) => {
        this.#changed.emit();
        if (level !== 'protected') return;
        this.apply().catch((error: unknown) =>
          log.warn('secrets in memory could not be stored', { error: String(error) }),
        );
      }),
      dataKey.changed.subscribe(() => this.#changed.emit()),
      // While the machine sleeps, a keyring may be unlocked or replaced.
      resumed.subscribe(() => {
        if (cipher.protection().level !== 'unknown') void this.check();
      }),
    ];
    if (vault.usesKeyStore || dataKey.kept() !== null) void this.check();
  }

  get changed(): Subscribable<void> {
    return this.#changed;
  }

  /** Returns the last known protection without asking the key store. */
  now(): Protection {
    const { cipher, dataKey } = this.#deps;
    return { ...cipher.protection(), personal: dataKey.kept() };
  }

  /** Asks the key store, which may show the person a dialog. */
  async check(): Promise<Protection> {
    await this.#deps.cipher.check();
    return this.now();
  }

  /** Moves every secret to the disk or into memory, as the protection and the person's choice demand. Throws AppError `storageFailed`. */
  async apply(): Promise<void> {
    await this.#deps.vault.applyProtection();
    await this.#deps.dataKey.applyProtection();
  }

  stop(): void {
    for (const stop of this.#stops) stop();
  }
}
