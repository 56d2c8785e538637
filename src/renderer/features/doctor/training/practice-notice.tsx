/** A line under the Doctor's tabs that names the running exercise and links to it. */

import { PageLink } from '../../../navigation/page-link.tsx';
import { IconSchool } from '../../../ui/icons.ts';
import styles from './practice.module.css';
import { usePractice } from './use-practice.ts';

export function PracticeNotice() {
  const running = usePractice();
  if (running === null) return null;
  return (
    <p className={styles.notice}>
      <IconSchool size={17} aria-hidden />
      <span>
        Exercise: “{running.title}”. Until you have answered it, what you paste is not kept in Cases.{' '}
        <PageLink to="/doctor" search={{ tab: 'training' }} inherit>
          Answer it
        </PageLink>
      </span>
    </p>
  );
}
