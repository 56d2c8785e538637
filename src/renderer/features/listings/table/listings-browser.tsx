/** Shows the loaded listings: filter, view, and table or gallery. */
import { Chip, VisuallyHidden } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { lazy, Suspense, useCallback, useEffect, useMemo } from 'react';
import { chosenFacets } from '../../../../shared/listing/listing-table.ts';
import type { ListingsFilter, ListingsStatus } from '../../../../shared/model/listing.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { offerUndo } from '../../../actions/offer-undo.tsx';
import { useListingNoun } from '../../../actions/use-listing-noun.ts';
import { formatCount, formatNumber } from '../../../text/format.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconFilterOff, IconLayoutGrid, IconTable } from '../../../ui/icons.ts';
import { LiveCount } from '../../../ui/live-count.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import styles from '../listings.module.css';
import { ColumnButton, ExportButton, FilterButton, ViewButton } from './bar-buttons.tsx';
import { tableFields } from './column-choice.ts';
import { fitting } from './listing-columns.ts';
import { ListingTable } from './listing-table.tsx';
import { useCopyCells, withCurrencies } from './use-copy-cells.ts';
import { type TableQuery, useRowCount, useRowsAhead } from './use-listing-rows.ts';
import { useListingsView } from './use-listings-view.ts';

const ListingGallery = lazy(() =>
  import('../gallery/listing-gallery.tsx').then((module) => ({ default: module.ListingGallery })),
);

/** The minimum width in pixels of a window in which the navigation has labels (app/shell.module.css). */
const WIDE_PX = 992;

/** The assumed width of the page in pixels before it is measured, so that the first drawing has the columns that fit. */
function firstWidth(): number {
  const { innerWidth } = window;
  const [navigation, padding] = innerWidth > WIDE_PX ? [224, 48] : [64, 32];
  return Math.max(0, innerWidth - navigation - padding);
}

/** How many listings changed: "3 new, 1 gone, 2 prices moved". */
function changesText(changes: NonNullable<ListingsStatus['changes']>): string {
  return [
    changes.new > 0 ? `${formatNumber(changes.new)} new` : '',
    changes.gone > 0 ? `${formatNumber(changes.gone)} gone` : '',
    changes.price > 0 ? `${formatCount(changes.price, 'price')} moved` : '',
  ]
    .filter(Boolean)
    .join(', ');
}

function useTableQuery(
  { connectionId, titlePath, ...status }: ListingsStatus,
  view: ReturnType<typeof useListingsView>,
  width: number,
) {
  const fields = useMemo(
    () => tableFields(status.columns, view.columns, titlePath),
    [status.columns, view.columns, titlePath],
  );
  const columns = useMemo(
    () => (view.columns === null ? fitting(fields.columns, width) : fields.columns),
    [fields, view.columns, width],
  );
  const known = fields.paths.join('\n');
  const changes = status.changes ? changesText(status.changes) : '';
  const filter = useMemo<ListingsFilter>(
    () => ({ connectionId, search: view.search.trim(), facets: view.facets, changed: view.changed && changes !== '' }),
    [connectionId, view.search, view.facets, view.changed, changes],
  );
  const query = useMemo<TableQuery>(
    () => ({ ...filter, sort: view.sort, columns: known === '' ? [] : known.split('\n') }),
    [filter, view.sort, known],
  );
  return { fields, columns, changes, filter, query };
}

interface Props {
  status: ListingsStatus;
  firstSearch: string | undefined;
  /** The name of the saved view in the page's address; undefined without one. */
  wantedView: string | undefined;
  onViewApplied: () => void;
  openId: string | null;
  onOpen: (id: string) => void;
}

