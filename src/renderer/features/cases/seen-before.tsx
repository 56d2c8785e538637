/** Earlier cases with the same cause and the same evidence, because their notes may help. */
import { Card } from '@mantine/core';
import type { CaseSummary } from '../../../shared/model/case.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { formatInstant } from '../../text/format.ts';
import { IconHistory } from '../../ui/icons.ts';
import { CaseStateTag } from './case-state.tsx';
import styles from './cases.module.css';

export function SeenBefore({ cases }: { cases: readonly CaseSummary[] }) {
  if (cases.length === 0) return null;
  return (
    <Card component="section" aria-labelledby="seen-before" className={styles.seen ?? ''}>
      <h2 id="seen-before" className={styles.heading}>
        <IconHistory size={18} aria-hidden /> Seen before, with the same cause and evidence
      </h2>
      <ul className={styles.seenList}>
        {cases.map(({ id, title, state, lastAt, hasNotes }) => (
          <li key={id}>
            <PageLink to="/cases" search={{ id }}>
              {title}
            </PageLink>
            <CaseStateTag state={state} />
            <span className={styles.dim}>
              {formatInstant(lastAt)}
              {hasNotes ? ', with notes' : ''}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
