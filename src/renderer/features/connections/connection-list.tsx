/** The list of all connections; the current one is marked. */
import { Link } from '@tanstack/react-router';
import { MAX_APPLICATIONS } from '../../../shared/input/max-input.ts';
import type { Audience } from '../../../shared/model/app.ts';
import type { Connection } from '../../../shared/model/connection.ts';
import { useAudience } from '../../ipc/use-audience.ts';
import { WORDS } from '../../text/words.ts';
import { Tag } from '../../ui/tag.tsx';
import styles from './connections.module.css';

/** The credentials of a connection as text: "Open API, 2 of 5 applications". */
function credentialsText({ openApi, applications }: Connection, words: (typeof WORDS)[Audience]): string {
  const count = applications.length;
  const applicationsText = count === 0 ? null : words.applicationsOf(count, MAX_APPLICATIONS);
  const parts = [openApi ? 'Open API' : null, applicationsText].filter((part) => part !== null);
  return parts.length === 0 ? 'No credentials yet' : parts.join(', ');
}

export function ConnectionList({
  connections,
  currentId,
  shownId,
}: {
  connections: readonly Connection[];
  currentId: string;
  shownId: string | null;
}) {
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
