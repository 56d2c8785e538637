/** Watches the vault for connections that were removed or that now get their listings from elsewhere. */
import type { Vault } from '../vault/vault.ts';

export interface ConnectionListener {
  /** The listings of the connection now come from another address or account. */
  readonly onSourceChanged: (connectionId: string) => void;
  readonly onRemoved: (connectionId: string) => void;
}

/** The returned function ends the watch. */
export function watchConnections(
  vault: Pick<Vault, 'snapshot' | 'changed'>,
  { onSourceChanged, onRemoved }: ConnectionListener,
): () => void {
  const sources = () =>
    new Map(
      vault
        .snapshot()
        .connections.map(({ id, addresses, openApi }) => [id, `${addresses.baseUrl} ${openApi?.clientId}`]),
    );
  let known = sources();
  return vault.changed.subscribe(() => {
    const before = known;
    known = sources();
    for (const [id, source] of before) {
      if (!known.has(id)) onRemoved(id);
      else if (known.get(id) !== source) onSourceChanged(id);
    }
  });
}
