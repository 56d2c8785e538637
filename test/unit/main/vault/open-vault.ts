/** A vault over test ports, and inputs for it. */

import type { Ask } from '../../../../src/main/platform/ports.ts';
import { SecretCipher } from '../../../../src/main/vault/secret-cipher.ts';
import { Vault } from '../../../../src/main/vault/vault.ts';
import type { VaultFile } from '../../../../src/main/vault/vault-file.ts';
import { isAppError } from '../../../../src/shared/app-error.ts';
import type { ErrorData } from '../../../../src/shared/errors.ts';
import type { NewConnection } from '../../../../src/shared/model/connection.ts';
import { FakeCipher } from '../../../support/fake-cipher.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { MemoryDocument } from '../../../support/memory-document.ts';
import { SequenceRandom } from '../../../support/sequence-random.ts';

export async function openVault(
  options: {
    document?: MemoryDocument<VaultFile>;
    cipher?: FakeCipher;
    storeUnprotected?: boolean;
    clock?: ManualClock;
    idPrefix?: string;
    ask?: Ask;
  } = {},
) {
  const document = options.document ?? new MemoryDocument<VaultFile>();
  const cipher = options.cipher ?? new FakeCipher();
  const clock = options.clock ?? new ManualClock();
  const log = new FakeLog();
  const optIn = { given: options.storeUnprotected ?? false };
  const random = new SequenceRandom(1, options.idPrefix ?? 'id');
  const ask = options.ask ?? (async () => false);
  const secretCipher = new SecretCipher({ cipher, log, storeUnprotected: () => optIn.given });
  const vault = await Vault.open({ document, secretCipher, ask, clock, random, log });
  return { vault, document, cipher, secretCipher, clock, log, optIn };
}

/** The data of the AppError that the promise rejects with. */
export async function errorOf(promise: Promise<unknown>): Promise<ErrorData> {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!isAppError(error)) throw new Error(`expected an AppError, got ${String(error)}`);
  return error.data;
}

export const ADDRESSES = {
  baseUrl: 'https://api.test/open',
  authUrl: 'https://api.test/open',
  bookingBaseUrl: 'https://api.test/booking',
  bookingAuthUrl: 'https://api.test/booking',
};

export const application = (number: number) => ({
  label: `Site ${number}`,
  bookingOption: 'both' as const,
  clientId: `app-client-${number}`,
  clientSecret: `planted-app-secret-${number}`,
});

export const newConnection = (changes: Partial<NewConnection> = {}): NewConnection => ({
  name: 'Harbour rentals',
  presetId: 'custom',
  addresses: ADDRESSES,
  openApi: { clientId: 'open-client', clientSecret: 'planted-open-secret' },
  applications: [application(1)],
  ...changes,
});

/** A connection with other client IDs than {@link newConnection}. */
export const otherConnection = (name: string, changes: Partial<NewConnection> = {}): NewConnection =>
  newConnection({
    name,
    openApi: { clientId: `open-client of ${name}`.replaceAll(' ', '-'), clientSecret: 'planted-open-secret' },
    applications: [],
    ...changes,
  });

export const SANDBOX_KEYS = {
  origin: 'https://127.0.0.1:4001',
  openApi: { clientId: 'sandbox-open', clientSecret: 'planted-sandbox-open' },
  applications: [
    { label: 'Website', bookingOption: 'both' as const, clientId: 'sandbox-app', clientSecret: 'planted-sandbox-app' },
  ],
};
