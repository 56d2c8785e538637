/** The board as a virtual table: a row opens its quote, its box chooses it. Space chooses by key, with Shift up to the last chosen row. */
import { Checkbox } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconNote } from '@tabler/icons-react';
import { useRef } from 'react';
import type { ClockFace } from '../../../../shared/model/primitives.ts';
import type { BoardFilter, BoardRow, BoardSort } from '../../../../shared/model/quote-board.ts';
import { isBookable, type QuoteState, quoteStateOf } from '../../../../shared/quote-state.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { useAudience } from '../../../ipc/use-audience.ts';
import {
  formatCount,
  formatCountdown,
  formatInstant,
  formatMoney,
  formatNumber,
  formatPlainDate,
  formatPlainRange,
} from '../../../text/format.ts';
import { LISTING_WORD } from '../../../text/listing-word.ts';
import { useAtNow } from '../../../ui/use-now.ts';
import { Cell, HeadCell } from '../../../ui/virtual-table/cells.tsx';
import { useVirtualRows } from '../../../ui/virtual-table/use-virtual-rows.ts';
import { RowButton, VirtualRow } from '../../../ui/virtual-table/virtual-row.tsx';
import { VirtualTable } from '../../../ui/virtual-table/virtual-table.tsx';
import { StateTag } from '../state-tag.tsx';
import styles from './board.module.css';
import { useBoardRows } from './use-board.ts';
import type { Chosen } from './use-chosen.ts';

const ROW_PX = 42;
const COLUMNS = '44px minmax(160px, 1.5fr) minmax(110px, 1fr) 152px 154px 166px 104px 104px';
const GROUPED = `minmax(140px, 0.9fr) ${COLUMNS}`;

/** A column head that sorts. */
function SortHead({
  title,
  by,
  numeric = false,
  sort,
  onSort,
}: {
  title: string;
  by: BoardSort['by'];
  numeric?: boolean;
  sort: BoardSort;
  onSort: (sort: BoardSort) => void;
}) {
  const isSorted = sort.by === by;
  const Icon = sort.descending ? IconArrowDown : IconArrowUp;
  return (
    <HeadCell numeric={numeric} aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : 'none'}>
      <button
        type="button"
        className={styles.sort}
        onClick={() => onSort({ by, descending: isSorted ? !sort.descending : by === 'createdAt' })}
      >
        {title}
        {isSorted ? <Icon size={14} aria-hidden /> : null}
      </button>
    </HeadCell>
  );
}

