/** The Calendars page: every property on every day of a year, with bookings, blocks, prices, rules and occupancy. */
import { Button, NativeSelect } from '@mantine/core';
import { useCallbackRef, useDebouncedValue, useViewportSize } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentProps, lazy, memo, useDeferredValue, useMemo, useRef, useState } from 'react';
import { MAX_CHARACTERS } from '../../../shared/input/max-input.ts';
import { chosenFacets } from '../../../shared/listing/listing-table.ts';
import type { GapFilter, GridFilter, GridRow } from '../../../shared/model/calendars.ts';
import type { PlainDate } from '../../../shared/model/primitives.ts';
import { MAX_GAP_NIGHTS } from '../../../shared/stay/home-stays.ts';
import type { GridNight } from '../../../shared/stay/packed-cells.ts';
import { CalendarsState } from '../../actions/calendars-state.tsx';
import { useToday } from '../../actions/clock-time.tsx';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { useLeftCalendars } from '../../actions/nights.tsx';
import { NoApplication } from '../../actions/no-application.tsx';
import { WrittenFile } from '../../actions/written-file.tsx';
import { useAct, useAsk } from '../../ipc/client.ts';
import { useConnection } from '../../ipc/current.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import type { SearchOf } from '../../navigation/search.ts';
import { formatCount, formatNumber } from '../../text/format.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { IconCalendarMonth } from '../../ui/icons.ts';
import { MenuButton } from '../../ui/menu-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { TYPING_PAUSE_MS } from '../../ui/typing-pause.ts';
import { CalendarGrid, type ChosenNights } from './calendar-grid.tsx';
import {
  columnsOf,
  daysOfSpan,
  facetsIn,
  facetsText,
  firstDayOf,
  GRID_DAYS,
  monthsIn,
  ORDER_LABELS,
  ORDERS,
  type Order,
  orderOf,
  ZOOM,
  ZOOMS,
  type Zoom,
} from './calendar-view.ts';
import styles from './calendars.module.css';
import { ChosenBar } from './chosen-bar.tsx';
import { FilterButton } from './filter-button.tsx';
import { GapList } from './gap-list.tsx';
import { Legend } from './legend.tsx';
import { MonthTable } from './month-table.tsx';
import { useGridSize } from './use-calendar-tiles.ts';

const MonthMenu = lazy(() => import('./month-menu.tsx').then((module) => ({ default: module.MonthMenu })));

const TITLE_PX = { wide: 250, narrow: 170 };
const NARROW_PX = 1_000;
const BAR_AFTER_MS = 60;

export function CalendarsPage() {
  const connection = useConnection();
  return (
    <div className={styles.page}>
      {connection.applications.length > 0 ? (
        <AllCalendars key={connection.id} connectionId={connection.id} />
      ) : (
        <>
          <PageHeader title="Calendars" isTight />
          <NoApplication icon={<IconCalendarMonth size={30} />}>
            Calendars are part of the Booking Engine API, which needs an application with its own credentials.
          </NoApplication>
        </>
      )}
    </div>
  );
}

/** Reads the filters of the grid, the gaps and the months from the page's address. The typed search counts once typing pauses. */
function useFilters(connectionId: string, params: SearchOf<'calendars'>, today: PlainDate) {
  const { search = '', sort = 'name', span = 'next', nights = MAX_GAP_NIGHTS, sellable = 'all' } = params;
  const { gapSort = 'first' } = params;
  const [typed] = useDebouncedValue(search.trim(), TYPING_PAUSE_MS);
  const facets = useMemo(() => facetsIn(params.facets), [params.facets]);
  const filter = useMemo(
    (): GridFilter => ({
      ...{ connectionId, search: typed, facets, from: firstDayOf(today), days: GRID_DAYS, order: orderOf(sort) },
    }),
    [connectionId, typed, facets, today, sort],
  );
  const gaps = useMemo(
    (): GapFilter => ({
      ...{ connectionId, search: typed, facets, ...daysOfSpan(span, today), sellable },
      maxNights: Math.min(Math.max(1, nights), MAX_GAP_NIGHTS),
      order: { by: gapSort.replace('-', '') as GapFilter['order']['by'], descending: gapSort.startsWith('-') },
    }),
    [connectionId, typed, facets, span, today, sellable, nights, gapSort],
  );
  const months = useMemo((): GridFilter => ({ ...filter, ...daysOfSpan('12m', today) }), [filter, today]);
  return { filter, gaps, months };
}

