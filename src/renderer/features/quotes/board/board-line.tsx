/** A quote as a row of the board. It is rendered again only when its props change. */

import { replaceEqualDeep } from '@tanstack/react-query';
import { type KeyboardEvent, memo } from 'react';
import type { TakenQuote } from '../../../../shared/model/calendars.ts';
import type { ClockFace } from '../../../../shared/model/primitives.ts';
import type { BoardFilter, BoardRow } from '../../../../shared/model/quote-board.ts';
import { NO_PRICE, NO_PRICE_REMEDY } from '../../../../shared/quote/plan-choice.ts';
import { isBookable, type QuoteState, quoteStateOf, STATE_NAMES } from '../../../../shared/quote/quote-state.ts';
import { localDayOf } from '../../../../shared/time/local-day.ts';
import { DAY_MS } from '../../../../shared/time/units.ts';
import { TakenTag } from '../../../actions/taken-dates.tsx';
import {
  formatCount,
  formatCountdown,
  formatMoney,
  formatNumber,
  formatPlainDate,
  formatPlainRange,
  ourSumText,
} from '../../../text/format.ts';
import { takenText } from '../../../text/taken-text.ts';
import { IconNote } from '../../../ui/icons.ts';
import { useAtNow } from '../../../ui/use-now.ts';
import { Cell } from '../../../ui/virtual-table/cells.tsx';
import type { RowPlace } from '../../../ui/virtual-table/use-virtual-rows.ts';
import { RowButton, VirtualRow } from '../../../ui/virtual-table/virtual-row.tsx';
import { NO_PRICE_TEXT } from '../no-price.tsx';
import { StateTag } from '../state-tag.tsx';
import styles from './board.module.css';

interface BoardLineProps extends RowPlace {
  /** The quote; null while the row loads. */
  row: BoardRow | null;
  /** The taken nights of the quote; undefined when none are taken. */
  taken: TakenQuote | undefined;
  group: BoardFilter['group'];
  isReservations: boolean;
  areGuestsReadable: boolean;
  /** Whether the board has these columns. */
  hasGuests: boolean;
  hasFollowUps: boolean;
  face: ClockFace | undefined;
  isChosen: boolean;
  onOpen: (index: number) => void;
  onToggle: (index: number, isRange: boolean) => void;
  onKey: (event: KeyboardEvent, index: number) => void;
}

/** Compares rows by content: each answer has new objects, but an equal row need not be rendered again. */
const isSame = (
  { row: before, taken: wasTaken, ...one }: BoardLineProps,
  { row: after, taken, ...other }: BoardLineProps,
): boolean =>
  (Object.keys(other) as (keyof typeof other)[]).every((key) => Object.is(one[key], other[key])) &&
  replaceEqualDeep(wasTaken, taken) === wasTaken &&
  replaceEqualDeep(before, after) === before;