export function BoardTable({
  filter,
  count,
  face,
  chosen,
  onSort,
  onOpen,
  onDelete,
}: {
  filter: BoardFilter;
  count: number;
  face: ClockFace | undefined;
  chosen: Chosen;
  onSort: (sort: BoardSort) => void;
  onOpen: (id: string) => void;
  onDelete: () => void;
}) {
  const audience = useAudience();
  const rows = useVirtualRows({ count, rowHeight: ROW_PX });
  const board = useBoardRows(filter, rows);
  const anchor = useRef<number | null>(null);
  const rowAt = (index: number) => (board.rowAt(index)?.row as BoardRow | undefined) ?? null;
  const isReservations = filter.view === 'reservations';
  const toggle = (index: number, isRange: boolean) => {
    const from = isRange && anchor.current !== null ? anchor.current : index;
    const range = Array.from({ length: Math.abs(index - from) + 1 }, (_, step) => rowAt(Math.min(index, from) + step));
    chosen.toggle(
      range.flatMap((row) => row ?? []),
      from !== index,
    );
    anchor.current = index;
  };
  const head = { sort: filter.sort, onSort };
  return (
    <>
      {board.error ? <ErrorNotice error={board.error} onRetry={board.retry} compact /> : null}
      <VirtualTable
        rows={rows}
        aria-label="Quotes"
        rememberAs="board"
        frameClassName={styles.frame}
        columns={filter.group === 'none' ? COLUMNS : GROUPED}
        minWidth={filter.group === 'none' ? 994 : 1_134}
        head={
          <>
            {filter.group === 'none' ? null : <HeadCell>{filter.group === 'week' ? 'Week' : 'Group'}</HeadCell>}
            <HeadCell>
              <span className="lk-unseen">Chosen</span>
            </HeadCell>
            <SortHead title={LISTING_WORD[audience]} by="place" {...head} />
            <SortHead title="Guest" by="guest" {...head} />
            <SortHead title="Dates" by="checkIn" {...head} />
            <SortHead title="Total" by="total" numeric {...head} />
            <SortHead title="State" by="state" {...head} />
            {isReservations ? <HeadCell>Code</HeadCell> : <SortHead title="Expires" by="expiresAt" {...head} />}
            {isReservations ? <HeadCell>Status</HeadCell> : <SortHead title="Follow-up" by="followUpOn" {...head} />}
          </>
        }
      >
        {rows.drawn.map(({ slot, place }) => {
          const { index } = place;
          const row = rowAt(index);
          const title = row ? (row.listingTitle ?? row.listingId) : null;
          const isChosen = row !== null && chosen.has(row.id);
          const open = () => {
            rows.setActive(index);
            if (row) onOpen(row.id);
          };
          return (
            <VirtualRow key={slot} {...place} marked={isChosen} onClick={open}>
              {filter.group === 'none' ? null : <GroupCell row={row} group={filter.group} />}
              <Cell>
                <Checkbox
                  size="xs"
                  tabIndex={-1}
                  aria-label={`Choose ${title ?? `row ${index + 1}`}`}
                  checked={isChosen}
                  disabled={row === null}
                  onChange={() => {}}
                  onClick={(event) => toggle(index, event.shiftKey)}
                />
              </Cell>
              <Cell>
                <RowButton
                  {...place}
                  title={title ?? ''}
                  aria-description={isChosen ? 'Chosen' : undefined}
                  onClick={open}
                  onKeyDown={(event) => {
                    if (event.key === ' ') toggle(index, event.shiftKey);
                    else if (event.key === 'Delete' && chosen.rows.length > 0) onDelete();
                    else if (event.key === 'Escape') return chosen.clear();
                    else if (rows.move(event.key, index) === null) return;
                    event.preventDefault();
                  }}
                >
                  {title}
                </RowButton>
              </Cell>
              <Cell title={row?.guestName ?? undefined}>
                <bdi>{row?.guestName ?? null}</bdi>
              </Cell>
              <Cell>
                <span className="lk-num">{row ? formatPlainRange(row.checkIn, row.checkOut) : null}</span>
              </Cell>
              <Cell
                numeric
                title={row?.total && row.plans > 1 ? `The lowest of ${formatCount(row.plans, 'rate plan')}` : undefined}
              >
                {row?.total ? (
                  <span className={styles.whole}>
                    {row.plans > 1 ? 'from ' : ''}
                    {formatMoney(row.total)}
                  </span>
                ) : null}
              </Cell>
              <Cell>{row ? <State row={row} face={face} /> : null}</Cell>
              {isReservations ? (
                <Cell>
                  <span className="lk-mono">{row?.reservation?.confirmationCode ?? null}</span>
                </Cell>
              ) : (
                <Cell>{row ? <Expiry row={row} face={face} /> : null}</Cell>
              )}
              {isReservations ? (
                <Cell title={row?.reservation?.status ?? undefined}>
                  <span className="lk-mono">{row?.reservation?.status ?? null}</span>
                </Cell>
              ) : (
                <Cell>
                  {row?.hasNote ? (
                    <IconNote size={15} role="img" aria-label="Has a note" className={styles.note} />
                  ) : null}
                  {row?.followUpOn ? (
                    <span className={styles.whole}>{formatPlainDate(row.followUpOn, 'dayMonth')}</span>
                  ) : null}
                </Cell>
              )}
            </VirtualRow>
          );
        })}
      </VirtualTable>
    </>
  );
}

function GroupCell({ row, group }: { row: BoardRow | null; group: 'guest' | 'week' }) {
  const name = row?.group;
  if (!name) return <Cell />;
  const title = group === 'week' ? `From ${formatPlainDate(name.key, 'dayMonth')}` : name.key || 'No guest';
  return (
    <Cell title={title}>
      <span className={name.isFirst ? styles.groupFirst : styles.groupNext}>
        <bdi>{title}</bdi>
        {name.isFirst ? ` (${formatNumber(name.count)})` : ''}
      </span>
    </Cell>
  );
}

const stateOfRow = ({ outcome, expiresAt, isReplaced, sentAt }: BoardRow, now: number): QuoteState =>
  quoteStateOf({ outcome, expiresAt, isReplaced, isSent: sentAt !== null }, now);

function State({ row, face }: { row: BoardRow; face: ClockFace | undefined }) {
  return <StateTag state={useAtNow(face, (now) => stateOfRow(row, now))} />;
}

/** The time that is left of a quote that can be booked, else when it expired. */
function Expiry({ row, face }: { row: BoardRow; face: ClockFace | undefined }) {
  const text = useAtNow(face, (now) => {
    const state = stateOfRow(row, now);
    if (isBookable(state)) return `${formatCountdown(row.expiresAt - now)} left`;
    return state === 'expired' ? formatInstant(row.expiresAt, { now, style: 'day' }) : '';
  });
  return <span className="lk-num">{text}</span>;
}
