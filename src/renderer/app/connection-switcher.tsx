/** Shows the current connection, and opens the menu of connections. */
import { lazy, Suspense } from 'react';
import { useConnection } from '../ipc/current.ts';
import { IconSelector } from '../ui/icons.ts';
import { usePopoverButton } from '../ui/use-popover-button.ts';
import { aboutConnection, ConnectionMark } from './connection-label.tsx';
import styles from './shell.module.css';

const ConnectionMenu = lazy(() =>
  import('./connection-menu.tsx').then((module) => ({ default: module.ConnectionMenu })),
);

export function ConnectionSwitcher() {
  const current = useConnection();
  const { attributes, place } = usePopoverButton('menu');
  return (
    <>
      <button
        {...attributes}
        type="button"
        className={styles.switcher}
        aria-label={`Connection: ${current.name}. Switch`}
      >
        <ConnectionMark connection={current} />
        <span className={`${styles.switcherText} ${styles.hideNarrow}`}>
          <div className={styles.switcherName}>{current.name}</div>
          <div className={styles.switcherAbout}>{aboutConnection(current)}</div>
        </span>
        <span className={styles.hideNarrow}>
          <IconSelector size={16} aria-hidden />
        </span>
      </button>
      <Suspense fallback={null}>{place ? <ConnectionMenu place={place} /> : null}</Suspense>
    </>
  );
}
