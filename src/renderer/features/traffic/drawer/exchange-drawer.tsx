/** Shows one exchange: request, response, timings, the other attempts, and actions. */
import { Anchor, Loader, Tabs } from '@mantine/core';
import { useState } from 'react';
import type { Exchange } from '../../../../shared/model/traffic.ts';
import { operationName } from '../../../../shared/text/api-names.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { useAsk } from '../../../ipc/client.ts';
import { SideDrawer } from '../../../ui/side-drawer.tsx';
import type { ExportControl } from '../use-export.tsx';
import { Attempts } from './attempts.tsx';
import styles from './drawer.module.css';
import { ExchangeActions } from './exchange-actions.tsx';
import { ExchangeFacts } from './exchange-facts.tsx';
import { BodyView, HeaderTable } from './message.tsx';
import { Timings } from './timings.tsx';

interface ExchangeDrawerProps {
  id: string | null;
  exporting: ExportControl;
  onClose: () => void;
  onOpen: (id: string) => void;
  onCompare: (id: string, otherId: string) => void;
  /** Opens the form for a new request, filled in from this exchange. */
  onCompose: (id: string) => void;
}

export function ExchangeDrawer({ id, exporting, onClose, onOpen, onCompare, onCompose }: ExchangeDrawerProps) {
  const exchange = useAsk('traffic', 'exchange', { id: id ?? '' }, { enabled: id !== null });
  const [replayed, setReplayed] = useState<{ id: string; originalId: string } | null>(null);
  const shown = id === null ? undefined : exchange.data;
  return (
    <SideDrawer
      opened={id !== null}
      onClose={onClose}
      width={700}
      title={shown ? operationName(shown.operation) : 'Exchange'}
    >
      {exchange.error ? <ErrorNotice error={exchange.error} onRetry={() => void exchange.refetch()} /> : null}
      {replayed && replayed.id === id ? (
        <div className={styles.again} role="status">
          <span>This is the new exchange.</span>
          <Anchor
            component="button"
            type="button"
            size="sm"
            underline="always"
            onClick={() => onOpen(replayed.originalId)}
          >
            Back to the previous exchange
          </Anchor>
        </div>
      ) : null}
      {shown ? (
        <ExchangeDetails
          key={shown.id}
          exchange={shown}
          exporting={exporting}
          onOpen={onOpen}
          onCompare={(otherId) => onCompare(shown.id, otherId)}
          onCompose={() => onCompose(shown.id)}
          onReplayed={(newId) => {
            setReplayed({ id: newId, originalId: shown.id });
            onOpen(newId);
          }}
        />
      ) : null}
      {exchange.isLoading ? <Loader size="sm" role="status" aria-label="Loading the exchange" /> : null}
    </SideDrawer>
  );
}

interface ExchangeDetailsProps {
  exchange: Exchange;
  exporting: ExportControl;
  /** Called with the id of the new exchange after a replay. */
  onReplayed: (id: string) => void;
  onOpen: (id: string) => void;
  onCompare: (otherId: string) => void;
  onCompose: () => void;
}

function ExchangeDetails({ exchange, exporting, onOpen, onReplayed, onCompare, onCompose }: ExchangeDetailsProps) {
  const attempts = useAsk('traffic', 'chain', { chainId: exchange.chainId });
  const chain = attempts.data ?? [];
  return (
    <>
      <ExchangeFacts exchange={exchange} attempts={Math.max(chain.length, exchange.attempt)} />
      <ExchangeActions
        exchange={exchange}
        exporting={exporting}
        onReplayed={onReplayed}
        onCompare={onCompare}
        onCompose={onCompose}
      />
      <Timings exchange={exchange} />
      <Tabs defaultValue="response" mt="lg" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="response">Response</Tabs.Tab>
          <Tabs.Tab value="request">Request</Tabs.Tab>
          {chain.length > 1 ? <Tabs.Tab value="attempts">Attempts ({chain.length})</Tabs.Tab> : null}
        </Tabs.List>
        <Tabs.Panel value="response" pt="md">
          {exchange.responseHeaders === null ? (
            <p className={styles.none}>No response arrived.</p>
          ) : (
            <>
              <BodyView body={exchange.responseBody} label="Response body" emptyText="The response had no body." />
              <HeaderTable lines={exchange.responseHeaders} label="Response headers" />
            </>
          )}
        </Tabs.Panel>
        <Tabs.Panel value="request" pt="md">
          <BodyView body={exchange.requestBody} label="Request body" emptyText="The request had no body." />
          <HeaderTable lines={exchange.requestHeaders} label="Request headers" />
        </Tabs.Panel>
        <Tabs.Panel value="attempts" pt="md">
          <Attempts chain={chain} currentId={exchange.id} onOpen={onOpen} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