export const BoardLine = memo(function BoardLine({
  row,
  taken,
  group,
  isReservations,
  areGuestsReadable,
  hasGuests,
  hasFollowUps,
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
      {group === 'guest' || !hasGuests ? null : (
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
      <Cell>{row ? <State row={row} taken={taken} face={face} /> : null}</Cell>
      {isReservations ? (
        <ReservationCells row={row} />
      ) : (
        <WaitingCells row={row} face={face} isNoteReadable={areGuestsReadable} hasFollowUps={hasFollowUps} />
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

interface WaitingCellsProps {
  row: BoardRow | null;
  face: ClockFace | undefined;
  isNoteReadable: boolean;
  hasFollowUps: boolean;
}

/** The cells about what a quote still needs from a person. */
function WaitingCells({ row, face, isNoteReadable, hasFollowUps }: WaitingCellsProps) {
  const noteText = isNoteReadable ? 'Has a note' : `Has a note: ${NOT_READABLE_NOW.toLowerCase()}`;
  return (
    <>
      <Cell>{row ? <Expiry row={row} face={face} /> : null}</Cell>
      {hasFollowUps ? (
        <Cell>
          {row?.hasNote ? <IconNote size={15} role="img" aria-label={noteText} className={styles.note} /> : null}
          {row?.followUpOn ? <span className={styles.whole}>{formatPlainDate(row.followUpOn, 'dayMonth')}</span> : null}
        </Cell>
      ) : null}
    </>
  );
}

/** The text for a value that cannot be decrypted. */
const NOT_READABLE_NOW = 'Not readable now';

interface GroupCellProps {
  row: BoardRow | null;
  group: 'guest' | 'week';
  areGuestsReadable: boolean;
}

function GroupCell({ row, group, areGuestsReadable }: GroupCellProps) {
  const name = row?.group;
  if (!name) return <Cell />;
  const title =
    group === 'week'
      ? `From ${formatPlainDate(name.key, 'dayMonth')}`
      : name.key || (areGuestsReadable ? 'No guest' : NOT_READABLE_NOW);
  return (
    <Cell title={title}>
      <span className={name.isFirst ? styles.groupFirst : styles.groupNext}>
        {group === 'week' ? <span className={styles.from}>From</span> : null}
        <bdi>{group === 'week' ? formatPlainDate(name.key, 'dayMonth') : title}</bdi>
        {name.isFirst ? <span>({formatNumber(name.count)})</span> : null}
      </span>
    </Cell>
  );
}

const stateOfRow = ({ outcome, expiresAt, isReplaced, sentOn }: BoardRow, now: number): QuoteState =>
  quoteStateOf({ outcome, expiresAt, isReplaced, isSent: sentOn !== null }, now);

interface StateProps {
  row: BoardRow;
  taken: TakenQuote | undefined;
  face: ClockFace | undefined;
}

function State({ row, taken, face }: StateProps) {
  const state = useAtNow(face, (now) => stateOfRow(row, now));
  if (taken && isBookable(state))
    return (
      <span className={styles.state} title={`${STATE_NAMES[state]}. ${takenText(taken)}`}>
        <TakenTag taken={taken} />
      </span>
    );
  return (
    <span className={styles.state} title={STATE_NAMES[state]}>
      <StateTag state={state} />
    </span>
  );
}

/** The remaining time of a quote that can be booked, or the day of its expiry. */
function Expiry({ row, face }: { row: BoardRow; face: ClockFace | undefined }) {
  const text = useAtNow(face, (now) => {
    const state = stateOfRow(row, now);
    const left = row.expiresAt - now;
    if (isBookable(state) && left <= 3 * DAY_MS) return `${formatCountdown(left)} left`;
    return isBookable(state) || state === 'expired' ? dayOf(row.expiresAt, now) : '';
  });
  return <span className="lk-num">{text}</span>;
}

/** The day of an instant, with its year when that is not the current year. */
function dayOf(at: number, now: number): string {
  const day = localDayOf(at);
  return formatPlainDate(day, day.slice(0, 4) === localDayOf(now).slice(0, 4) ? 'dayMonth' : 'short');
}

/** The total of a row, with a mark when it is the lowest of several or our sum. Without a total, the cell says why. */
function Total({ row }: { row: BoardRow }) {
  const { total, plans, sumWithout } = row;
  if (row.isUnpriced) return <span className={styles.unreadable}>{NO_PRICE_TEXT}</span>;
  if (!total) return <span className={styles.unreadable}>{plans === 0 ? 'no rate plan' : 'see the quote'}</span>;
  return (
    <span className={styles.whole}>
      {plans > 1 ? <span className={styles.from}>from </span> : null}
      {formatMoney(total)}
      {plans > 1 ? <span className={styles.more}>+</span> : null}
      {sumWithout === undefined ? null : (
        <span className={styles.ours}>
          <span aria-hidden> Σ</span>
          <span className="lk-unseen"> {ourSumText(sumWithout)}</span>
        </span>
      )}
    </span>
  );
}

/** The explanation of a total, for its tooltip. */
function aboutTotal({ total, plans, sumWithout, isUnpriced }: BoardRow): string | undefined {
  if (isUnpriced) return `${NO_PRICE} ${NO_PRICE_REMEDY}`;
  if (!total)
    return plans === 0 ? undefined : 'Its amounts were not found, cannot be read, or are in several currencies.';
  const lowest = plans > 1 ? [`the lowest of ${formatCount(plans, 'rate plan')}`] : [];
  return [formatMoney(total), ...lowest, ...(sumWithout === undefined ? [] : [ourSumText(sumWithout)])].join(', ');
}

/** Writes both days of a stay. If a year ends between them, the text begins with the day of check-in, because only its beginning may be visible. */
const stayOf = ({ checkIn, checkOut }: BoardRow): string =>
  checkIn.slice(0, 4) === checkOut.slice(0, 4)
    ? formatPlainRange(checkIn, checkOut)
    : `${formatPlainDate(checkIn, 'dayMonth')} – ${formatPlainDate(checkOut)}`;
