/** The bar about the marked cells: the cursor's cell with its actions, or the total and the cheapest stay of a block. */
import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { MatrixQuestion, MatrixRange, MatrixView } from '../../../shared/model/matrix.ts';
import type { ClockFace } from '../../../shared/model/primitives.ts';
import { ask } from '../../ipc/client.ts';
import { formatCount, formatNumber, formatPlainRange, formatRelative } from '../../text/format.ts';
import { cellsIn, type GridBlock } from '../../ui/grid-block.ts';
import { IconCalendarMonth, IconReceipt2, IconScale } from '../../ui/icons.ts';
import { useAtNow } from '../../ui/use-now.ts';
import { CurrencySums, sumsText } from './currency-sums.tsx';
import { cellText } from './grid/cell-text.ts';
import type { OpenedCell } from './grid/matrix-grid.tsx';
import styles from './matrix.module.css';
import { departureOf } from './matrix-form.ts';
import type { CheckedStay } from './price-check.tsx';
import { QuoteFree } from './quote-free.tsx';

export function SelectionBar({
  question,
  applicationId,
  view,
  cell,
  block,
  face,
  onQuote,
  onCheck,
  onMonth,
}: {
  question: MatrixQuestion;
  applicationId: string;
  view: MatrixView;
  cell: OpenedCell | null;
  block: GridBlock | null;
  face: ClockFace | undefined;
  onQuote: (stay: CheckedStay) => void;
  onCheck: (stay: CheckedStay) => void;
  onMonth: (listingId: string) => void;
}) {
  const marked = block && cellsIn(block) > 1 ? block : null;
  const { range, isFresh } = useRange(question, view, marked);
  const cheapest = range?.sums.length === 1 ? range.sums[0]?.cheapest : undefined;
  const stay = marked
    ? cheapest && { listingId: cheapest.listingId, checkIn: cheapest.arrival }
    : cell && { listingId: cell.row.listingId, checkIn: cell.arrival };
  const what = marked ? 'the cheapest' : 'this stay';
  return (
    <div className={styles.selection}>
      {marked && range ? (
        <CurrencySums range={range} />
      ) : marked ? (
        <p aria-hidden>{formatNumber(cellsIn(marked))} cells</p>
      ) : cell ? (
        <p>
          <strong>{cell.row.title}</strong>, <CellText cell={cell} nights={question.stays.nights} face={face} />
        </p>
      ) : (
        <p>Arrow keys move, Shift marks several cells, Enter opens a quote or sorts by a column.</p>
      )}
      {/* Screen readers read a region that is always there when its text changes. They read a cell when it takes the focus. */}
      <p className="lk-unseen" role="status">
        {marked && range && isFresh ? sumsText(range) : ''}
      </p>
      <div className={styles.actions}>
        {stay ? (
          <>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconCalendarMonth size={15} aria-hidden />}
              onClick={() => onMonth(stay.listingId)}
            >
              Months
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconScale size={15} aria-hidden />}
              onClick={() => onCheck(stay)}
            >
              Compare prices
            </Button>
            <Button
              size="compact-sm"
              variant={marked ? 'default' : 'filled'}
              leftSection={<IconReceipt2 size={15} aria-hidden />}
              aria-label={`Quote ${what}`}
              onClick={() => onQuote(stay)}
            >
              Quote{marked ? ' the cheapest' : ''}
            </Button>
          </>
        ) : null}
        {marked && range && isFresh ? (
          <QuoteFree question={question} applicationId={applicationId} range={range} />
        ) : null}
      </div>
    </div>
  );
}

/** The summary of the block; null without a block, and until main answers. While `isFresh` is false, it is the summary of the previous block. */
function useRange(
  question: MatrixQuestion,
  view: MatrixView,
  block: GridBlock | null,
): { readonly range: MatrixRange | null; readonly isFresh: boolean } {
  const { firstRow, lastRow, firstColumn, lastColumn } = block ?? EMPTY_BLOCK;
  const corners = { firstRow, lastRow, firstArrivalAt: firstColumn, lastArrivalAt: lastColumn };
  const range = useQuery({
    ...ask('matrix', 'range', { ...question, view, ...corners }),
    enabled: block !== null,
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  });
  return { range: block === null ? null : (range.data ?? null), isFresh: !range.isPlaceholderData };
}

const EMPTY_BLOCK: GridBlock = { firstRow: 0, lastRow: 0, firstColumn: 0, lastColumn: 0 };

/** The text about a cell: "22–24 Nov 2026, 2 nights: free, €215.00 before fees and taxes, read 3 min ago". */
function CellText({ cell, nights, face }: { cell: OpenedCell; nights: number; face: ClockFace | undefined }) {
  const { arrival, cell: offer } = cell;
  const age = useAtNow(face, (now) => (offer.readAt === null ? '' : `, read ${formatRelative(offer.readAt, now)}`));
  return (
    <>
      {formatPlainRange(arrival, departureOf(arrival, nights))}, {formatCount(nights, 'night')}: {cellText(offer)}
      {offer.total === null ? '' : ' before fees and taxes'}
      <span className={styles.dim}>{age}</span>
    </>
  );
}
