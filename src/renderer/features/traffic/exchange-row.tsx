/** One exchange as a row of the grid. */
import { IconRepeat } from '@tabler/icons-react';
import { type KeyboardEvent, memo } from 'react';
import type { PlainDate } from '../../../shared/model/primitives.ts';
import type { ExchangeSummary } from '../../../shared/model/traffic.ts';
import { operationName } from '../../ui/api-names.ts';
import { formatDay, formatDuration, formatInstant } from '../../ui/format.ts';
import { StatusCode } from '../../ui/status-code.tsx';
import { localDayOf } from '../../ui/stay-picker.tsx';
import { Tag } from '../../ui/tag.tsx';
import { errorWords, pathOf } from './exchange-words.ts';
import styles from './traffic.module.css';

/** Rows that Page Up and Page Down move over. */
const PAGE_ROWS = 12;

/** Drawn anew only when something of its own changes: scrolling draws the others. */
export const ExchangeRow = memo(function ExchangeRow({
  id,
  exchange,
  index,
  top,
  height,
  active,
  open,
  today,
  onOpen,
  onMove,
}: {
  id: string;
  exchange: ExchangeSummary;
  /** Place in the list, from 0. */
  index: number;
  top: number;
  height: number;
  active: boolean;
  open: boolean;
  /** The day on the connection's clock: rows of another one say theirs. */
  today: PlainDate;
  onOpen: (id: string) => void;
  onMove: (index: number) => void;
}) {
  const day = localDayOf(exchange.sentAt);
  const onKeyDown = (event: KeyboardEvent) => {
    const targets: Record<string, number> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      PageDown: index + PAGE_ROWS,
      PageUp: index - PAGE_ROWS,
      Home: 0,
      End: Number.POSITIVE_INFINITY,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    onMove(target);
  };
  return (
    // The button inside takes the keyboard; the row only widens what the pointer can hit.
    <tr
      aria-rowindex={index + 2}
      className={`${styles.row} ${styles.item} ${open ? styles.open : ''}`}
      style={{ height, transform: `translateY(${top}px)` }}
      onClick={() => onOpen(exchange.id)}
      onKeyDown={() => {}}
    >
      <td className={`${styles.time} lk-num`} title={formatInstant(exchange.sentAt, { style: 'long' })}>
        {day === today ? '' : `${formatDay(exchange.sentAt)} `}
        {formatInstant(exchange.sentAt, { style: 'time' })}
      </td>
      <td className={styles.operation}>
        <button
          type="button"
          id={id}
          className={styles.opener}
          tabIndex={active ? 0 : -1}
          aria-haspopup="dialog"
          aria-current={open}
          onKeyDown={onKeyDown}
          onClick={(event) => {
            event.stopPropagation();
            onOpen(exchange.id);
          }}
        >
          {operationName(exchange.operation)}
        </button>
      </td>
      <td className={styles.request} title={exchange.url}>
        <span className={styles.method}>{exchange.method}</span> {pathOf(exchange.url)}
      </td>
      <td className={styles.status}>
        {exchange.status === null ? (
          <Tag tone="warn">{errorWords(exchange)}</Tag>
        ) : (
          <StatusCode status={exchange.status} />
        )}
      </td>
      <td className={`${styles.duration} lk-num`}>
        {exchange.durationMs === null ? '–' : formatDuration(exchange.durationMs)}
      </td>
      <td className={`${styles.attempt} lk-num`}>
        {exchange.attempt > 1 ? <IconRepeat size={13} aria-hidden /> : null}
        {exchange.attempt}
      </td>
      <td className={`${styles.requestId} lk-mono`} title={exchange.requestId ?? undefined}>
        {exchange.requestId ?? ''}
      </td>
    </tr>
  );
});
