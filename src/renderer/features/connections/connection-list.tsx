/** All connections, the current one marked. */
import { type Connection, MAX_APPLICATIONS } from '../../../shared/model/connection.ts';
import { hrefOf, useGo } from '../../ui/navigation.ts';
import { Tag } from '../../ui/tag.tsx';
import styles from './connections.module.css';

/** "Open API and 2 of 5 applications". */
function holdingsText({ openApi, applications }: Connection): string {
  const count = applications.length;
  const apps = count === 0 ? null : `${count} of ${MAX_APPLICATIONS} applications`;
  const parts = [openApi ? 'Open API' : null, apps].filter((part) => part !== null);
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
  const go = useGo();
  return (
    <nav aria-label="All connections">
      <ul className={styles.list}>
        {connections.map((connection) => (
          <li key={connection.id}>
            <a
              className={styles.entry}
              href={hrefOf('connections', { id: connection.id })}
              aria-current={connection.id === shownId}
              onClick={(event) => {
                event.preventDefault();
                go('connections', { id: connection.id });
              }}
            >
              <div className={styles.entryName}>
                <span title={connection.name}>{connection.name}</span>
                {connection.id === currentId ? <Tag tone="good">In use</Tag> : null}
              </div>
              <div className={styles.entryAbout}>{holdingsText(connection)}</div>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