export function ListingsBrowser({ status, firstSearch, wantedView, onViewApplied, openId, onOpen }: Props) {
  const { connectionId, titlePath } = status;
  const noun = useListingNoun();
  const view = useListingsView(connectionId, firstSearch);
  const { apply } = view;
  const removeView = (name: string) => {
    const restore = view.remove(name);
    offerUndo(`view ${name}`, `View “${name}” deleted`, async () => restore());
  };
  useEffect(() => {
    if (wantedView === undefined) return;
    apply(wantedView);
    onViewApplied();
  }, [wantedView, apply, onViewApplied]);
  const { ref, width: measured } = useElementSize();
  const width = measured || firstWidth();
  const { fields, columns, changes, filter, query } = useTableQuery(status, view, width);
  const rows = useRowCount(query);
  const readAhead = useRowsAhead();
  const type = (text: string) => {
    readAhead({ ...query, search: text.trim() });
    view.setSearch(text);
  };
  const matched = rows.data?.matched ?? 0;
  const total = rows.data?.total ?? status.loaded;
  const filtered = filter.search !== '' || filter.changed === true || chosenFacets(view.facets) > 0;
  const count = filtered ? `${formatNumber(matched)} of ${noun.count(total)}` : noun.count(total);
  const { change } = view;
  const arranged = useMemo(
    () => columns.map(({ path, width: px, pinned }) => ({ path, width: px, pinned })),
    [columns],
  );
  const resize = useCallback(
    (path: string, px: number | null) =>
      change({ columns: arranged.map((column) => (column.path === path ? { ...column, width: px } : column)) }),
    [change, arranged],
  );
  const { copyCells } = useCopyCells(query, columns, fields.currencies);
  return (
    <>
      <search className={styles.bar} aria-label={`Filter ${noun.many}`} ref={ref}>
        <SearchInput
          className={styles.search ?? ''}
          label="Filter by text"
          placeholder={`Filter ${noun.many} by any text`}
          maxLength={500}
          value={view.search}
          onChange={type}
        />
        <FilterButton filter={filter} onChoose={(facets) => change({ facets })} />
        {changes === '' ? null : (
          <Chip size="xs" checked={view.changed} onChange={view.setChanged}>
            {changes}
          </Chip>
        )}
        <LiveCount text={count} className={styles.count} />
        <SegmentedControl
          aria-label="Layout"
          value={view.layout}
          onChange={(layout) => change({ layout: layout === 'gallery' ? 'gallery' : 'table' })}
          data={[
            { value: 'table', label: <LayoutLabel name="Table" Icon={IconTable} /> },
            { value: 'gallery', label: <LayoutLabel name="Gallery" Icon={IconLayoutGrid} /> },
          ]}
        />
        <ColumnButton
          columns={status.columns.filter((column) => column.path !== titlePath)}
          shown={arranged}
          onChoose={(chosen) => change({ columns: chosen })}
        />
        <ViewButton saved={view.saved} onApply={view.apply} onSave={view.save} onRemove={removeView} />
        <ExportButton
          view={{ ...query, columns: withCurrencies(columns, fields.currencies) }}
          matched={matched}
          onCopy={() =>
            copyCells({ firstRow: 0, lastRow: matched - 1, firstColumn: 0, lastColumn: columns.length }, true)
          }
        />
      </search>
      {rows.error ? <ErrorNotice error={rows.error} onRetry={() => void rows.refetch()} /> : null}
      {rows.isSuccess && matched === 0 && total > 0 ? (
        <div className={styles.nothing}>
          <EmptyState icon={<IconFilterOff size={28} />} title={`No matching ${noun.many}`}>
            None of the {formatCount(total, `loaded ${noun.one}`, `loaded ${noun.many}`)} fits this filter.
          </EmptyState>
        </div>
      ) : view.layout === 'gallery' ? (
        <Suspense fallback={null}>
          <ListingGallery
            query={query}
            count={matched}
            columns={columns}
            currencies={fields.currencies}
            width={width}
            openId={openId}
            onOpen={onOpen}
          />
        </Suspense>
      ) : (
        <ListingTable
          query={query}
          count={matched}
          loadedAt={status.shownAt}
          columns={columns}
          titlePath={titlePath}
          width={width}
          currencies={fields.currencies}
          sort={view.sort}
          onSort={(sort) => change({ sort: [...sort] })}
          onResize={resize}
          openId={openId}
          onOpen={onOpen}
        />
      )}
    </>
  );
}

function LayoutLabel({ name, Icon }: { name: string; Icon: typeof IconTable }) {
  return (
    <>
      <Icon size={16} aria-hidden style={{ display: 'block' }} />
      <VisuallyHidden>{name}</VisuallyHidden>
    </>
  );
}
