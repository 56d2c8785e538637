/** What is marked: the cell of the cursor with what can be done about it, or the total and the cheapest stay of a block. */
import { Button } from '@mantine/core';
import { IconCalendarMonth, IconReceipt2, IconScale } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { MatrixQuestion, MatrixRange } from '../../../shared/model/matrix.ts';
import type { ClockFace } from '../../../shared/model/primitives.ts';
import { ask } from '../../ipc/client.ts';
import {
  formatCount,
  formatMoney,
  formatNumber,
  formatPlainDate,
  formatPlainRange,
  formatRelative,
} from '../../text/format.ts';
import { useAtNow } from '../../ui/use-now.ts';
import { cellText } from './grid/cell-text.ts';
import { cellsIn, type GridBlock } from './grid/grid-move.ts';
import type { OpenedCell } from './grid/matrix-grid.tsx';
import styles from './matrix.module.css';
import { departureOf } from './matrix-form.ts';

export function SelectionBar({
  question,
  cell,
  block,
  face,
  onQuote,
  onCheck,
  onMonth,
}: {
  question: MatrixQuestion;
  cell: OpenedCell | null;
  block: GridBlock | null;
  face: ClockFace | undefined;
  onQuote: (cell: OpenedCell) => void;
  onCheck: (cell: OpenedCell) => void;
  onMonth: (listingId: string) => void;
}) {
  if (block && cellsIn(block) > 1) return <BlockSums question={question} block={block} />;
  if (!cell)
    return (
      <div className={styles.selection}>
        <p role="status">Arrow keys move, Shift marks several cells, Enter opens a quote.</p>
      </div>
    );
  const { row, arrival } = cell;
  const { nights } = question.stays;
  return (
    <div className={styles.selection}>
      <p role="status">
        <strong>{row.title}</strong>, {formatPlainRange(arrival, departureOf(arrival, nights))},{' '}
        {formatCount(nights, 'night')}: {cellText(cell.cell)}
        {cell.cell.total === null ? '' : ' before fees and taxes'}
        <ReadAt at={cell.cell.readAt} face={face} />
      </p>
      <div className={styles.actions}>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconCalendarMonth size={15} aria-hidden />}
          onClick={() => onMonth(row.listingId)}
        >
          Months
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconScale size={15} aria-hidden />}
          onClick={() => onCheck(cell)}
        >
          Compare prices
        </Button>
        <Button size="compact-sm" leftSection={<IconReceipt2 size={15} aria-hidden />} onClick={() => onQuote(cell)}>
          Quote
        </Button>
      </div>
    </div>
  );
}

function ReadAt({ at, face }: { at: number | null; face: ClockFace | undefined }) {
  const text = useAtNow(face, (now) => (at === null ? '' : `, read ${formatRelative(at, now)}`));
  return <span className={styles.dim}>{text}</span>;
}

function BlockSums({ question, block }: { question: MatrixQuestion; block: GridBlock }) {
  const range = useQuery({
    ...ask('matrix', 'range', {
      ...question,
      firstRow: block.firstRow,
      lastRow: block.lastRow,
      firstArrivalAt: block.firstColumn,
      lastArrivalAt: block.lastColumn,
    }),
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  });
  return (
    <div className={styles.selection}>
      <p role="status">{range.data ? sumsText(range.data) : `${formatNumber(cellsIn(block))} cells`}</p>
    </div>
  );
}

/** "12 cells, 8 free. €2,400.00 in total, the cheapest €210.00 at Harbour View from Fri, 2 Jan 2027." */
function sumsText({ cells, free, sums }: MatrixRange): string {
  const parts = sums.map(({ currency, total, cheapest }) => {
    const money = (amount: number) => formatMoney({ amount, currency });
    return `${money(total)} in total, the cheapest ${money(cheapest.total)} at ${cheapest.title} from ${formatPlainDate(cheapest.arrival, 'long')}.`;
  });
  return [
    `${formatNumber(cells)} cells, ${formatNumber(free)} free.`,
    ...parts,
    ...(parts.length > 0 ? ['Before fees and taxes.'] : []),
  ].join(' ');
}
