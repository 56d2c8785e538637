/** All cases as a table, newest first, with a search, a filter by state, and an export. */
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import type { OpenedBundle } from '../../../shared/model/bundle.ts';
import type { CaseFilter } from '../../../shared/model/case.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { WrittenFile } from '../../actions/written-file.tsx';
import { useAct } from '../../ipc/client.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { formatCount, formatNumber } from '../../text/format.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconFileExport, IconNotebook, IconPackageImport } from '../../ui/icons.ts';
import { LiveCount } from '../../ui/live-count.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { TYPING_PAUSE_MS } from '../../ui/typing-pause.ts';
import { CaseCounts } from './case-counts.tsx';
import { CaseTable, useFirstCases } from './case-table.tsx';
import styles from './cases.module.css';

type StateChoice = 'all' | 'open' | 'solved';

export function CaseList({ onOpened }: { onOpened: (bundle: OpenedBundle) => void }) {
  const [typed, setTyped] = useState('');
  const [choice, setChoice] = useState<StateChoice>('all');
  const [search] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS);
  const filter = useMemo((): CaseFilter => ({ search, state: choice === 'all' ? null : choice }), [search, choice]);
  const first = useFirstCases(filter);
  const exporting = useAct('cases', 'exportJson');
  const opening = useAct('cases', 'openBundle', { quiet: true, onSuccess: (bundle) => bundle && onOpened(bundle) });
  const { total = 0, all = 0 } = first.data ?? {};
  const isFiltered = search !== '' || choice !== 'all';
  return (
    <div className={styles.page}>
      <PageHeader
        title="Cases"
        description="Every diagnosis made here, with notes. They stay on this computer, without secrets and guests’ data."
        actions={
          <>
            <IconButton Icon={IconPackageImport} loading={opening.isPending} onClick={() => opening.mutate(null)}>
              Open a bundle
            </IconButton>
            <IconButton
              Icon={IconFileExport}
              loading={exporting.isPending}
              disabled={total === 0}
              onClick={() => exporting.mutate(filter)}
            >
              {isFiltered ? 'Export these' : 'Export all'}
            </IconButton>
          </>
        }
      />
      {opening.error ? <ErrorNotice error={opening.error} /> : null}
      {first.error ? <ErrorNotice error={first.error} onRetry={() => void first.refetch()} /> : null}
      {first.isSuccess && all === 0 ? (
        <EmptyState
          icon={<IconNotebook size={28} />}
          title="No cases yet"
          action={<PageLink to="/doctor">Go to Doctor</PageLink>}
        >
          Doctor keeps each of its diagnoses here as a case. You can write notes, mark it as solved, and find it again
          when the same happens to another customer.
        </EmptyState>
      ) : (
        <>
          <div className={styles.bar}>
            <SearchInput
              className={styles.search ?? ''}
              label="Search the cases"
              placeholder="Customer, ticket, tag, text, notes"
              size="xs"
              maxLength={200}
              value={typed}
              onChange={setTyped}
            />
            <SegmentedControl
              size="xs"
              aria-label="State"
              value={choice}
              onChange={(value) => setChoice(value as StateChoice)}
              data={[
                { value: 'all', label: 'All' },
                { value: 'open', label: 'Open' },
                { value: 'solved', label: 'Solved' },
              ]}
            />
            <LiveCount
              text={isFiltered ? `${formatNumber(total)} of ${formatCount(all, 'case')}` : formatCount(all, 'case')}
              className={styles.count}
            />
          </div>
          <CaseCounts filter={filter} />
          <WrittenFile
            file={
              exporting.data ? { what: formatCount(exporting.data.records, 'case'), path: exporting.data.path } : null
            }
          />
          {first.isSuccess && total === 0 ? (
            <p className={styles.nothing}>No case matches.</p>
          ) : (
            <CaseTable filter={filter} count={total} />
          )}
        </>
      )}
    </div>
  );
}
