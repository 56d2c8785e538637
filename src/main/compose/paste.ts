/** Builds the desk that reads pasted texts and files. It masks the secrets of this app and recognises the known services. */
import { credentialsOf } from '../../shared/connection/account.ts';
import { knownServices } from '../api/known-services.ts';
import { type PasteDeps, PasteDesk } from '../doctor/paste-desk.ts';
import { startReaderThread } from '../doctor/read/worker/start-reader.ts';
import type { PlatformKit } from '../platform/kit.ts';
import type { Vault } from '../vault/vault.ts';

export function pasteDeskOf(
  { clock, pasteWorker }: Pick<PlatformKit, 'clock' | 'pasteWorker'>,
  vault: Vault,
  keep: PasteDeps['keep'],
): PasteDesk {
  const connections = () => vault.snapshot().connections;
  return new PasteDesk({
    clock,
    keep,
    start: startReaderThread(pasteWorker),
    services: servicesOf(vault),
    async secrets() {
      const ids = connections().flatMap((connection) => credentialsOf(connection).map(({ id }) => id));
      const reads = ids.flatMap((id) => [
        vault.secretOf(id).then((secret) => secret.reveal()),
        vault.storedToken(id).then((token) => token?.accessToken.reveal() ?? ''),
      ]);
      // A missing or unreadable secret cannot be masked by its text.
      const settled = await Promise.allSettled(reads);
      return settled.flatMap((one) => (one.status === 'fulfilled' && one.value !== '' ? [one.value] : []));
    },
  });
}

/** Lists the services that the console can name, from its connections and the presets. */
export const servicesOf =
  (vault: Pick<Vault, 'snapshot'>): PasteDeps['services'] =>
  () => [
    ...vault.snapshot().connections.map(({ name, addresses, applications }) => ({
      ...{ name, kind: 'connection' as const, addresses },
      bookingOptions: applications.flatMap(({ bookingOption }) => bookingOption ?? []),
    })),
    ...knownServices(),
  ];
