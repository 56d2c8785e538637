/** The sums of the marked cells: a sentence, or the sum in one currency with a button that shows the other currencies. */
import { Button, Popover } from '@mantine/core';
import type { MatrixRange } from '../../../shared/model/matrix.ts';
import { formatCount, formatMoney, formatNumber, formatPlainDate } from '../../text/format.ts';
import { ButtonPopover } from '../../ui/button-popover.tsx';
import { usePopoverButton } from '../../ui/use-popover-button.ts';
import styles from './matrix.module.css';

const BASIS = 'Before fees and taxes.';

export function CurrencySums({ range }: { range: MatrixRange }) {
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
export const sumsText = (range: MatrixRange): string =>
  [cellsText(range), ...range.sums.map(sumText), ...(range.sums.length > 0 ? [BASIS] : [])].join(' ');

const cellsText = ({ cells, free }: MatrixRange): string => `${formatNumber(cells)} cells, ${formatNumber(free)} free.`;

function sumText({ currency, total, cheapest }: MatrixRange['sums'][number]): string {
  const money = (amount: number) => formatMoney({ amount, currency });
  return `${money(total)} in total, the cheapest ${money(cheapest.total)} at ${cheapest.title} from ${formatPlainDate(cheapest.arrival, 'long')}.`;
}
