/** The bar about the marked cells: the cursor's cell with its actions, or the total and the cheapest stay of a block. */
import { Button, Popover } from '@mantine/core';
import { MAX_ENTRIES } from '../../../shared/input/max-input.ts';
import type { MatrixQuestion, MatrixRange, MatrixView } from '../../../shared/model/matrix.ts';
import { addDays } from '../../../shared/time/plain-date.ts';
import { BatchPrice } from '../../actions/quote-batch/batch-price.tsx';
import { useStartQuotes } from '../../actions/quote-batch/use-start-quotes.ts';
import { useAsk } from '../../ipc/client.ts';
import { useCurrentClockFace } from '../../ipc/current.ts';
import {
  formatCount,
  formatMoney,
  formatNumber,
  formatPlainDate,
  formatPlainRange,
  formatRelative,
} from '../../text/format.ts';
import { ButtonPopover } from '../../ui/button-popover.tsx';
import { cellsIn, type GridBlock } from '../../ui/grid-block.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconCalendarMonth, IconReceipt2, IconScale } from '../../ui/icons.ts';
import { useAtNow } from '../../ui/use-now.ts';
import { usePopoverButton } from '../../ui/use-popover-button.ts';
import { canBeQuoted, cellText } from './grid/cell-text.ts';
import type { OpenedCell } from './grid/matrix-grid.tsx';
import styles from './matrix.module.css';
import type { CheckedStay } from './price-check.tsx';

export function SelectionBar({
  question,
  applicationId,
  view,
  cell,
  block,
  onQuote,
  onCheck,
  onMonth,
}: {
  question: MatrixQuestion;
  applicationId: string;
  view: MatrixView;
  cell: OpenedCell | null;
  block: GridBlock | null;
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
          <strong>{cell.row.title}</strong>, <CellText cell={cell} nights={question.stays.nights} />
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
            <IconButton Icon={IconCalendarMonth} size="compact-sm" onClick={() => onMonth(stay.listingId)}>
              Months
            </IconButton>
            <IconButton Icon={IconScale} size="compact-sm" onClick={() => onCheck(stay)}>
              Compare prices
            </IconButton>
            <IconButton
              Icon={IconReceipt2}
              size="compact-sm"
              aria-label={`Quote ${what}`}
              disabled={!marked && cell !== null && !canBeQuoted(cell)}
              onClick={() => onQuote(stay)}
            >
              Quote{marked ? ' the cheapest' : ''}
            </IconButton>
          </>
        ) : null}
        {marked && range && isFresh ? (
          <QuoteFree question={question} applicationId={applicationId} range={range} />
        ) : null}
      </div>
    </div>
  );
}

/** Returns the summary of the block; null without a block and until main answers. While `isFresh` is false, it is about the previous block. */
function useRange(
  question: MatrixQuestion,
  view: MatrixView,
  block: GridBlock | null,
): { readonly range: MatrixRange | null; readonly isFresh: boolean } {
  const { firstRow, lastRow, firstColumn, lastColumn } = block ?? EMPTY_BLOCK;
  const corners = { firstRow, lastRow, firstArrivalAt: firstColumn, lastArrivalAt: lastColumn };
  const cells = { ...question, view, ...corners };
  const range = useAsk('matrix', 'range', cells, { enabled: block !== null, keepsPrevious: true, gcTime: 10_000 });
  return { range: block === null ? null : (range.data ?? null), isFresh: !range.isPlaceholderData };
}

const EMPTY_BLOCK: GridBlock = { firstRow: 0, lastRow: 0, firstColumn: 0, lastColumn: 0 };

/** The text about a cell: "22–24 Nov 2026, 2 nights: free, €215.00 before fees and taxes, loaded 3 min ago". */
function CellText({ cell, nights }: { cell: OpenedCell; nights: number }) {
  const { arrival, cell: offer } = cell;
  const age = useAtNow(useCurrentClockFace(), (now) =>
    offer.readAt === null ? '' : `, loaded ${formatRelative(offer.readAt, now)}`,
  );
  return (
    <>
      {formatPlainRange(arrival, addDays(arrival, nights))}, {formatCount(nights, 'night')}: {cellText(offer)}
      {offer.total === null ? '' : ' before fees and taxes'}
      <span className={styles.dim}>{age}</span>
    </>
  );
}

