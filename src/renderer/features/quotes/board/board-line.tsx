/** A quote as a row of the board. It is rendered again only when its props change. */
import { replaceEqualDeep } from '@tanstack/react-query';
import { type KeyboardEvent, memo } from 'react';
import type { ClockFace } from '../../../../shared/model/primitives.ts';
import type { BoardFilter, BoardRow } from '../../../../shared/model/quote-board.ts';
import { formatPlainDate, formatPlainRange } from '../../../text/format.ts';
import { IconNote } from '../../../ui/icons.ts';
import { Cell } from '../../../ui/virtual-table/cells.tsx';
import type { RowPlace } from '../../../ui/virtual-table/use-virtual-rows.ts';
import { RowButton, VirtualRow } from '../../../ui/virtual-table/virtual-row.tsx';
import styles from './board.module.css';
import { aboutTotal, Expiry, GroupCell, NOT_READABLE_NOW, State, stayOf, Total } from './board-cells.tsx';

interface BoardLineProps extends RowPlace {
  /** Null while the row loads. */
  row: BoardRow | null;
  group: BoardFilter['group'];
  isReservations: boolean;
  areGuestsReadable: boolean;
  face: ClockFace | undefined;
  isChosen: boolean;
  onOpen: (index: number) => void;
  onToggle: (index: number, isRange: boolean) => void;
  onKey: (event: KeyboardEvent, index: number) => void;
}

/** Compares rows by content: each answer has new objects, but an equal row need not be rendered again. */
const isSame = ({ row: before, ...one }: BoardLineProps, { row: after, ...other }: BoardLineProps): boolean =>
  (Object.keys(other) as (keyof typeof other)[]).every((key) => Object.is(one[key], other[key])) &&
  replaceEqualDeep(before, after) === before;

export const BoardLine = memo(function BoardLine({
  row,
  group,
  isReservations,
  areGuestsReadable,
  face,
  isChosen,
  onOpen,
  onToggle,
  onKey,
  ...place
}: BoardLineProps) {
  const { index } = place;
  const title = row ? (row.listingTitle ?? row.listingId) : null;
  const dates = row ? formatPlainRange(row.checkIn, row.checkOut) : null;
  const open = () => onOpen(index);
  return (
    <VirtualRow {...place} marked={isChosen} onClick={open}>
      {group === 'none' ? null : <GroupCell row={row} group={group} areGuestsReadable={areGuestsReadable} />}
      <Cell>
        <input
          className={styles.choice}
          type="checkbox"
          tabIndex={-1}
          aria-label={`Choose ${title ?? `row ${index + 1}`}`}
          checked={isChosen}
          disabled={row === null}
          onChange={() => {}}
          onClick={(event) => onToggle(index, event.shiftKey)}
        />
      </Cell>
      <Cell>
        <RowButton
          {...place}
          title={title ?? ''}
          aria-description={isChosen ? 'Chosen' : undefined}
          onClick={open}
          onKeyDown={(event) => onKey(event, index)}
        >
          {title}
        </RowButton>
      </Cell>
      {/* When the rows are grouped by guest, the group shows the guest. */}
      {group === 'guest' ? null : (
        <Cell title={row?.guestName ?? undefined}>
          {row === null || areGuestsReadable ? (
            <bdi>{row?.guestName ?? null}</bdi>
          ) : (
            <span className={styles.unreadable}>{NOT_READABLE_NOW}</span>
          )}
        </Cell>
      )}
      <Cell title={dates ?? undefined}>
        <span className="lk-num">{row ? stayOf(row) : null}</span>
      </Cell>
      <Cell numeric title={row ? aboutTotal(row) : undefined}>
        {row ? <Total row={row} /> : null}
      </Cell>
      <Cell>{row ? <State row={row} face={face} /> : null}</Cell>
      {isReservations ? (
        <ReservationCells row={row} />
      ) : (
        <WaitingCells row={row} face={face} isNoteReadable={areGuestsReadable} />
      )}
    </VirtualRow>
  );
}, isSame);

function ReservationCells({ row }: { row: BoardRow | null }) {
  const { confirmationCode = null, status = null } = row?.reservation ?? {};
  return (
    <>
      <Cell>
        <span className="lk-mono">{confirmationCode}</span>
      </Cell>
      <Cell title={status ?? undefined}>
        <span className="lk-mono">{status}</span>
      </Cell>
    </>
  );
}

/** The cells about what a quote still needs from a person. */
function WaitingCells({
  row,
  face,
  isNoteReadable,
}: {
  row: BoardRow | null;
  face: ClockFace | undefined;
  isNoteReadable: boolean;
}) {
  const noteText = isNoteReadable ? 'Has a note' : `Has a note: ${NOT_READABLE_NOW.toLowerCase()}`;
  return (
    <>
      <Cell>{row ? <Expiry row={row} face={face} /> : null}</Cell>
      <Cell>
        {row?.hasNote ? <IconNote size={15} role="img" aria-label={noteText} className={styles.note} /> : null}
        {row?.followUpOn ? <span className={styles.whole}>{formatPlainDate(row.followUpOn, 'dayMonth')}</span> : null}
      </Cell>
    </>
  );
}
