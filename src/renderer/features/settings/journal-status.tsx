/** The state of the journal: file, number of exchanges, size, and a warning while the disk fails. */
import { Alert } from '@mantine/core';
import type { JournalState } from '../../../shared/model/traffic.ts';
import { CopyButton } from '../../actions/copy-button.tsx';
import { formatBytes, formatCount } from '../../text/format.ts';
import { IconAlertTriangle } from '../../ui/icons.ts';
import { type KeyValue, KeyValueGrid } from '../../ui/key-value-grid.tsx';
import styles from './settings.module.css';

export function JournalStatus({ state }: { state: JournalState }) {
  const entries: KeyValue[] = [
    {
      name: 'Recorded',
      value: (
        <span className="lk-num">
          {formatCount(state.exchanges, 'exchange')}, {formatBytes(state.bytes)}
        </span>
      ),
    },
    ...(state.file === ''
      ? []
      : [{ name: 'File', value: <Path path={state.file} label="Copy the path of the file" /> }]),
    ...(state.quarantined === null
      ? []
      : [
          {
            name: 'Quarantined',
            value: <Path path={state.quarantined} label="Copy the path of the quarantined file" />,
          },
        ]),
  ];
  return (
    <div className={styles.journal}>
      {state.storage === 'memory' ? (
        <Alert className="lk-alert-warn" icon={<IconAlertTriangle size={18} aria-hidden />} mb="sm" p="sm">
          The journal cannot be written{state.reason ? ` (${state.reason})` : ''}: the newest exchanges are kept in
          memory and written when the disk works again.
          {state.lost > 0 ? ` ${formatCount(state.lost, 'exchange')} were lost meanwhile.` : ''}
        </Alert>
      ) : null}
      <KeyValueGrid entries={state.storage === 'starting' ? [{ name: 'Recorded', value: 'Opening' }] : entries} />
    </div>
  );
}

function Path({ path, label }: { path: string; label: string }) {
  return (
    <span className={styles.copied}>
      <span className="lk-mono">{path}</span>
      <CopyButton text={path} label={label} size="xs" />
    </span>
  );
}
