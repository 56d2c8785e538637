/**
 * All calendars as a grid of WAI-ARIA: rows are properties, columns are days or weeks. Only the part in view is drawn, and only the rows beside the
 * cursor have cells, because a screen reader moves from cell to cell. Arrow keys, Home, End, Page Up and Page Down move; with Shift, or by dragging,
 * nights of one row are selected. Enter opens the booking or the property.
 */
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useRef,
} from 'react';
import type { GridFilter, GridGroup, GridRow } from '../../../shared/model/calendars.ts';
import type { PlainDate } from '../../../shared/model/primitives.ts';
import type { GridNight } from '../../../shared/stay/packed-cells.ts';
import { weekdayOf } from '../../../shared/time/plain-date.ts';
import { formatCount, formatPlainDate, formatWeekday } from '../../text/format.ts';
import { type GridPosition, isWithin } from '../../ui/grid-block.ts';
import frame from '../../ui/grid-frame.module.css';
import { useGridCursor } from '../../ui/use-grid-cursor.ts';
import { useStable } from '../../ui/use-stable.ts';
import { NightCell, RowPart, RowTitle, WeekCell } from './calendar-cells.tsx';
import { columnAt, HEAD_PX, PART_COLUMNS, ROW_PX, ZOOM, type Zoom } from './calendar-view.ts';
import styles from './calendars.module.css';
import { type GuestNames, nightText, weekText } from './night-text.ts';
import { isGroup, useCalendarTiles } from './use-calendar-tiles.ts';
import { useGuestNames } from './use-guest-names.ts';

/** The nights that a person chose in one row, or the cell under the cursor. `text` describes the cell. */
export interface ChosenNights {
  readonly row: GridRow;
  readonly first: PlainDate;
  readonly last: PlainDate;
  readonly isBlock: boolean;
  readonly text: string;
}

interface Props {
  filter: GridFilter;
  zoom: Zoom;
  columns: readonly PlainDate[];
  today: PlainDate;
  rowCount: number;
  label: string;
  titleWidth: number;
  onOpen: (row: GridRow, night: GridNight | null) => void;
  onChoose: (chosen: ChosenNights | null) => void;
  /** Receives the function that shows a day. */
  jump: RefObject<((day: PlainDate) => void) | null>;
}

/** How many rows on each side of the cursor's row have cells. */
const CELLS_BESIDE = 1;

/** Returns the cell or heading of a mouse event; null outside of the rows. Where a row has no cells, the pointer's position tells the column. */
function positionIn({ target, clientX }: MouseEvent, titleWidth: number, width: number): GridPosition | null {
  const element = target instanceof Element ? target : null;
  const row = element?.closest('tr[data-row]');
  if (!(row instanceof HTMLElement)) return null;
  const column = element?.closest('[data-column]')?.getAttribute('data-column');
  const fromTitle = () => clientX - row.getBoundingClientRect().left - titleWidth;
  return { row: Number(row.dataset.row), column: column ? Number(column) : Math.floor(fromTitle() / width) };
}

/** Returns the numbers of the row parts in view. `columns` has the cursor's column too, which may be far from the others. */
function partsOf(columns: readonly number[], cursor: number): number[] {
  const inView = columns.filter(
    (column, at) => column !== cursor || columns[at - 1] === column - 1 || columns[at + 1] === column + 1,
  );
  const [first = 0, last = -1] = [inView[0] ?? columns[0], inView.at(-1) ?? columns.at(-1)];
  const from = Math.floor(first / PART_COLUMNS);
  return Array.from({ length: Math.floor(last / PART_COLUMNS) - from + 1 }, (_, at) => from + at);
}

