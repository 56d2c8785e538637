/** The pending requests, oldest first, and the hosts with an open circuit. A person can cancel requests and retry hosts. */

import { Button } from '@mantine/core';
import type { PendingRequest, PendingSnapshot } from '../../../../shared/model/pending.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { TaskLink } from '../../../actions/task-link.tsx';
import { useAct, useAsk } from '../../../ipc/client.ts';
import { formatCount } from '../../../text/format.ts';
import { useNow } from '../../../ui/use-now.ts';
import { LANE_NAMES } from '../exchange-text.ts';
import styles from './queue.module.css';
import { circuitText, mayCancel, pauseText, phaseText } from './queue-text.ts';

export function QueuePanel({ snapshot }: { snapshot: PendingSnapshot }) {
  const { connectionId, clock, requests, openCircuits, pauses, total } = snapshot;
  const now = useNow(clock);
  const cancel = useAct('traffic', 'cancelPending', { quiet: true });
  const tasks = useAsk('tasks', 'list', { connectionId }).data?.tasks ?? [];
  const tryNow = useAct('traffic', 'tryHost', { quiet: true });
  const cancelRequests = (ids: string[]) => cancel.mutate({ connectionId, ids });
  const cancellable = requests.filter(mayCancel).map(({ id }) => id);
  const groups = Object.entries(Object.groupBy(requests, ({ taskId }) => taskId ?? ''));
  const sendNow = (host: string) => (
    <Button size="compact-sm" aria-label={`Send now: ${host}`} onClick={() => tryNow.mutate({ connectionId, host })}>
      Send now
    </Button>
  );
  return (
    <div className={styles.panel}>
      {cancel.error ? <ErrorNotice error={cancel.error} compact /> : null}
      {tryNow.error ? <ErrorNotice error={tryNow.error} compact /> : null}
      {openCircuits.map((host) => (
        <div key={host.host} className={styles.host}>
          <div className={styles.what}>
            <strong>{host.host}</strong>{' '}
            {`is paused after ${formatCount(host.failures, 'failure')} in a row (${host.reason}).`}
            <span className={`${styles.phase} lk-num`}>{circuitText(host, now, clock)}</span>
          </div>
          {host.until > now ? sendNow(host.host) : null}
        </div>
      ))}
      {pauses.map((pause) => (
        <div key={`${pause.status} ${pause.host} ${pause.operation}`} className={styles.host}>
          <div className={styles.what}>
            <strong>{pause.host}</strong> <span className="lk-num">{pauseText(pause, now, clock)}</span>
          </div>
          {sendNow(pause.host)}
        </div>
      ))}
      {total === 0 ? (
        <p className={styles.none}>
          {openCircuits.length + pauses.length > 0
            ? 'No pending requests.'
            : 'No pending requests. Requests that have to wait appear here with the reason.'}
        </p>
      ) : null}
      {groups.map(([taskId, of]) => (
        <RequestGroup
          key={taskId}
          taskId={taskId}
          title={tasks.find(({ id }) => id === taskId)?.title ?? 'Bulk task'}
          requests={of ?? []}
          now={now}
          snapshot={snapshot}
          onCancel={cancelRequests}
        />
      ))}
      {total > requests.length ? (
        <p className={styles.none}>{formatCount(total - requests.length, 'further request')} not listed.</p>
      ) : null}
      {cancellable.length > 1 ? (
        <div className={styles.foot}>
          <Button size="compact-sm" onClick={() => cancelRequests(cancellable)}>
            Cancel these {cancellable.length}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

interface RequestGroupProps {
  /** The id of the task; empty for requests without a task. */
  taskId: string;
  title: string;
  requests: readonly PendingRequest[];
  snapshot: PendingSnapshot;
  now: number;
  onCancel: (ids: string[]) => void;
}

function RequestGroup({ taskId, title, requests, snapshot, now, onCancel }: RequestGroupProps) {
  const cancellable = requests.filter(mayCancel).map(({ id }) => id);
  return (
    <>
      {taskId === '' ? null : (
        <div className={styles.task}>
          <TaskLink {...{ taskId, title }} about={`: ${formatCount(requests.length, 'request')}`} />
          <Button size="compact-xs" disabled={cancellable.length === 0} onClick={() => onCancel(cancellable)}>
            Cancel {formatCount(cancellable.length, 'request')}
          </Button>
        </div>
      )}
      <ul className={styles.requests}>
        {requests.map((request) => (
          <li key={request.id} className={styles.request}>
            <div className={styles.what}>
              <span className={styles.title}>{request.title}</span>
              <span className={styles.lane}>
                {LANE_NAMES[request.lane]}
                {request.attempt > 1 ? ` · attempt ${request.attempt}` : ''}
              </span>
              <span className={`${styles.phase} lk-num`}>{phaseText(request, now, snapshot.clock)}</span>
              {request.reason ? <span className={styles.reason}>{request.reason}</span> : null}
            </div>
            {mayCancel(request) ? (
              <Button size="compact-xs" aria-label={`Cancel ${request.title}`} onClick={() => onCancel([request.id])}>
                Cancel
              </Button>
            ) : (
              <span
                className={styles.ends}
                title="The request was sent and may take effect, so the app waits for its response."
              >
                Cannot be cancelled
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
