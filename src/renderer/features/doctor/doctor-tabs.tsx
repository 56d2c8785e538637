/** Links to the sections of Doctor, drawn as tabs. */
import { Link, useSearch } from '@tanstack/react-router';
import styles from './doctor-tabs.module.css';

const SECTIONS = [
  { tab: undefined, title: 'Refusals' },
  { tab: 'paste', title: 'Paste a failure' },
  { tab: 'access', title: 'Access' },
  { tab: 'timeline', title: 'Timeline' },
] as const;

export function DoctorTabs() {
  const { tab: current } = useSearch({ from: '/doctor' });
  return (
    <nav aria-label="Sections of Doctor" className={styles.tabs}>
      {SECTIONS.map(({ tab, title }) => (
        <Link
          key={title}
          to="/doctor"
          search={tab ? { tab } : {}}
          activeProps={{}}
          activeOptions={{ exact: true, includeSearch: true }}
          className={styles.tab ?? ''}
          {...(tab === current ? { 'aria-current': 'page' as const } : {})}
        >
          {title}
        </Link>
      ))}
    </nav>
  );
}
