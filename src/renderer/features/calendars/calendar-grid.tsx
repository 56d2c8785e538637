/**
 * All calendars as a grid of WAI-ARIA: rows are properties, columns are days or weeks. Only the part in view is drawn. Arrow keys, Home, End, Page Up
 * and Page Down move; with Shift, or by dragging, nights of one row are selected. Enter opens the booking or the property.
 */
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { GridFilter, GridNight, GridRow } from '../../../shared/model/calendars.ts';
import type { PlainDate } from '../../../shared/model/primitives.ts';
import { weekdayOf } from '../../../shared/time/plain-date.ts';
import { formatPlainDate, formatWeekday } from '../../text/format.ts';
import { type GridPosition, isWithin } from '../../ui/grid-block.ts';
import frame from '../../ui/grid-frame.module.css';
import { positionOf, useGridCursor } from '../../ui/use-grid-cursor.ts';
import { useStable } from '../../ui/use-stable.ts';
import { NightCell, WeekCell } from './calendar-cells.tsx';
import { columnAt, HEAD_PX, ROW_PX, ZOOM, type Zoom } from './calendar-view.ts';
import styles from './calendars.module.css';
import { nightText, rowText, weekText } from './night-text.ts';
import { useCalendarTiles } from './use-calendar-tiles.ts';

/** The nights that a person chose in one row, or the cell of the cursor. `text` describes the cell. */
export interface ChosenNights {
  readonly row: GridRow;
  readonly first: PlainDate;
  readonly last: PlainDate;
  readonly isBlock: boolean;
  readonly night: GridNight | null;
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
}

export function CalendarGrid({ filter, zoom, columns, today, rowCount, label, titleWidth, onOpen, onChoose }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const { isWeeks, width } = ZOOM[zoom];
  const measures = { row: ROW_PX, column: width, head: HEAD_PX, title: titleWidth };
  const todayAt = columnAt(columns, today);
  const cursor = useGridCursor(scroller, { rows: rowCount, columns }, measures, { row: 0, column: todayAt });
  const { at, idOf } = cursor;
  const { block } = cursor.selection;
  const tiles = useCalendarTiles(filter, isWeeks, cursor.rows, cursor.columns);
  /** The cell where a drag began; null without one. */
  const dragged = useRef<GridPosition | null>(null);

  // The grid begins in the past; a person first sees today.
  useEffect(() => {
    if (scroller.current) scroller.current.scrollLeft = Math.max(0, (todayAt - 1) * width);
  }, [todayAt, width]);

  const row = tiles.rowAt(at.row);
  const [first, last] = block ? [block.firstColumn, block.lastColumn] : [at.column, at.column];
  const night = isWeeks ? null : tiles.nightAt(at.row, at.column);
  const date = columns[at.column] ?? '';
  const chosen = useStable(
    row && at.row >= 0 && at.column >= 0
      ? {
          ...{ row, night, first: columns[first] ?? date, last: columns[last] ?? date, isBlock: block !== null },
          text: isWeeks ? weekText(date, tiles.weekAt(at.row, at.column)) : nightText(date, night),
        }
      : null,
  );
  useEffect(() => onChoose(chosen), [chosen, onChoose]);

  const open = (position: GridPosition) => {
    const target = tiles.rowAt(position.row);
    if (target) onOpen(target, position.column < 0 || isWeeks ? null : tiles.nightAt(position.row, position.column));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    const ctrl = event.ctrlKey || event.metaKey;
    // Nights of one row are a stay; those of several rows are not.
    const shift = event.shiftKey && key !== 'ArrowUp' && key !== 'ArrowDown' && !key.startsWith('Page');
    if (event.altKey) return;
    if (key === 'Enter') open(at);
    else if (key === 'Escape' && block) cursor.selection.clear();
    else if (!cursor.press(key, { ctrl, shift })) return;
    event.preventDefault();
    event.stopPropagation();
  };
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
              <th
                key={column}
                scope="col"
                aria-colindex={column + 2}
                className={styles.day}
                data-weekend={(!isWeeks && [0, 6].includes(weekdayOf(columns[column] ?? today))) || undefined}
                data-time={column === todayAt ? 'today' : undefined}
                style={{ left: titleWidth + column * width, width }}
              >
                <DayHead date={columns[column] ?? today} isWeeks={isWeeks} isFirst={column === cursor.columns[0]} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={frame.body}>
          {cursor.rows.map((index) => {
            const head = tiles.rowAt(index);
            return (
              <tr
                key={index}
                aria-rowindex={index + 2}
                className={styles.row}
                style={{ transform: `translateY(${HEAD_PX + index * ROW_PX}px)`, height: ROW_PX }}
              >
                <th
                  id={idOf({ row: index, column: -1 })}
                  scope="row"
                  aria-colindex={1}
                  tabIndex={at.row === index && at.column < 0 ? 0 : -1}
                  data-row={index}
                  data-column={-1}
                  className={styles.title}
                  style={{ width: titleWidth }}
                  title={head ? [head.title, head.place].filter(Boolean).join(', ') : undefined}
                >
                  <span className={styles.name}>{head?.title ?? '…'}</span>
                  <small className={styles.facts}>{head ? rowText(head) : ''}</small>
                </th>
                {cursor.columns.map((column) => {
                  const cell = {
                    ...{ id: idOf({ row: index, column }), row: index, column, width },
                    left: titleWidth + column * width,
                    date: columns[column] ?? today,
                    isActive: at.row === index && at.column === column,
                    isMarked: isWithin(block, index, column),
                    time: column === todayAt ? ('today' as const) : column < todayAt ? ('past' as const) : undefined,
                  };
                  return isWeeks ? (
                    <WeekCell key={column} {...cell} week={tiles.weekAt(index, column)} />
                  ) : (
                    <NightCell key={column} {...cell} night={tiles.nightAt(index, column)} isWide={zoom === '2w'} />
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** The heading of a column. The month stands at its first day, and in the first column that is drawn. */
function DayHead({ date, isWeeks, isFirst }: { date: PlainDate; isWeeks: boolean; isFirst: boolean }) {
  const day = Number(date.slice(8));
  const startsMonth = isFirst || (isWeeks ? day <= 7 : day === 1);
  return (
    <>
      <span className={styles.weekday}>
        {isWeeks
          ? startsMonth
            ? formatPlainDate(date, 'dayMonth').replace(/[\d.,\s]+/g, '')
            : ' '
          : formatWeekday(date)}
      </span>
      <span>{!isWeeks && startsMonth ? formatPlainDate(date, 'dayMonth') : day}</span>
    </>
  );
}
