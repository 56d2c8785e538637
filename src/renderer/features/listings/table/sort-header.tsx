/** A column header that cycles through ascending, descending and unsorted. */
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { HeadCell } from '../../../ui/virtual-table/cells.tsx';
import styles from '../listings.module.css';

export function SortHeader({
  title,
  numeric,
  sorted,
  onToggle,
}: {
  title: string;
  numeric: boolean;
  sorted: false | 'asc' | 'desc';
  /** Null when the column cannot be sorted. */
  onToggle: (() => void) | null;
}) {
  const Icon = sorted === 'asc' ? IconArrowUp : sorted === 'desc' ? IconArrowDown : IconArrowsSort;
  const order = sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : 'none';
  return (
    <HeadCell aria-sort={order} numeric={numeric}>
      {onToggle ? (
        <button
          type="button"
          className={styles.sort}
          data-sorted={sorted || undefined}
          onClick={onToggle}
          title={title}
        >
          <span className={styles.sortTitle}>{title}</span>
          <Icon size={14} aria-hidden />
        </button>
      ) : (
        <span className={styles.sortTitle}>{title}</span>
      )}
    </HeadCell>
  );
}
