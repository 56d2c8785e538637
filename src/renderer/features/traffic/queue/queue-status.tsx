/** A line about pending requests, open circuits and pauses, which opens a panel with the details. */
import { Popover } from '@mantine/core';
import { useState } from 'react';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { useAsk } from '../../../ipc/client.ts';
import { IconChevronDown, IconCircleCheck, IconHourglass, IconZzz } from '../../../ui/icons.ts';
import { useNow } from '../../../ui/use-now.ts';
import styles from './queue.module.css';
import { QueuePanel } from './queue-panel.tsx';
import { queueSummary } from './queue-text.ts';

export function QueueStatus({ connectionId }: { connectionId: string }) {
  const [opened, setOpened] = useState(false);
  const pending = useAsk('traffic', 'pending', { connectionId });
  const snapshot = pending.data;
  const now = useNow(snapshot?.clock);
  const text = snapshot
    ? queueSummary(snapshot, now)
    : pending.error
      ? 'Pending requests are unknown'
      : 'Loading pending requests';
  const busy = snapshot !== undefined && snapshot.total + snapshot.openCircuits.length + snapshot.pauses.length > 0;
  const circuitOpen = snapshot?.openCircuits.some(({ until }) => until > now) ?? false;
  const Icon = circuitOpen ? IconZzz : busy ? IconHourglass : IconCircleCheck;
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      middlewares={{ flip: false, shift: true }}
      width="min(640px, 86vw)"
      shadow="md"
      trapFocus
    >
      <Popover.Target>
        <button
          type="button"
          className={styles.line}
          data-busy={busy || undefined}
          data-circuit-open={circuitOpen || undefined}
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={() => setOpened((open) => !open)}
        >
          <Icon size={16} aria-hidden />
          <span className={styles.lineText}>{text}</span>
          <IconChevronDown size={14} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown p={0}>
        {pending.error ? <ErrorNotice error={pending.error} onRetry={() => void pending.refetch()} compact /> : null}
        {snapshot ? <QueuePanel snapshot={snapshot} /> : null}
      </Popover.Dropdown>
    </Popover>
  );
}
