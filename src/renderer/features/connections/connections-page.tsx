/** The Connections page: all connections on the left, one on the right. `new=1` in the page's address opens the dialog for a new connection. */
import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { credentialOf } from '../../../shared/connection/account.ts';
import { useConnections } from '../../ipc/current.ts';
import { IconPlus } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { TwoPanes } from '../../ui/two-panes.tsx';
import { ConnectionDetail } from './connection-detail.tsx';
import { ConnectionList } from './connection-list.tsx';
import { NewConnection } from './new/new-connection.tsx';

export function ConnectionsPage() {
  const { connections, currentId } = useConnections();
  const search = useSearch({ from: '/connections' });
  const navigate = useNavigate({ from: '/connections' });
  const owner = connections.find((connection) => credentialOf(connection, search.credentialId));
  const shown =
    connections.find((connection) => connection.id === search.id) ??
    (search.credentialId ? owner : undefined) ??
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
            onClick={() => void navigate({ search: (known) => ({ ...known, new: '1' }) })}
          >
            Add connection
          </Button>
        }
      />
      <TwoPanes listWidth={250}>
        <ConnectionList connections={connections} currentId={currentId} shownId={shown?.id ?? null} />
        {shown ? (
          <ConnectionDetail
            key={shown.id}
            connection={shown}
            current={shown.id === currentId}
            credentialId={search.credentialId ?? null}
          />
        ) : null}
      </TwoPanes>
      {search.new === '1' ? (
        <NewConnection onClose={() => void navigate({ search: ({ id }) => ({ id }), replace: true })} />
      ) : null}
    </>
  );
}
