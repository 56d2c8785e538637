/** One result in full: its fields, and the record as the service sent it. */
import { Text } from '@mantine/core';
import type { TaskRow } from '../../../../shared/model/task.ts';
import { JsonView } from '../../../actions/json-view.tsx';
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
          <h3 className={styles.rawTitle}>As the service sent it</h3>
          {row.raw === null ? (
            <Text size="sm" c="dimmed">
              The service sent nothing else for this result.
            </Text>
          ) : (
            <JsonView value={row.raw} label="The record as the service sent it" maxHeight="60vh" />
          )}
        </>
      ) : null}
    </SideDrawer>
  );
}
