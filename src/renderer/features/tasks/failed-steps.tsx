/** The failed steps of a task, each with its reason and a link to its exchange. */
import { useQuery } from '@tanstack/react-query';
import { serverOf } from '../../../shared/app-error.ts';
import type { Audience } from '../../../shared/model/app.ts';
import type { FailedStep, Task } from '../../../shared/model/task.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { ask } from '../../ipc/client.ts';
import { useAudience } from '../../ipc/use-audience.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { textOfError } from '../../text/error-text.ts';
import { formatCount } from '../../text/format.ts';
import styles from './tasks.module.css';

export function FailedSteps({ task, now }: { task: Task; now: number }) {
  const audience = useAudience();
  const failures = useQuery({ ...ask('tasks', 'failures', { id: task.id }), enabled: task.failed > 0 });
  const shown = failures.data ?? [];
  if (task.failed === 0) return null;
  return (
    <details className={styles.failures}>
      <summary>
        {formatCount(task.failed, 'step')} failed
        {shown.length < task.failed && shown.length > 0 ? `, ${shown.length} shown` : ''}
      </summary>
      {failures.error ? <ErrorNotice error={failures.error} onRetry={() => void failures.refetch()} compact /> : null}
      <ul className={styles.failureList}>
        {shown.map((failure, at) => (
          <Failure key={`${failure.step} ${String(at)}`} failure={failure} now={now} audience={audience} />
        ))}
      </ul>
    </details>
  );
}

function exchangeOf({ error }: FailedStep): string | null {
  if ('exchangeId' in error) return error.exchangeId;
  return serverOf(error)?.exchangeId ?? null;
}

function Failure({ failure, now, audience }: { failure: FailedStep; now: number; audience: Audience }) {
  const exchangeId = audience === 'support' ? exchangeOf(failure) : null;
  return (
    <li>
      <strong>{failure.step}</strong> {textOfError(failure.error, now, audience).sentence} {failure.hint}{' '}
      {exchangeId === null ? null : (
        <PageLink to="/traffic" search={{ id: exchangeId }} inherit underline="always">
          See the exchange
        </PageLink>
      )}
    </li>
  );
}
