/** Notices about the journal: the disk fails, or a damaged file was quarantined. */
import { Alert, CloseButton, Group, Text } from '@mantine/core';
import type { JournalState } from '../../../../shared/model/traffic.ts';
import { formatDuration } from '../../../../shared/time/format-duration.ts';
import { CopyButton } from '../../../actions/copy-button.tsx';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { useAsk } from '../../../ipc/client.ts';
import { formatCount, wholeSeconds } from '../../../text/format.ts';
import { IconAlertTriangle, IconArchive } from '../../../ui/icons.ts';
import { useNow } from '../../../ui/use-now.ts';
import { useRememberedState } from '../../../ui/use-remembered-state.ts';
import styles from '../traffic.module.css';

export function JournalNotice() {
  const journal = useAsk('traffic', 'journal', null);
  const [dismissed, setDismissed] = useRememberedState('traffic.dismissedQuarantine', () => '');
  const state = journal.data;
  if (journal.error) return <ErrorNotice error={journal.error} onRetry={() => void journal.refetch()} compact />;
  return (
    <>
      {state?.storage === 'memory' ? <MemoryNotice state={state} /> : null}
      {state?.quarantined && state.quarantined !== dismissed ? (
        <Alert className={`lk-alert-info ${styles.notice}`} icon={<IconArchive size={18} aria-hidden />} p="xs">
          <Group gap="xs" wrap="nowrap" justify="space-between">
            <Text size="sm">
              The traffic file could not be read: it is damaged or from another version. A new file was started; the old
              file is kept as <span className="lk-mono">{state.quarantined}</span>{' '}
              <CopyButton text={state.quarantined} label="Copy the path" size="xs" />
            </Text>
            <CloseButton size="sm" aria-label="Dismiss" onClick={() => setDismissed(() => state.quarantined ?? '')} />
          </Group>
        </Alert>
      ) : null}
    </>
  );
}

function MemoryNotice({ state }: { state: JournalState }) {
  const now = useNow();
  const left = state.retryAt === null ? null : wholeSeconds(state.retryAt - now);
  return (
    <Alert
      role="status"
      className={`lk-alert-warn ${styles.notice}`}
      icon={<IconAlertTriangle size={18} aria-hidden />}
      p="xs"
    >
      <Text size="sm" fw={600}>
        The newest exchanges are kept in memory, because they cannot be written to disk
        {state.reason ? ` (${state.reason})` : ''}.
      </Text>
      <Text size="sm" aria-live="off">
        Free up disk space, or make sure that{' '}
        {state.file === '' ? 'the folder' : <span className="lk-mono">{state.file}</span>} is writable. Requests
        continue, and these exchanges are listed as soon as the disk accepts them
        {left === null ? '' : `. Next attempt in ${formatDuration(left)}`}.
        {state.lost > 0
          ? ` ${formatCount(state.lost, 'exchange')} did not fit into memory and ${state.lost === 1 ? 'is' : 'are'} lost.`
          : ''}
      </Text>
    </Alert>
  );
}
