/** One exchange, whole: what was sent, what came back, how long it took, and its other attempts. */
import { Drawer, Loader, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Exchange } from '../../../shared/model/traffic.ts';
import { ask } from '../../ipc/client.ts';
import { operationName } from '../../ui/api-names.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Attempts } from './attempts.tsx';
import styles from './drawer.module.css';
import { ExchangeFacts } from './exchange-facts.tsx';
import { BodyView, HeaderTable } from './message.tsx';

export function ExchangeDrawer({
  id,
  onClose,
  onOpen,
}: {
  id: string | null;
  onClose: () => void;
  onOpen: (id: string) => void;
}) {
  const exchange = useQuery({ ...ask('traffic', 'exchange', { id: id ?? '' }), enabled: id !== null });
  const shown = id === null ? undefined : exchange.data;
  return (
    <Drawer
      opened={id !== null}
      onClose={onClose}
      position="right"
      size="min(680px, 92vw)"
      title={shown ? operationName(shown.operation) : 'Exchange'}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ title: styles.title ?? '' }}
    >
      {exchange.error ? <ErrorNotice error={exchange.error} /> : null}
      {shown ? <Whole exchange={shown} onOpen={onOpen} /> : null}
      {exchange.isLoading ? <Loader size="sm" aria-label="Loading the exchange" /> : null}
    </Drawer>
  );
}

function Whole({ exchange, onOpen }: { exchange: Exchange; onOpen: (id: string) => void }) {
  const attempts = useQuery(ask('traffic', 'chain', { chainId: exchange.chainId }));
  const chain = attempts.data ?? [];
  return (
    <>
      <ExchangeFacts exchange={exchange} attempts={Math.max(chain.length, exchange.attempt)} />
      <Tabs defaultValue="response" mt="lg" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="response">Response</Tabs.Tab>
          <Tabs.Tab value="request">Request</Tabs.Tab>
          {chain.length > 1 ? <Tabs.Tab value="attempts">Attempts ({chain.length})</Tabs.Tab> : null}
        </Tabs.List>
        <Tabs.Panel value="response" pt="md">
          {exchange.responseHeaders === null ? (
            <p className={styles.none}>No answer came.</p>
          ) : (
            <>
              <BodyView body={exchange.responseBody} label="Response body" nothing="The answer had no body." />
              <HeaderTable lines={exchange.responseHeaders} label="Response headers" />
            </>
          )}
        </Tabs.Panel>
        <Tabs.Panel value="request" pt="md">
          <BodyView body={exchange.requestBody} label="Request body" nothing="The request had no body." />
          <HeaderTable lines={exchange.requestHeaders} label="Request headers" />
        </Tabs.Panel>
        <Tabs.Panel value="attempts" pt="md">
          <Attempts chain={chain} currentId={exchange.id} onOpen={onOpen} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
