/** An exchange as a row of the table, memoised so that scrolling renders only the rows that come into view. */

import { type KeyboardEvent, type MouseEvent, memo } from 'react';
import type { PlainDate } from '../../../../shared/model/primitives.ts';
import type { ExchangeSummary } from '../../../../shared/model/traffic.ts';
import { operationName } from '../../../../shared/text/api-names.ts';
import { formatDuration } from '../../../../shared/time/format-duration.ts';
import { localDayOf } from '../../../../shared/time/local-day.ts';
import { formatDay, formatInstant } from '../../../text/format.ts';
import { IconRepeat } from '../../../ui/icons.ts';
import { StatusCode } from '../../../ui/status-code.tsx';
import { Tag } from '../../../ui/tag.tsx';
import type { RowPlace } from '../../../ui/virtual-table/use-virtual-rows.ts';
import { RowButton, VirtualRow } from '../../../ui/virtual-table/virtual-row.tsx';
import { failureText, pathOf } from '../exchange-text.ts';
import styles from './exchange-table.module.css';
import type { KeyPress } from './use-marks.ts';

export const ExchangeRow = memo(function ExchangeRow({
  index,
  top,
  height,
  id,
  active,
  exchange,
  open,
  marked,
  today,
  onOpen,
  onMark,
  onKey,
}: RowPlace & {
  exchange: ExchangeSummary;
  open: boolean;
  marked: boolean;
  /** The current day on the connection's clock. A row of another day shows its date. */
  today: PlainDate;
  onOpen: (index: number) => void;
  /** Marks a row. With `range`, marks all rows from the last marked one to this one. */
  onMark: (index: number, range: boolean) => void;
  onKey: (press: KeyPress, index: number) => boolean;
}) {
  const day = localDayOf(exchange.sentAt);
  const name = operationName(exchange.operation);
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey: shift } = event;
    if (onKey({ key, shift, control: event.ctrlKey || event.metaKey }, index)) event.preventDefault();
  };
  const onClick = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) onMark(index, event.shiftKey);
    else onOpen(index);
  };
  return (
    <VirtualRow
      index={index}
      top={top}
      height={height}
      open={open}
      marked={marked}
      className={styles.item}
      onClick={onClick}
    >
      <td className={styles.mark}>
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={`Mark ${name}, ${formatInstant(exchange.sentAt, { style: 'time' })}`}
          checked={marked}
          onChange={() => {}}
          onClick={(event) => onMark(index, event.shiftKey)}
        />
      </td>
      <td className={`${styles.time} lk-num`} title={formatInstant(exchange.sentAt, { style: 'long' })}>
        {day === today ? '' : `${formatDay(exchange.sentAt)} `}
        {formatInstant(exchange.sentAt, { style: 'time' })}
      </td>
      <td className={styles.operation}>
        <RowButton
          index={index}
          id={id}
          active={active}
          aria-current={open}
          onClick={onClick}
          onKeyDown={onKeyDown}
          onKeyUp={(event) => event.key === ' ' && event.preventDefault()}
        >
          {name}
        </RowButton>
      </td>
      <td className={styles.request} title={exchange.url}>
        <span className={styles.method}>{exchange.method}</span> {pathOf(exchange.url)}
      </td>
      <td className={styles.status}>
        {exchange.status === null ? (
          <Tag tone="warn">{failureText(exchange)}</Tag>
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
    </VirtualRow>
  );
});
