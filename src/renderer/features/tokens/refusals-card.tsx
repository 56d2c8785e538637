/** The operations that the service refused to this credential’s token with 403. */
import { Card } from '@mantine/core';
import { operationName } from '../../../shared/api-names.ts';
import type { RememberedRefusal } from '../../../shared/model/token.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { formatCount, formatInstant } from '../../text/format.ts';
import styles from './tokens.module.css';

export function RefusalsCard({ refusals, now }: { refusals: readonly RememberedRefusal[]; now: number }) {
  return (
    <Card component="section" aria-labelledby="refusals-title" bg="var(--lk-surface)">
      <h2 id="refusals-title" className={styles.title}>
        Remembered refusals
      </h2>
      {refusals.length === 0 ? (
        <p className={styles.dim}>No operation was refused to this token with 403.</p>
      ) : (
        <>
          <p className={styles.dim}>
            A 403 is about permissions. The console remembers it for each operation and spends no token on another
            attempt.
          </p>
          <ul className={styles.refusals}>
            {refusals.map((refusal) => (
              <li key={`${refusal.operation}-${refusal.generation}`}>
                <strong>{operationName(refusal.operation)}</strong>
                <span className={styles.dim}>
                  {`${formatCount(refusal.times, 'time')}, ${refusal.times === 1 ? '' : `first ${formatInstant(refusal.firstAt, { now })}, `}last ${formatInstant(refusal.lastAt, { now })}`}
                </span>
              </li>
            ))}
          </ul>
          <PageLink to="/doctor" size="sm">
            See the diagnosis in Doctor
          </PageLink>
        </>
      )}
    </Card>
  );
}
