/** Watches the vault for service accounts that have other connections than before. */
import type { Heirs } from '../platform/inherited.ts';
import { heirsOf } from '../vault/service-account.ts';
import type { Vault } from '../vault/vault.ts';

/** Calls `onChanged` when an account lost its oldest connection, or all. The returned function ends the watch. */
export function watchAccounts(
  vault: Pick<Vault, 'snapshot' | 'changed'>,
  onChanged: (heirs: Heirs) => void,
): () => void {
  let { connections } = vault.snapshot();
  return vault.changed.subscribe(() => {
    const before = connections;
    connections = vault.snapshot().connections;
    const heirs = heirsOf(before, connections);
    if ([...heirs].some(([id, heir]) => id !== heir)) onChanged(heirs);
  });
}