function AllCalendars({ connectionId }: { connectionId: string }) {
  const params = useSearch({ from: '/calendars' });
  const { search = '', zoom = '2w', sort = 'name', show, span = 'next' } = params;
  const navigate = useNavigate();
  const today = useToday();
  const { filter, gaps, months } = useFilters(connectionId, params, today);
  const { search: typed, facets } = filter;
  // The bar shows a choice at once; the table that it chooses is drawn after that.
  const drawn = { zoom: useDeferredValue(zoom), show: useDeferredValue(show) };
  const { isWeeks } = ZOOM[drawn.zoom];
  const columns = useMemo(() => columnsOf(filter.from, isWeeks), [filter.from, isWeeks]);
  const isFiltered = typed !== '' || chosenFacets(facets) > 0;
  const { rowCount, homes, error, retry } = useGridSize(filter, isWeeks);
  const write = useAct('calendars', 'exportTable');
  useLeftCalendars(connectionId);
  const { width } = useViewportSize();
  const go = useCallbackRef(
    (changes: SearchOf<'calendars'>) =>
      void navigate({ to: '/calendars', search: { ...params, ...changes }, replace: true }),
  );
  const showAll = () => go({ search: undefined, facets: undefined });
  const open = useCallbackRef(({ listingId }: GridRow, night: GridNight | null) => {
    if (night?.quoteId != null) void navigate({ to: '/quotes', search: { id: night.quoteId } });
    else void navigate({ to: '/listings', search: { id: listingId } });
  });
  const jump = useRef<((day: PlainDate) => void) | null>(null);
  return (
    <>
      <PageHeader
        title="Calendars"
        isTight
        actions={
          show === undefined ? (
            <JumpButtons
              months={monthsIn(filter.from)}
              isDisabled={!rowCount}
              onToday={() => jump.current?.(today)}
              onMonth={(month) => jump.current?.(month)}
            />
          ) : null
        }
      />
      <div className={styles.bar}>
        <SearchInput
          label="Filter properties"
          placeholder="Filter properties"
          className={styles.search ?? ''}
          value={search}
          maxLength={MAX_CHARACTERS.phrase}
          onChange={(text) => go({ search: text })}
        />
        <FilterButton
          filter={{ connectionId, search: typed, facets }}
          onChoose={(choice) => go({ facets: facetsText(choice) })}
        />
        <ViewChoices show={show} sort={sort} zoom={zoom} onChange={go} />
        {show === 'gaps' ? null : (
          <ExportButton
            aria-label="Export the occupancy by month"
            disabled={rowCount === null || rowCount === 0}
            loading={write.isPending}
            onWrite={(format) => write.mutate({ ...filter, format })}
          />
        )}
      </div>
      <div className={styles.state}>
        {isFiltered && rowCount !== null && rowCount > 0 ? (
          <Hidden connectionId={connectionId} shown={homes} onShowAll={showAll} />
        ) : null}
        <CalendarsState connectionId={connectionId} />
        <WrittenFile
          file={write.data ? { what: formatCount(write.data.records, 'row'), path: write.data.path } : null}
        />
      </div>
      {error ? <ErrorNotice error={error} onRetry={retry} /> : null}
      {rowCount === null ? null : rowCount === 0 ? (
        <EmptyState
          icon={<IconCalendarMonth size={30} />}
          title={isFiltered ? 'No matching properties' : 'No properties'}
          action={
            isFiltered ? (
              <Button onClick={showAll}>Show all properties</Button>
            ) : (
              <PageLink to="/listings">Load the properties</PageLink>
            )
          }
        >
          {isFiltered ? 'Choose another filter.' : 'The rows are the loaded properties.'}
        </EmptyState>
      ) : drawn.show === 'gaps' ? (
        <GapList filter={gaps} span={span} onChange={go} />
      ) : drawn.show === 'months' ? (
        <MonthTable filter={months} />
      ) : (
        <GridWithBar
          key={JSON.stringify([drawn.zoom, typed, facets, sort, filter.from])}
          filter={filter}
          zoom={drawn.zoom}
          columns={columns}
          today={today}
          rowCount={rowCount}
          label={`${formatCount(homes, 'property', 'properties')} by ${isWeeks ? 'week' : 'day'}`}
          titleWidth={width < NARROW_PX ? TITLE_PX.narrow : TITLE_PX.wide}
          onOpen={open}
          jump={jump}
        />
      )}
    </>
  );
}

