/** Asks once for the name and password of a proxy that lets no request pass. The section Network of Settings asks again. */
import { Modal } from '@mantine/core';
import { useState } from 'react';
import { ProxyLogin } from '../actions/proxy-login.tsx';
import { useAsk } from '../ipc/client.ts';
import { closedProxyText } from '../text/proxy-text.ts';

export function ProxyDialog() {
  const closed = useAsk('network', 'state', null).data?.closedProxy ?? null;
  const [declined, setDeclined] = useState<string | null>(null);
  if (closed === null || closed.state === 'unsupported' || closed.proxy === declined) return null;
  return (
    <Modal opened onClose={() => setDeclined(closed.proxy)} title="Sign in to the proxy">
      <p>{closedProxyText(closed)}</p>
      <p>
        The name and password go to this proxy alone, unencrypted, as proxies of this kind want them. They are kept as
        your guests’ data is. Then try again what failed.
      </p>
      <ProxyLogin key={closed.proxy} proxy={closed.proxy} />
    </Modal>
  );
}
