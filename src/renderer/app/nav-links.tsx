/** The navigation: the working pages, and below them Sandbox (only on the sandbox connection) and Settings. */
import { Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useConnection } from '../ipc/current.ts';
import { navigationPageOf, PAGES, type PageEntry, usePage } from './pages.ts';
import { RunningTasks } from './running-tasks.tsx';
import styles from './shell.module.css';

export function NavLinks() {
  const connection = useConnection();
  const foot = PAGES.filter((entry) => entry.place === 'foot').filter(
    (entry) => entry.page !== 'sandbox' || connection.presetId === 'sandbox',
  );
  return (
    <nav aria-label="Pages" style={{ display: 'contents' }}>
      <ul className={styles.links}>
        {PAGES.filter((entry) => entry.place === 'work').map((entry) => (
          <NavItem key={entry.page} entry={entry} />
        ))}
      </ul>
      <ul className={`${styles.links} ${styles.foot}`}>
        {foot.map((entry) => (
          <NavItem key={entry.page} entry={entry} />
        ))}
      </ul>
    </nav>
  );
}

function NavItem({ entry }: { entry: PageEntry }) {
  const within = navigationPageOf(usePage()) === entry.page;
  const narrow = useMediaQuery('(max-width: 62em)') ?? false;
  return (
    <li>
      <Tooltip label={entry.title} position="right" disabled={!narrow}>
        <Link
          to={`/${entry.page}`}
          className={styles.link}
          activeProps={{}}
          {...(within ? { 'aria-current': true } : {})}
        >
          <entry.Icon size={19} stroke={1.7} aria-hidden />
          <span className={styles.hideNarrow}>{entry.title}</span>
          {entry.page === 'tasks' ? <RunningTasks /> : null}
        </Link>
      </Tooltip>
    </li>
  );
}
