/** Shows one result: its fields and, for support, the record as the service sent it. */
import { Text } from '@mantine/core';
import type { TaskRow } from '../../../../shared/model/task.ts';
import { JsonView } from '../../../actions/json-view.tsx';
import { useAudience } from '../../../ipc/use-audience.ts';
import { KeyValueGrid } from '../../../ui/key-value-grid.tsx';
import { SideDrawer } from '../../../ui/side-drawer.tsx';
import { cellText, type ShownColumn } from './result-columns.ts';
import styles from './results.module.css';

export function ResultDrawer({
  row,
  columns,
  onClose,
}: {
  row: TaskRow | null;
  columns: readonly ShownColumn[];
  onClose: () => void;
}) {
  const audience = useAudience();
  return (
    <SideDrawer opened={row !== null} onClose={onClose} width={560} title={row ? row.step : 'Result'}>
      {row ? (
        <>
          <KeyValueGrid
            entries={columns.map((column) => ({
              key: column.key,
              name: column.title,
              value: cellText(column, row) || '–',
            }))}
          />
          {audience === 'support' ? <RawRecord value={row.raw} /> : null}
        </>
      ) : null}
    </SideDrawer>
  );
}

function RawRecord({ value }: { value: TaskRow['raw'] }) {
  return (
    <>
      <h3 className={styles.rawTitle}>As the service sent it</h3>
      {value === null ? (
        <Text size="sm" c="dimmed">
          The service sent nothing else for this result.
        </Text>
      ) : (
        <JsonView value={value} label="The record as the service sent it" maxHeight="60vh" />
      )}
    </>
  );
}
