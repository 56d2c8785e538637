/** Links to the sections of the Doctor, drawn as tabs, and the running exercise. Only support has the section Training. */
import { Link, useSearch } from '@tanstack/react-router';
import { useAudience } from '../../ipc/current.ts';
import styles from './doctor-tabs.module.css';
import { PracticeNotice } from './training/practice-notice.tsx';

const SECTIONS = [
  { tab: undefined, title: 'Failures' },
  { tab: 'paste', title: 'Paste a failure' },
  { tab: 'access', title: 'Access' },
  { tab: 'timeline', title: 'Timeline' },
  { tab: 'causes', title: 'Causes' },
  { tab: 'training', title: 'Training' },
] as const;

export function DoctorTabs() {
  const { tab: current } = useSearch({ from: '/doctor' });
  const isSupport = useAudience() === 'support';
  const sections = SECTIONS.filter(({ tab }) => tab !== 'training' || isSupport || current === 'training');
  return (
    <>
      <nav aria-label="Sections of Doctor" className={styles.tabs}>
        {sections.map(({ tab, title }) => (
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
      {current === 'training' ? null : <PracticeNotice />}
    </>
  );
}