const BASIS = 'Before fees and taxes.';

/** The sums of the marked cells: a sentence, or the sum in one currency with a button that shows the other currencies. */
function CurrencySums({ range }: { range: MatrixRange }) {
  const { attributes, place } = usePopoverButton('dialog');
  const [first, ...others] = range.sums;
  // Screen readers read the live region beside this text instead.
  if (!first || others.length === 0) return <p aria-hidden>{sumsText(range)}</p>;
  return (
    <div className={styles.sums}>
      <span aria-hidden>
        {cellsText(range)} {formatMoney({ amount: first.total, currency: first.currency })}
      </span>
      <Button size="compact-sm" variant="subtle" px={6} {...attributes}>
        {formatCount(others.length, 'more currency', 'more currencies')}
      </Button>
      {place ? (
        <ButtonPopover place={place} position="top-start" shadow="md" withArrow trapFocus>
          <Popover.Dropdown className={styles.sumsList ?? ''} tabIndex={-1}>
            <ul>
              {range.sums.map((sum) => (
                <li key={sum.currency}>{sumText(sum)}</li>
              ))}
            </ul>
            <p>{BASIS}</p>
          </Popover.Dropdown>
        </ButtonPopover>
      ) : null}
    </div>
  );
}

/** A text such as "12 cells, 8 free. €2,400.00 in total, the cheapest €210.00 at Harbour View from Fri, 2 Jan 2027. Before fees and taxes." */
const sumsText = (range: MatrixRange): string =>
  [cellsText(range), ...range.sums.map(sumText), ...(range.sums.length > 0 ? [BASIS] : [])].join(' ');

const cellsText = ({ cells, free }: MatrixRange): string => `${formatNumber(cells)} cells, ${formatNumber(free)} free.`;

function sumText({ currency, total, cheapest }: MatrixRange['sums'][number]): string {
  const money = (amount: number) => formatMoney({ amount, currency });
  return `${money(total)} in total, the cheapest ${money(cheapest.total)} at ${cheapest.title} from ${formatPlainDate(cheapest.arrival, 'long')}.`;
}

/** The number of guests of a quote when the matrix is for any number. */
const DEFAULT_GUESTS = 2;

interface QuoteFreeProps {
  question: MatrixQuestion;
  applicationId: string;
  range: MatrixRange;
}

/** Requests a quote for every free stay of a block. It shows how many requests and how much time the quotes take. */
function QuoteFree({ question: { connectionId, stays }, applicationId, range: { free, freeStays } }: QuoteFreeProps) {
  const start = useStartQuotes();
  if (free < 2) return null;
  const guests = stays.guests ?? DEFAULT_GUESTS;
  const isTooMany = free > MAX_ENTRIES.quotesAtOnce;
  return (
    <>
      <span className={styles.price}>
        {isTooMany ? (
          `At most ${formatNumber(MAX_ENTRIES.quotesAtOnce)} quotes at once: mark fewer cells.`
        ) : (
          <>
            <BatchPrice quotes={free} />, for {formatCount(guests, 'guest')}
          </>
        )}
      </span>
      <IconButton
        Icon={IconReceipt2}
        variant="filled"
        size="compact-sm"
        disabled={isTooMany}
        onClick={() =>
          start(
            freeStays.map(({ listingId, title, arrival }) => ({
              title,
              input: {
                ...{ connectionId, applicationId, listingId, guests, coupons: [] },
                ...{ checkIn: arrival, checkOut: addDays(arrival, stays.nights) },
              },
            })),
          )
        }
      >
        Quote all {formatNumber(free)} free
      </IconButton>
    </>
  );
}
