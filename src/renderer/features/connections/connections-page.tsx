/** The Connections page: all connections on the left, one on the right. `new=1` in the page's address opens the dialog for a new connection. */
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type CSSProperties, type ReactNode, useState } from 'react';
import { credentialOf } from '../../../shared/connection/account.ts';
import { MAX_APPLICATIONS } from '../../../shared/input/max-input.ts';
import type { Audience } from '../../../shared/model/app.ts';
import type { Connection } from '../../../shared/model/connection.ts';
import { useAudience, useConnections } from '../../ipc/current.ts';
import { WORDS } from '../../text/words.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconPlus, IconUsers } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Tag } from '../../ui/tag.tsx';
import twoPanesStyles from '../../ui/two-panes.module.css';
import { ConnectionDetail } from './connection-detail.tsx';
import styles from './connections.module.css';
import { NewConnection } from './new/new-connection.tsx';
import { JoinTeam } from './team/join-team.tsx';

export function ConnectionsPage() {
  const { connections, currentId } = useConnections();
  const search = useSearch({ from: '/connections' });
  const navigate = useNavigate({ from: '/connections' });
  const [joining, setJoining] = useState(false);
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
          <>
            <IconButton Icon={IconUsers} onClick={() => setJoining(true)}>
              Join a team
            </IconButton>
            <IconButton
              Icon={IconPlus}
              variant="filled"
              onClick={() => void navigate({ search: (known) => ({ ...known, new: '1' }) })}
            >
              Add connection
            </IconButton>
          </>
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
      {joining ? <JoinTeam onClose={() => setJoining(false)} /> : null}
      {search.new === '1' ? (
        <NewConnection onClose={() => void navigate({ search: ({ id }) => ({ id }), replace: true })} />
      ) : null}
    </>
  );
}

/** The credentials of a connection as text: "Open API, 2 of 5 applications". */
function credentialsText({ openApi, applications }: Connection, words: (typeof WORDS)[Audience]): string {
  const count = applications.length;
  const applicationsText = count === 0 ? null : words.applicationsOf(count, MAX_APPLICATIONS);
  const parts = [openApi ? 'Open API' : null, applicationsText].filter((part) => part !== null);
  return parts.length === 0 ? 'No credentials yet' : parts.join(', ');
}

interface ConnectionListProps {
  connections: readonly Connection[];
  currentId: string;
  shownId: string | null;
}

/** The list of all connections; the current one is marked. */
function ConnectionList({ connections, currentId, shownId }: ConnectionListProps) {
  const words = WORDS[useAudience()];
  return (
    <nav aria-label="All connections">
      <ul className={styles.list}>
        {connections.map((connection) => (
          <li key={connection.id}>
            <Link
              to="/connections"
              search={{ id: connection.id }}
              className={styles.entry}
              activeProps={{}}
              aria-current={connection.id === shownId}
            >
              <div className={styles.entryName}>
                <span title={connection.name}>{connection.name}</span>
                {connection.id === currentId ? <Tag tone="good">In use</Tag> : null}
              </div>
              <div className={styles.entryAbout}>{credentialsText(connection, words)}</div>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Draws a list beside its content. `listWidth`: in pixels; the list is 60 px narrower in a narrow window. */
function TwoPanes({ listWidth, children }: { listWidth: number; children: ReactNode }) {
  return (
    <div className={twoPanesStyles.panes} style={{ '--list-width': `${listWidth}px` } as CSSProperties}>
      {children}
    </div>
  );
}
