/** Cells of the board that time or the grouping changes. */
import type { ClockFace } from '../../../../shared/model/primitives.ts';
import type { BoardRow } from '../../../../shared/model/quote-board.ts';
import { isBookable, type QuoteState, quoteStateOf, STATE_NAMES } from '../../../../shared/quote-state.ts';
import { formatCountdown, formatInstant, formatNumber, formatPlainDate } from '../../../text/format.ts';
import { useAtNow } from '../../../ui/use-now.ts';
import { Cell } from '../../../ui/virtual-table/cells.tsx';
import { StateTag } from '../state-tag.tsx';
import styles from './board.module.css';

/** In place of what only the key store can show. */
export const NOT_READABLE_NOW = 'Not readable now';

export function GroupCell({
  row,
  group,
  areGuestsReadable,
}: {
  row: BoardRow | null;
  group: 'guest' | 'week';
  areGuestsReadable: boolean;
}) {
  const name = row?.group;
  if (!name) return <Cell />;
  const title =
    group === 'week'
      ? `From ${formatPlainDate(name.key, 'dayMonth')}`
      : name.key || (areGuestsReadable ? 'No guest' : NOT_READABLE_NOW);
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

export function State({ row, face }: { row: BoardRow; face: ClockFace | undefined }) {
  const state = useAtNow(face, (now) => stateOfRow(row, now));
  return (
    <span className={styles.state} title={STATE_NAMES[state]}>
      <StateTag state={state} />
    </span>
  );
}

/** The time that is left of a quote that can be booked, else when it expired. */
export function Expiry({ row, face }: { row: BoardRow; face: ClockFace | undefined }) {
  const text = useAtNow(face, (now) => {
    const state = stateOfRow(row, now);
    if (isBookable(state)) return `${formatCountdown(row.expiresAt - now)} left`;
    return state === 'expired' ? formatInstant(row.expiresAt, { now, style: 'day' }) : '';
  });
  return <span className="lk-num">{text}</span>;
}
