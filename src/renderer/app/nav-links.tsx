/** The navigation: the work pages, then Settings. For managers, the pages of support are in a group that opens and closes. */
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useConnection } from '../ipc/current.ts';
import { useAudience } from '../ipc/use-audience.ts';
import { IconChevronRight, IconLifebuoy } from '../ui/icons.ts';
import { IconLabel } from './icon-label.tsx';
import { navigationPageOf, PAGES, type PageEntry, usePage } from './pages.ts';
import { RunningTasks } from './running-tasks.tsx';
import styles from './shell.module.css';

export function NavLinks() {
  const isSandbox = useConnection().presetId === 'sandbox';
  const forSupport = useAudience() === 'support';
  const pages = PAGES.filter(({ page }) => page !== 'sandbox' || isSandbox);
  const support = pages.filter(({ place }) => place === 'support');
  const isInWork = ({ page, place }: PageEntry): boolean =>
    place === 'work' || (forSupport && place === 'support' && page !== 'sandbox');
  const foot = pages.filter((entry) => !isInWork(entry) && (forSupport || entry.place === 'foot'));
  return (
    <nav aria-label="Pages" style={{ display: 'contents' }}>
      <ul className={styles.links}>
        {pages.filter(isInWork).map((entry) => (
          <NavItem key={entry.page} entry={entry} />
        ))}
      </ul>
      <ul className={`${styles.links} ${styles.foot}`}>
        {forSupport ? null : <SupportGroup entries={support} />}
        {foot.map((entry) => (
          <NavItem key={entry.page} entry={entry} />
        ))}
      </ul>
    </nav>
  );
}

/** The pages of support as a group. It stays open while one of its pages is shown. */
function SupportGroup({ entries }: { entries: readonly PageEntry[] }) {
  const current = navigationPageOf(usePage());
  const isWithin = entries.some(({ page }) => page === current);
  const [chosen, setChosen] = useState(false);
  const listId = useId();
  const isOpen = chosen || isWithin;
  return (
    <li>
      <IconLabel label="Support">
        <button
          type="button"
          className={styles.link}
          aria-expanded={isOpen}
          aria-controls={listId}
          disabled={isWithin}
          onClick={() => setChosen(!chosen)}
        >
          <IconLifebuoy size={19} stroke={1.7} aria-hidden />
          <span className={styles.hideNarrow}>Support</span>
          <span className={`${styles.chevron} ${styles.hideNarrow}`} aria-hidden>
            <IconChevronRight size={15} />
          </span>
        </button>
      </IconLabel>
      <ul id={listId} className={`${styles.links} ${styles.group}`} hidden={!isOpen}>
        {entries.map((entry) => (
          <NavItem key={entry.page} entry={entry} />
        ))}
      </ul>
    </li>
  );
}

function NavItem({ entry }: { entry: PageEntry }) {
  const within = navigationPageOf(usePage()) === entry.page;
  return (
    <li>
      <IconLabel label={entry.title}>
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
      </IconLabel>
    </li>
  );
}
