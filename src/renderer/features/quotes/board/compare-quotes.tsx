/** Compares up to four quotes side by side, with the same fact in the same line. */
import { useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PriceLine, Quote, UnreadableLine } from '../../../../shared/model/quote.ts';
import type { BoardRow } from '../../../../shared/model/quote-board.ts';
import { chosenPlanAt } from '../../../../shared/quote/plan-choice.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { ask } from '../../../ipc/client.ts';
import { formatCount, formatInstant, formatMoney, formatParty, formatPlainRange } from '../../../text/format.ts';
import { SideDrawer } from '../../../ui/side-drawer.tsx';
import { PlanTotal, Unreadable } from '../our-sum.tsx';
import styles from './board.module.css';

interface Props {
  connectionId: string;
  rows: readonly BoardRow[];
  opened: boolean;
  onClose: () => void;
}

export function CompareQuotes({ connectionId, rows, opened, onClose }: Props) {
  const read = useQueries({
    queries: rows.map(({ id }) => ({ ...ask('quotes', 'get', { connectionId, quoteId: id }), enabled: opened })),
  });
  const failed = read.find(({ error }) => error !== null);
  const quotes = read.flatMap(({ data }) => data?.quote ?? []);
  const titles = [...new Set(quotes.flatMap((quote) => linesOf(quote).map(({ title }) => title)))];
  const line = (title: string, cellOf: (quote: Quote) => ReactNode) => (
    <tr key={title}>
      <th scope="row">{title}</th>
      {quotes.map((quote) => (
        <td key={quote.id}>{cellOf(quote)}</td>
      ))}
    </tr>
  );
  return (
    <SideDrawer opened={opened} title="Compare quotes" width={900} onClose={onClose}>
      {failed?.error ? <ErrorNotice error={failed.error} onRetry={() => void failed.refetch()} /> : null}
      <div className={styles.compareWrap}>
        <table className={styles.compare} aria-label="The quotes side by side">
          <thead>
            <tr>
              <td />
              {quotes.map((quote) => (
                <th key={quote.id} scope="col">
                  {quote.listingTitle ?? quote.listingId}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {line('Dates', (quote) => formatPlainRange(quote.checkIn, quote.checkOut))}
            {line('Nights', (quote) => formatCount(quote.nights, 'night'))}
            {line('Guests', (quote) => formatParty(quote.guests, quote.party))}
            {line('Rate plan', (quote) => planOf(quote)?.name)}
            {titles.map((title) =>
              line(title, (quote) =>
                linesOf(quote)
                  .filter((one) => one.title === title)
                  .map((one, at) => (
                    <div key={at}>{'amount' in one ? formatMoney(one.amount) : <Unreadable text={one.text} />}</div>
                  )),
              ),
            )}
            {line('Total', (quote) => {
              const plan = planOf(quote);
              return plan ? (
                <strong>
                  <PlanTotal plan={plan} />
                </strong>
              ) : null;
            })}
            {line('Cancellation', (quote) => planOf(quote)?.cancellationPolicy)}
            {line('Valid until', (quote) => formatInstant(quote.expiresAt, { style: 'long' }))}
          </tbody>
        </table>
      </div>
    </SideDrawer>
  );
}

function linesOf(quote: Quote): readonly (PriceLine | UnreadableLine)[] {
  const { lines = [], unreadable = [] } = planOf(quote) ?? {};
  return [...lines, ...unreadable];
}

/** The chosen rate plan; without a choice, the first that can be booked. */
const planOf = ({ ratePlans, chosenPlan }: Quote) => ratePlans[chosenPlanAt(ratePlans, chosenPlan)];
