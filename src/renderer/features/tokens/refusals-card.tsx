/** The operations that the service refuses with this credential, by its newest answers. */
import { Card } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answerProblems } from '../../../shared/connection/connection-health.ts';
import type { TokenStatus } from '../../../shared/model/token.ts';
import { operationName } from '../../../shared/text/api-names.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { ask } from '../../ipc/client.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { sinceText } from '../../text/access-text.ts';
import styles from './tokens.module.css';

export function RefusalsCard({
  connectionId,
  credentialId,
  now,
}: Pick<TokenStatus, 'credentialId'> & { connectionId: string; now: number }) {
  const access = useQuery(ask('doctor', 'access', { connectionId }));
  const refused = answerProblems(access.data ?? { cells: [], credentials: [], services: [] }, now).flatMap((problem) =>
    problem.kind !== 'serviceFailed' && problem.credentialId === credentialId ? [problem] : [],
  );
  return (
    <Card component="section" aria-labelledby="refusals-title" bg="var(--lk-surface)">
      <h2 id="refusals-title" className={styles.title}>
        Refused operations
      </h2>
      {access.error ? <ErrorNotice error={access.error} onRetry={() => void access.refetch()} compact /> : null}
      {access.data && refused.length === 0 ? (
        <p className={styles.dim}>No operation was refused in the last 24 hours, by the newest answer to each.</p>
      ) : null}
      {refused.length === 0 ? null : (
        <>
          <p className={styles.dim}>A 403 is about permissions: the app spends no token on another attempt.</p>
          <ul className={styles.refusals}>
            {refused.map((problem) => (
              <li key={problem.exchangeId}>
                <PageLink to="/doctor" search={{ exchangeId: problem.exchangeId }} size="sm" fw={600}>
                  {problem.kind === 'tokenRefused'
                    ? 'Every operation: 401'
                    : `${operationName(problem.operation)}: ${problem.status}`}
                </PageLink>
                <span className={styles.dim}>{sinceText(problem, now)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