interface JumpProps {
  months: readonly PlainDate[];
  isDisabled: boolean;
  onToday: () => void;
  onMonth: (month: PlainDate) => void;
}

/** Buttons that show today or another month. */
function JumpButtons({ months, isDisabled, onToday, onMonth }: JumpProps) {
  return (
    <>
      <Button variant="default" size="compact-md" disabled={isDisabled} onClick={onToday}>
        Today
      </Button>
      <MenuButton
        popup="menu"
        Icon={IconCalendarMonth}
        size="compact-md"
        disabled={isDisabled}
        menu={(place) => <MonthMenu place={place} months={months} onMonth={onMonth} />}
      >
        Go to month
      </MenuButton>
    </>
  );
}

interface ViewChoicesProps {
  show: SearchOf<'calendars'>['show'];
  sort: Order;
  zoom: Zoom;
  onChange: (changes: SearchOf<'calendars'>) => void;
}

function ViewChoices({ show, sort, zoom, onChange }: ViewChoicesProps) {
  return (
    <>
      <SegmentedControl
        aria-label="Show"
        labelClassName={styles.choice}
        value={show ?? 'calendar'}
        onChange={(value) => onChange({ show: value === 'gaps' || value === 'months' ? value : undefined })}
        data={[
          { value: 'calendar', label: 'Calendar' },
          { value: 'gaps', label: 'Gaps' },
          { value: 'months', label: 'Occupancy' },
        ]}
      />
      {show === 'gaps' ? null : (
        <NativeSelect
          aria-label="Order"
          value={sort}
          onChange={({ currentTarget: { value } }) => onChange({ sort: value as Order })}
          data={ORDERS.map((value) => ({ value, label: ORDER_LABELS[value] }))}
        />
      )}
      {show === undefined ? (
        <SegmentedControl
          aria-label="Zoom"
          labelClassName={styles.choice}
          value={zoom}
          onChange={(value) => onChange({ zoom: value as Zoom })}
          data={ZOOMS.map((value) => ({ value, label: ZOOM[value].label }))}
        />
      ) : null}
    </>
  );
}

/** Says how many properties the filters hide, with a button that shows them. */
function Hidden({ connectionId, shown, onShowAll }: { connectionId: string; shown: number; onShowAll: () => void }) {
  const { data } = useAsk('calendars', 'status', { connectionId });
  const hidden = (data?.homes ?? 0) - shown;
  if (hidden <= 0) return null;
  return (
    <>
      <p role="status" style={{ margin: 0 }}>
        {formatNumber(shown)} of {formatCount(shown + hidden, 'property', 'properties')}, {formatNumber(hidden)} hidden
        by your filters.
      </p>
      <Button variant="default" size="compact-sm" onClick={onShowAll}>
        Show all
      </Button>
    </>
  );
}

/** The grid, and the bar about the chosen days below it. The bar is updated late, because a drag changes the choice in each frame. */
const GridWithBar = memo(function GridWithBar(props: Omit<ComponentProps<typeof CalendarGrid>, 'onChoose'>) {
  const [chosen, setChosen] = useState<ChosenNights | null>(null);
  const [settled] = useDebouncedValue(chosen, BAR_AFTER_MS);
  return (
    <>
      <CalendarGrid {...props} onChoose={setChosen} />
      <div className={styles.foot}>
        <ChosenBar connectionId={props.filter.connectionId} chosen={settled} />
        <Legend isWeeks={ZOOM[props.zoom].isWeeks} />
      </div>
    </>
  );
});
