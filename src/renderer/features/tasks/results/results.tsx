/** The results of a task, with a search, details, and an export as CSV. */
import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Task, TaskRow } from '../../../../shared/model/task.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { JsonView } from '../../../actions/json-view.tsx';
import { WrittenFile } from '../../../actions/written-file.tsx';
import { act } from '../../../ipc/client.ts';
import { useAudience } from '../../../ipc/use-audience.ts';
import { formatBytes, formatCount, formatNumber } from '../../../text/format.ts';
import { WORDS } from '../../../text/words.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { IconFileTypeCsv } from '../../../ui/icons.ts';
import { KeyValueGrid } from '../../../ui/key-value-grid.tsx';
import { LiveCount } from '../../../ui/live-count.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { SideDrawer } from '../../../ui/side-drawer.tsx';
import { isOver } from '../task-text.ts';
import { cellText, type ShownColumn, shownColumns } from './result-columns.ts';
import styles from './results.module.css';
import { ResultsTable } from './results-table.tsx';
import { useFirstRows } from './use-result-rows.ts';

/** No more rows are shown, because browsers limit the height of an element. */
const MAX_ROWS = 900_000;
const SEARCH_DEBOUNCE_MS = 160;

export function Results({ task }: { task: Task }) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), SEARCH_DEBOUNCE_MS);
  const [open, setOpen] = useState<TaskRow | null>(null);
  const query = useMemo(() => ({ id: task.id, search }), [task.id, search]);
  const first = useFirstRows(query);
  const exportCsv = useMutation(act('tasks', 'exportCsv'));
  const total = first.data?.total ?? 0;
  const shown = Math.min(total, MAX_ROWS);
  const known = first.data?.columns;
  const titles = WORDS[useAudience()].columns;
  const columns = useMemo(() => shownColumns(known ?? [], titles), [known, titles]);
  const heads = (known ?? []).map(({ key, title }) => titles[key] ?? title);
  const count =
    // While a task runs, its result rows may be newer than the task's snapshot.
    search === ''
      ? formatCount(total, 'result')
      : `${formatNumber(total)} of ${formatCount(Math.max(total, task.rows), 'result')}`;
  const empty = first.isSuccess && total === 0;
  return (
    <section className={styles.results} aria-labelledby="results-title">
      <div className={styles.bar}>
        <h2 id="results-title" className={styles.title}>
          Results
        </h2>
        <SearchInput
          className={styles.search ?? ''}
          label="Search the results"
          placeholder="Search all text"
          size="xs"
          maxLength={200}
          value={typed}
          onChange={setTyped}
        />
        <LiveCount text={count} className={styles.count} />
        <IconButton
          Icon={IconFileTypeCsv}
          size="xs"
          loading={exportCsv.isPending}
          disabled={task.rows === 0 || (search !== '' && total === 0)}
          onClick={() => exportCsv.mutate({ id: task.id, search, heads })}
        >
          {search === '' ? 'Export CSV' : 'Export these as CSV'}
        </IconButton>
      </div>
      <WrittenFile
        file={
          exportCsv.data
            ? {
                what: `${formatCount(exportCsv.data.records, 'row')} (${formatBytes(exportCsv.data.bytes)})`,
                path: exportCsv.data.path,
              }
            : null
        }
      />
      {total > shown ? (
        <p className={styles.part}>
          {`The first ${formatNumber(shown)} are shown. Search or export the results to see the others.`}
        </p>
      ) : null}
      {first.error ? <ErrorNotice error={first.error} onRetry={() => void first.refetch()} /> : null}
      {empty ? (
        <p className={styles.nothing}>{emptyText(task, search)}</p>
      ) : columns.length > 0 ? (
        <ResultsTable query={query} count={shown} columns={columns} onOpen={setOpen} />
      ) : null}
      <ResultDrawer row={open} columns={columns} onClose={() => setOpen(null)} />
    </section>
  );
}

function emptyText(task: Task, search: string): string {
  if (search !== '' && task.rows > 0) return 'No results match.';
  if (isOver(task)) return 'The task returned no results.';
  return task.state === 'paused' ? 'No results so far.' : 'Results appear here as they arrive.';
}

/** Shows one result: its fields and, for support, the record as the service sent it. */
function ResultDrawer({
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
