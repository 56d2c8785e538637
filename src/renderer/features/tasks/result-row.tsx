/** One row of the results. Its first cell is a button that takes the keyboard; the row only widens what the pointer can hit. */
import type { CSSProperties, KeyboardEvent } from 'react';
import type { TaskRow } from '../../../shared/model/task.ts';
import { cellText, isNumeric, type ShownColumn } from './cell-text.ts';
import styles from './results.module.css';

export function ResultRow({
  id,
  index,
  row,
  columns,
  style,
  active,
  onOpen,
  onKeyDown,
}: {
  id: string;
  index: number;
  /** `null` while it is being read. */
  row: TaskRow | null;
  columns: readonly ShownColumn[];
  style: CSSProperties;
  active: boolean;
  onOpen: (row: TaskRow) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}) {
  const textOf = (column: ShownColumn): string => (row ? cellText(column, row) : '');
  const [first, ...others] = columns;
  const title = first ? textOf(first) : '';
  return (
    <tr
      aria-rowindex={index + 2}
      className={`${styles.row} ${styles.item}`}
      style={style}
      onClick={() => row && onOpen(row)}
      onKeyDown={() => {}}
    >
      <td>
        <button
          type="button"
          id={id}
          className={styles.opener}
          tabIndex={active ? 0 : -1}
          aria-haspopup="dialog"
          title={title}
          onKeyDown={onKeyDown}
        >
          {row ? title || '–' : <span className={styles.waiting} role="img" aria-label={`Reading row ${index + 1}`} />}
        </button>
      </td>
      {others.map((column) => {
        const text = textOf(column);
        return (
          <td key={column.key} className={isNumeric(column) ? styles.numeric : undefined}>
            <span className={column.kind === 'text' || column.kind === 'json' ? undefined : 'lk-num'} title={text}>
              {text || (row ? '–' : '')}
            </span>
          </td>
        );
      })}
    </tr>
  );
}
