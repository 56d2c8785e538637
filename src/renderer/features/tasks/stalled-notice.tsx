/** The reason why a running task makes no progress: a paused host, a missing token, retries, or a slow response. */
import { IconHourglass } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { PendingSnapshot } from '../../../shared/model/pending.ts';
import type { Task } from '../../../shared/model/task.ts';
import { ask } from '../../ipc/client.ts';
import { useAtNow } from '../../ui/use-now.ts';
import { toneColours } from '../../ui/tone.ts';
import { stalledText } from './stalled-text.ts';
import styles from './tasks.module.css';

export function StalledNotice({ task: { id, connectionId } }: { task: Task }) {
  const ofTask = useCallback(
    ({ requests, clock }: PendingSnapshot) => ({ clock, requests: requests.filter(({ taskId }) => taskId === id) }),
    [id],
  );
  const { data } = useQuery({ ...ask('traffic', 'pending', { connectionId }), select: ofTask });
  const text = useAtNow(data?.clock, (now) => (data ? stalledText(data.requests, now, data.clock) : null));
  if (text === null) return null;
  return (
    <p className={styles.stalled}>
      <IconHourglass size={16} color={toneColours('warn').strong} aria-hidden />
      {text}
    </p>
  );
}
