/** The loaded listings: filter, columns, and the table. */
import { TextInput } from '@mantine/core';
import { IconFilterOff, IconSearch } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { ListingsStatus } from '../../../../shared/model/listing.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { formatCount, formatNumber } from '../../../text/format.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LiveCount } from '../../../ui/live-count.tsx';
import styles from '../listings.module.css';
import { tableFields } from './column-choice.ts';
import { ColumnMenu } from './column-menu.tsx';
import { ListingTable } from './listing-table.tsx';
import { type TableQuery, useRowCount } from './use-listing-rows.ts';
import { useListingsView } from './use-listings-view.ts';

export function ListingsBrowser({
  status,
  firstSearch,
  openId,
  onOpen,
}: {
  status: ListingsStatus;
  firstSearch: string | undefined;
  openId: string | null;
  onOpen: (id: string) => void;
}) {
  const { connectionId } = status;
  const view = useListingsView(connectionId, firstSearch);
  const search = view.search.trim();
  const { titlePath } = status;
  const { columns, currencies, paths } = useMemo(
    () => tableFields(status.columns, view.chosen, titlePath),
    [status.columns, view.chosen, titlePath],
  );
  const known = paths.join('\n');
  const read = useMemo(() => (known === '' ? [] : known.split('\n')), [known]);
  const query = useMemo<TableQuery>(
    () => ({ connectionId, search, sort: [...view.sort], columns: read }),
    [connectionId, search, view.sort, read],
  );
  const rows = useRowCount(query);
  const matched = rows.data?.matched ?? 0;
  const total = rows.data?.total ?? status.loaded;
  const filtered = search !== '';
  const count = filtered
    ? `${formatNumber(matched)} of ${formatCount(total, 'listing')}`
    : formatCount(total, 'listing');
  return (
    <>
      <search className={styles.bar} aria-label="Filter listings">
        <TextInput
          className={styles.search ?? ''}
          aria-label="Filter by text"
          placeholder="Filter listings by any text"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={view.search}
          maxLength={500}
          spellCheck={false}
          onChange={(event) => view.setSearch(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Escape' && view.setSearch('')}
        />
        <ColumnMenu
          columns={status.columns.filter((column) => column.path !== titlePath)}
          shown={columns.map((column) => column.path)}
          onChoose={view.choose}
        />
        <LiveCount text={count} className={styles.count} />
      </search>
      {rows.error ? <ErrorNotice error={rows.error} onRetry={() => void rows.refetch()} /> : null}
      {rows.isSuccess && matched === 0 && total > 0 ? (
        <div className={styles.nothing}>
          <EmptyState icon={<IconFilterOff size={28} />} title="No matching listings">
            None of the {formatCount(total, 'loaded listing')} contains this text.
          </EmptyState>
        </div>
      ) : (
        <ListingTable
          query={query}
          count={matched}
          columns={columns}
          titlePath={titlePath}
          currencies={currencies}
          sort={view.sort}
          onSort={view.setSort}
          openId={openId}
          onOpen={onOpen}
        />
      )}
    </>
  );
}
