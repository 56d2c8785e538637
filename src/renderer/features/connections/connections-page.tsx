/** Connections: all accounts at the left, one of them at the right; `new=1` opens the dialog for another. */
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { credentialOf } from '../../../shared/model/connection.ts';
import { useConnections } from '../../ipc/current.ts';
import { useGo, useSearchParams } from '../../ui/navigation.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { ConnectionDetail } from './connection-detail.tsx';
import { ConnectionList } from './connection-list.tsx';
import styles from './connections.module.css';
import { NewConnection } from './new-connection.tsx';

export function ConnectionsPage() {
  const { connections, currentId } = useConnections();
  const [params] = useSearchParams('connections');
  const go = useGo();
  const owner = connections.find((connection) => credentialOf(connection, params.credentialId));
  const shown =
    connections.find((connection) => connection.id === params.id) ??
    (params.credentialId ? owner : undefined) ??
    connections.find((connection) => connection.id === currentId) ??
    connections[0];
  return (
    <>
      <PageHeader
        title="Connections"
        description="A connection is one account in one environment: its addresses and its credentials."
        actions={
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => go('connections', { ...params, new: '1' })}
          >
            Add connection
          </Button>
        }
      />
      <div className={styles.page}>
        <ConnectionList connections={connections} currentId={currentId} shownId={shown?.id ?? null} />
        {shown ? (
          <ConnectionDetail
            key={shown.id}
            connection={shown}
            current={shown.id === currentId}
            credentialId={params.credentialId ?? null}
          />
        ) : null}
      </div>
      {params.new === '1' ? (
        <NewConnection onClose={() => go('connections', params.id ? { id: params.id } : {}, { replace: true })} />
      ) : null}
    </>
  );
}
