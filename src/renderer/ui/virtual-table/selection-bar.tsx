/** The bar over the last rows of a table: the size of the selection, and its actions. */
import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithoutRef } from 'react';
import { formatCount } from '../../text/format.ts';
import type { GridBlock } from '../grid-block.ts';
import { IconCopy, IconTableRow, IconX } from '../icons.ts';
import styles from './virtual-table.module.css';

/** The size of the selection: "3 rows by 2 columns selected". */
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
      {/* `CellControls` announces this text to screen readers. */}
      <span className="lk-num" aria-hidden>
        {selectedText(block)}
      </span>
      <BarButton
        Icon={IconCopy}
        variant="filled"
        loading={isCopying}
        title="Ctrl+C; with Shift, the titles of the columns are copied as well"
        onClick={() => onCopy('cells')}
      >
        Copy cells
      </BarButton>
      <BarButton
        Icon={IconTableRow}
        disabled={isCopying}
        title="All columns of these rows, with their titles"
        onClick={() => onCopy('rows')}
      >
        Copy rows
      </BarButton>
      <BarButton Icon={IconX} variant="subtle" color="gray" title="Escape" onClick={onClear}>
        Clear
      </BarButton>
    </div>
  );
}

function BarButton({ Icon, ...button }: { Icon: typeof IconX } & ButtonProps & ComponentPropsWithoutRef<'button'>) {
  return <Button size="compact-sm" variant="default" leftSection={<Icon size={15} aria-hidden />} {...button} />;
}
