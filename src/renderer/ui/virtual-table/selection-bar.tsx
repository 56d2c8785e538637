/** Over the last rows of a table: how much is selected, and what can be done with it. */
import { Button } from '@mantine/core';
import { IconCopy, IconTableRow, IconX } from '@tabler/icons-react';
import { formatCount } from '../../text/format.ts';
import type { GridBlock } from '../grid-block.ts';
import styles from './virtual-table.module.css';

/** "3 rows by 2 columns selected". */
export const selectedText = ({ firstRow, lastRow, firstColumn, lastColumn }: GridBlock): string =>
  `${formatCount(lastRow - firstRow + 1, 'row')} by ${formatCount(lastColumn - firstColumn + 1, 'column')} selected`;

export function SelectionBar({
  block,
  isCopying,
  onCopy,
  onClear,
}: {
  block: GridBlock;
  isCopying: boolean;
  onCopy: (what: 'cells' | 'rows') => void;
  onClear: () => void;
}) {
  return (
    <div className={styles.selection}>
      {/* The table's own region reads it. */}
      <span className="lk-num" aria-hidden>
        {selectedText(block)}
      </span>
      <Button
        size="compact-sm"
        leftSection={<IconCopy size={15} aria-hidden />}
        loading={isCopying}
        title="Ctrl+C; with Shift, the titles of the columns are copied as well"
        onClick={() => onCopy('cells')}
      >
        Copy cells
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconTableRow size={15} aria-hidden />}
        disabled={isCopying}
        title="All columns of these rows, with their titles"
        onClick={() => onCopy('rows')}
      >
        Copy rows
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        leftSection={<IconX size={15} aria-hidden />}
        title="Escape"
        onClick={onClear}
      >
        Clear
      </Button>
    </div>
  );
}
