/** One exchange as a row of the grid. */
import { IconRepeat } from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, memo } from 'react';
import type { PlainDate } from '../../../shared/model/primitives.ts';
import type { ExchangeSummary } from '../../../shared/model/traffic.ts';
import { operationName } from '../../ui/api-names.ts';
import { formatDay, formatDuration, formatInstant } from '../../ui/format.ts';
import { StatusCode } from '../../ui/status-code.tsx';
import { localDayOf } from '../../ui/stay-picker.tsx';
import { Tag } from '../../ui/tag.tsx';
import { errorWords, pathOf } from './exchange-words.ts';
import styles from './grid.module.css';

/** A key that was pressed on a row. */
export interface RowKey {
  readonly key: string;
  readonly shift: boolean;
  /** Ctrl, or Command on a Mac. */
  readonly control: boolean;
  readonly index: number;
  readonly id: string;
}

/** Drawn anew only when something of its own changes: scrolling draws the others. */
export const ExchangeRow = memo(function ExchangeRow({
  id,
  exchange,
  index,
  top,
  height,
  active,
  open,
  marked,
  today,
  onOpen,
  onMark,
  onKey,
}: {
  id: string;
  exchange: ExchangeSummary;
  /** Place in the list, from 0. */
  index: number;
  top: number;
  height: number;
  active: boolean;
  open: boolean;
  marked: boolean;
  /** The day on the connection's clock: rows of another one say theirs. */
  today: PlainDate;
  onOpen: (id: string) => void;
  /** Marks it or takes the mark back; with `stretch` everything from the mark before. */
  onMark: (id: string, stretch: boolean) => void;
  /** True when the key was one of the list's. */
  onKey: (key: RowKey) => boolean;
}) {
  const day = localDayOf(exchange.sentAt);
  const name = operationName(exchange.operation);
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey: shift } = event;
    const control = event.ctrlKey || event.metaKey;
    if (onKey({ key, shift, control, index, id: exchange.id })) event.preventDefault();
  };
  const click = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) onMark(exchange.id, event.shiftKey);
    else onOpen(exchange.id);
  };
  return (
    // The button inside takes the keyboard; the row only widens what the pointer can hit.
    <tr
      aria-rowindex={index + 2}
      className={`${styles.row} ${styles.item} ${open ? styles.open : ''}`}
      data-marked={marked || undefined}
      style={{ height, transform: `translateY(${top}px)` }}
      onClick={click}
      onKeyDown={() => {}}
    >
      <td className={styles.mark}>
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={`Mark ${name}, ${formatInstant(exchange.sentAt, { style: 'time' })}`}
          checked={marked}
          onChange={() => {}}
          onClick={(event) => {
            event.stopPropagation();
            onMark(exchange.id, event.shiftKey);
          }}
        />
      </td>
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
          onKeyUp={(event) => event.key === ' ' && event.preventDefault()}
          onClick={(event) => {
            event.stopPropagation();
            click(event);
          }}
        >
          {name}
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