export const CalendarGrid = memo(function CalendarGrid(props: Props) {
  const { filter, zoom, columns, today, rowCount, label, titleWidth, onOpen, onChoose, jump } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const { isWeeks, width } = ZOOM[zoom];
  const measures = { row: ROW_PX, column: width, head: HEAD_PX, title: titleWidth };
  const todayAt = columnAt(columns, today);
  // The grid begins in the past, and by place with a heading; a person first sees today and the first property.
  const start = { row: filter.order.by === 'place' ? 1 : 0, column: todayAt };
  const cursor = useGridCursor(scroller, { rows: rowCount, columns }, measures, start);
  useImperativeHandle(jump, () => (day: PlainDate) => {
    const column = isWeeks ? Math.max(0, columnAt(columns, day)) : columns.findIndex((first) => first >= day);
    // Today has a day before it, as at first; a month begins at the edge.
    if (day === today) cursor.jumpTo(todayAt, 1);
    else cursor.jumpTo(column === -1 ? columns.length - 1 : column, 0);
  });
  const { at } = cursor;
  const { block } = cursor.selection;
  const tiles = useCalendarTiles(filter, isWeeks, cursor.rows, cursor.columns);
  const names = useGuestNames(filter.connectionId, isWeeks ? [] : tiles.quotesOf(cursor.rows, cursor.columns));
  /** The cell where a drag began; null without one. */
  const dragged = useRef<GridPosition | null>(null);

  const textAt = ({ row, column }: GridPosition): string => {
    const date = columns[column] ?? '';
    return isWeeks ? weekText(date, tiles.weekAt(row, column)) : nightText(date, tiles.nightAt(row, column), names);
  };
  const row = tiles.rowAt(at.row);
  const [first, last] = block ? [block.firstColumn, block.lastColumn] : [at.column, at.column];
  const date = columns[at.column] ?? '';
  const chosen = useStable(
    row && !isGroup(row) && at.row >= 0 && at.column >= 0
      ? {
          ...{ row, first: columns[first] ?? date, last: columns[last] ?? date },
          ...{ isBlock: block !== null, text: textAt(at) },
        }
      : null,
  );
  useEffect(() => onChoose(chosen), [chosen, onChoose]);

  const open = (position: GridPosition) => {
    const target = tiles.rowAt(position.row);
    if (target === null || isGroup(target)) return;
    onOpen(target, position.column < 0 || isWeeks ? null : tiles.nightAt(position.row, position.column));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    const ctrl = event.ctrlKey || event.metaKey;
    // Nights of one row are a stay; those of several rows are not.
    const shift = event.shiftKey && key !== 'ArrowUp' && key !== 'ArrowDown' && !key.startsWith('Page');
    if (event.altKey) return;
    // The headings of columns take no focus.
    const isAtTop = key === 'ArrowUp' && at.row <= 0;
    if (key === 'Enter') open(at);
    else if (key === 'Escape' && block) cursor.selection.clear();
    else if (!isAtTop && !cursor.press(key, { ctrl, shift })) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const positionOf = (event: MouseEvent) => positionIn(event, titleWidth, width);
  return (
    <div ref={scroller} className={frame.scroller}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: WAI-ARIA names this element for a grid
        role="grid"
        aria-label={label}
        aria-rowcount={rowCount + 1}
        aria-colcount={columns.length + 1}
        aria-multiselectable="true"
        className={frame.grid}
        style={{ width: titleWidth + columns.length * width, height: HEAD_PX + rowCount * ROW_PX }}
        onKeyDown={onKeyDown}
        onMouseDown={(event) => {
          const position = event.button === 0 ? positionOf(event) : null;
          if (!position) return;
          dragged.current = event.shiftKey || position.column < 0 ? null : position;
          const isOfRow = event.shiftKey && position.row === at.row && position.column >= 0;
          cursor.goTo(position, isOfRow);
          event.preventDefault();
        }}
        onMouseOver={(event) => {
          if ((event.buttons & 1) === 0) dragged.current = null;
          const position = dragged.current && positionOf(event);
          if (position && dragged.current && position.column >= 0 && position.column !== at.column)
            cursor.goTo({ row: dragged.current.row, column: position.column }, true);
        }}
        onMouseMove={(event) => {
          // Where a row has no cells, its line says what is below the pointer.
          const line = event.target instanceof Element ? event.target.closest(`.${styles.line}`) : null;
          const position = line && positionOf(event);
          if (line instanceof HTMLElement && position) line.title = textAt(position);
        }}
        onFocus={() => {}}
        onDoubleClick={(event) => {
          const position = positionOf(event);
          if (position) open(position);
        }}
      >
        <thead className={`lk-table-head ${frame.head}`} style={{ height: HEAD_PX }}>
          <tr aria-rowindex={1} className={frame.headRow}>
            <th scope="col" aria-colindex={1} className={styles.corner} style={{ width: titleWidth }}>
              Property
            </th>
            {cursor.columns.map((column) => (
              <ColumnHead
                key={column}
                {...{ column, width, isWeeks, left: titleWidth + column * width }}
                date={columns[column] ?? today}
                isToday={column === todayAt}
                isFirst={column === cursor.columns[0]}
              />
            ))}
          </tr>
        </thead>
        <GridBody {...{ columns, titleWidth, zoom, today, tiles, cursor, names }} />
      </table>
    </div>
  );
});

interface BodyProps extends Pick<Props, 'columns' | 'titleWidth' | 'zoom' | 'today'> {
  tiles: ReturnType<typeof useCalendarTiles>;
  cursor: ReturnType<typeof useGridCursor>;
  names: GuestNames;
}

function GridBody({ columns, titleWidth, zoom, today, tiles, cursor, names }: BodyProps) {
  const { isWeeks, width } = ZOOM[zoom];
  const { at, idOf } = cursor;
  const { block } = cursor.selection;
  const todayAt = columnAt(columns, today);
  const parts = partsOf(cursor.columns, at.column);
  const partsLeft = titleWidth + (parts[0] ?? 0) * PART_COLUMNS * width;
  const cellAt = (index: number, column: number) => {
    const cell = {
      ...{ id: idOf({ row: index, column }), column, width, left: titleWidth + column * width },
      date: columns[column] ?? today,
      isActive: at.row === index && at.column === column,
      isMarked: isWithin(block, index, column),
    };
    return isWeeks ? (
      <WeekCell key={column} {...cell} week={tiles.weekAt(index, column)} />
    ) : (
      <NightCell key={column} {...cell} night={tiles.nightAt(index, column)} names={names} />
    );
  };
  return (
    <tbody className={frame.body}>
      {cursor.rows.map((index) => {
        const head = tiles.rowAt(index);
        const place = { transform: `translateY(${HEAD_PX + index * ROW_PX}px)`, height: ROW_PX };
        const isActiveRow = at.row === index;
        if (isGroup(head)) {
          const id = idOf(isActiveRow ? at : { row: index, column: -1 });
          const group = { index, id, place, isActive: isActiveRow, span: columns.length + 1 };
          return <GroupRow key={index} {...group} group={head} />;
        }
        return (
          <tr key={index} aria-rowindex={index + 2} data-row={index} className={styles.row} style={place}>
            <RowTitle
              id={idOf({ row: index, column: -1 })}
              row={head}
              width={titleWidth}
              isActive={isActiveRow && at.column < 0}
            />
            <td aria-hidden className={styles.line} style={{ left: partsLeft }}>
              {parts.map((part) => {
                const from = part * PART_COLUMNS;
                return (
                  <RowPart
                    key={part}
                    {...tiles.cellsAt(index, from)}
                    first={from}
                    end={Math.min(columns.length, from + PART_COLUMNS)}
                    today={todayAt}
                    width={width}
                    names={names}
                  />
                );
              })}
            </td>
            {Math.abs(index - at.row) <= CELLS_BESIDE ? cursor.columns.map((column) => cellAt(index, column)) : null}
            {isActiveRow && block ? (
              <td
                aria-hidden
                className={styles.marked}
                style={{
                  left: titleWidth + block.firstColumn * width,
                  width: (block.lastColumn - block.firstColumn + 1) * width,
                }}
              />
            ) : null}
          </tr>
        );
      })}
    </tbody>
  );
}

interface GroupProps {
  group: GridGroup;
  index: number;
  id: string;
  place: CSSProperties;
  isActive: boolean;
  span: number;
}

/** The heading above the rows of a place. */
function GroupRow({ group: { group, homes }, index, id, place, isActive, span }: GroupProps) {
  return (
    <tr aria-rowindex={index + 2} data-row={index} className={styles.row} style={place}>
      <th
        id={id}
        scope="rowgroup"
        aria-colindex={1}
        aria-colspan={span}
        tabIndex={isActive ? 0 : -1}
        data-column={-1}
        className={styles.group}
      >
        <span>
          {group ?? 'No place'} <small>{formatCount(homes, 'property', 'properties')}</small>
        </span>
      </th>
    </tr>
  );
}

interface HeadProps {
  column: number;
  left: number;
  width: number;
  date: PlainDate;
  isWeeks: boolean;
  isToday: boolean;
  isFirst: boolean;
}

/** The heading of a column. The month stands at its first day, and in the first column that is drawn. */
const ColumnHead = memo(function ColumnHead({ column, left, width, date, isWeeks, isToday, isFirst }: HeadProps) {
  const day = Number(date.slice(8));
  const startsMonth = isFirst || (isWeeks ? day <= 7 : day === 1);
  return (
    <th
      scope="col"
      aria-colindex={column + 2}
      className={styles.day}
      data-weekend={(!isWeeks && [0, 6].includes(weekdayOf(date))) || undefined}
      data-time={isToday ? 'today' : undefined}
      style={{ left, width }}
    >
      <span className={styles.weekday}>
        {isWeeks
          ? startsMonth
            ? formatPlainDate(date, 'dayMonth').replace(/[\d.,\s]+/g, '')
            : ' '
          : formatWeekday(date)}
      </span>
      <span>{!isWeeks && startsMonth ? formatPlainDate(date, 'dayMonth') : day}</span>
    </th>
  );
});
