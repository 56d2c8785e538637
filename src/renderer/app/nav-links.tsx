/** The navigation: the work pages, then Settings. For managers, the pages of support are in a group that opens and closes. */

import { Link } from '@tanstack/react-router';
import { memo, useId, useState } from 'react';
import type { TasksSnapshot } from '../../shared/model/task.ts';
import { useAsk } from '../ipc/client.ts';
import { useAudience, useConnection } from '../ipc/current.ts';
import { formatCount } from '../text/format.ts';
import { IconChevronRight, IconLifebuoy } from '../ui/icons.ts';
import { IconLabel } from './icon-label.tsx';
import { navigationPageOf, PAGES, type PageEntry, titleOf, useIsMarked, usePage } from './pages.ts';
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

const NavItem = memo(function NavItem({ entry }: { entry: PageEntry }) {
  const within = useIsMarked(entry.page);
  const title = titleOf(entry, useAudience());
  return (
    <li>
      <IconLabel label={title}>
        <Link
          to={`/${entry.page}`}
          className={styles.link}
          activeProps={{}}
          {...(within ? { 'aria-current': true } : {})}
        >
          <entry.Icon size={19} stroke={1.7} aria-hidden />
          <span className={styles.hideNarrow}>{title}</span>
          {entry.page === 'tasks' ? <RunningTasks /> : null}
        </Link>
      </IconLabel>
    </li>
  );
});

/** Selects the values that are drawn, so that other changes of the snapshot cause no rendering. */
function running({ tasks }: TasksSnapshot): { count: number; percent: number } {
  const runningTasks = tasks.filter(({ state }) => state === 'running');
  const steps = runningTasks.reduce((sum, task) => sum + task.steps, 0);
  const ended = runningTasks.reduce((sum, task) => sum + task.done + task.failed, 0);
  return { count: runningTasks.length, percent: steps === 0 ? 0 : Math.floor((ended / steps) * 100) };
}

/** Shows the number and the total progress of the running tasks, beside Tasks in the navigation. */
export function RunningTasks() {
  const connection = useConnection();
  const { data } = useAsk('tasks', 'list', { connectionId: connection.id }, { select: running });
  if (!data || data.count === 0) return null;
  return (
    <span
      className={`${styles.running} lk-num`}
      role="img"
      aria-label={`${formatCount(data.count, 'task')} running, ${data.percent} %`}
    >
      {data.count > 1 ? <span className={styles.runningCount}>{data.count} ·</span> : null}
      {data.percent} %
    </span>
  );
}
