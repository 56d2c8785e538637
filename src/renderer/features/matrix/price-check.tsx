/** The price check: compares search, calendar and quote for one stay. Nothing is sent before a person presses a button. */

import { NativeSelect } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { MatrixQuestion, Prices } from '../../../shared/model/matrix.ts';
import type { PlainDate } from '../../../shared/model/primitives.ts';
import type { Quote } from '../../../shared/model/quote.ts';
import { addDays } from '../../../shared/time/plain-date.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { keyOf, useAct, useAsk } from '../../ipc/client.ts';
import { useClockFace } from '../../ipc/current.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { formatCount, formatMoney, formatPlainRange, formatRelative } from '../../text/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconCalendarMonth, IconReceipt2, IconSearch } from '../../ui/icons.ts';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { useNow } from '../../ui/use-now.ts';
import { cellText } from './grid/cell-text.ts';
import styles from './matrix.module.css';
import { useListingTitle } from './month-drawer.tsx';
import { type ComparedLine, type Comparison, comparePrices } from './price-lines.ts';

/** The number of guests of a quote when the question states none. */
const SOME_GUESTS = 1;

export interface CheckedStay {
  readonly listingId: string;
  readonly checkIn: PlainDate;
}

interface PriceCheckProps {
  question: MatrixQuestion;
  /** The stay to check; null while the drawer is closed. */
  stay: CheckedStay | null;
  onClose: () => void;
}

export function PriceCheck({ question, stay, onClose }: PriceCheckProps) {
  const title = useListingTitle(question, stay?.listingId ?? null);
  return (
    <SideDrawer opened={stay !== null} title={`Prices of ${title}`} width={760} onClose={onClose}>
      {stay ? <Check key={JSON.stringify(stay)} question={question} stay={stay} /> : null}
    </SideDrawer>
  );
}

function Check({ question, stay }: { question: MatrixQuestion; stay: CheckedStay }) {
  const { connectionId, stays } = question;
  const { listingId, checkIn } = stay;
  const applicationId = question.applicationId ?? '';
  const checkOut = addDays(checkIn, stays.nights);
  const query = { connectionId, applicationId, listingId, checkIn, checkOut, guests: stays.guests };
  const client = useQueryClient();
  const prices = useAsk('matrix', 'prices', query);
  const quotes = useAsk('quotes', 'list', { connectionId });
  const guests = stays.guests ?? SOME_GUESTS;
  const search = useAct('matrix', 'searchPrices', {
    quiet: true,
    abortsOnLeave: true,
    onSuccess: (found) => client.setQueryData(keyOf('matrix', 'prices', query), found),
  });
  const nights = { connectionId, applicationId, listingId, from: checkIn, until: checkOut };
  const calendar = useAct('matrix', 'readNights', {
    quiet: true,
    abortsOnLeave: true,
    onSuccess: () => void client.invalidateQueries({ queryKey: ['matrix'] }),
  });
  const create = useAct('quotes', 'create', { quiet: true });
  const quote = newestQuote(quotes.data?.quotes ?? [], { ...query, guests });
  const [planAt, setPlanAt] = useState(0);
  const plan = quote?.ratePlans[planAt] ?? quote?.ratePlans[0] ?? null;
  const error = search.error ?? calendar.error ?? create.error ?? prices.error;
  const pages = prices.data?.searchRequests ?? null;
  return (
    <>
      <p>
        {formatPlainRange(checkIn, checkOut)}, {formatCount(stays.nights, 'night')}, {formatCount(guests, 'guest')}.{' '}
        Search and calendar price the nights alone; a quote adds fees and taxes.
      </p>
      <div className={styles.asks}>
        <IconButton Icon={IconSearch} loading={search.isPending} onClick={() => search.mutate(query)}>
          {pages === null || pages > 1 ? 'Search all pages' : 'Search'}
        </IconButton>
        <IconButton Icon={IconCalendarMonth} loading={calendar.isPending} onClick={() => calendar.mutate(nights)}>
          Load the calendar
        </IconButton>
        <IconButton
          Icon={IconReceipt2}
          variant="filled"
          loading={create.isPending}
          onClick={() =>
            create.mutate(
              { connectionId, applicationId, listingId, checkIn, checkOut, guests, coupons: [] },
              { onSuccess: () => void client.invalidateQueries({ queryKey: ['quotes', 'list'] }) },
            )
          }
        >
          {quote ? 'Get another quote' : 'Get a quote'}
        </IconButton>
      </div>
      {error ? <ErrorNotice error={error} compact /> : null}
      {prices.data ? (
        <Sources
          prices={prices.data}
          quote={quote}
          comparison={comparePrices(prices.data, plan)}
          connectionId={connectionId}
        >
          {quote && quote.ratePlans.length > 1 ? (
            <NativeSelect
              size="xs"
              aria-label="Rate plan"
              data={quote.ratePlans.map(({ name }, at) => ({ value: String(at), label: name }))}
              value={String(planAt)}
              onChange={(event) => setPlanAt(Number(event.currentTarget.value))}
            />
          ) : null}
        </Sources>
      ) : null}
    </>
  );
}

/** The newest quote for exactly this stay; null without one. */
const newestQuote = (
  quotes: readonly Quote[],
  { listingId, checkIn, checkOut, guests }: Pick<Quote, 'listingId' | 'checkIn' | 'checkOut' | 'guests'>,
): Quote | null =>
  quotes
    .filter(
      (quote) =>
        quote.listingId === listingId &&
        quote.checkIn === checkIn &&
        quote.checkOut === checkOut &&
        quote.guests === guests,
    )
    .toSorted((one, other) => other.createdAt - one.createdAt)[0] ?? null;

interface SourcesProps {
  prices: Prices;
  quote: Quote | null;
  comparison: Comparison;
  connectionId: string;
  children: ReactNode;
}

function Sources({ prices, quote, comparison, connectionId, children }: SourcesProps) {
  const now = useNow(useClockFace(connectionId));
  const { search, calendar } = prices;
  const { lines, total, searchCurrency, calendarCurrency, quoteCurrency } = comparison;
  const ageOf = (at: number | undefined) => (at === undefined ? 'not loaded yet' : `loaded ${formatRelative(at, now)}`);
  const money = (amount: number | null, currency: string | null) =>
    amount === null ? '–' : formatMoney({ amount, currency });
  const row = (line: ComparedLine) => (
    <>
      <th scope="row">{line.title}</th>
      <td>{money(line.search, searchCurrency)}</td>
      <td>{money(line.calendar, calendarCurrency)}</td>
      <td>{money(line.quote, quoteCurrency)}</td>
      <td>{line.difference === null ? '–' : differenceText(line.difference, calendarCurrency)}</td>
    </>
  );
  return (
    <>
      <table className={styles.sources} aria-label="Prices side by side">
        <thead>
          <tr>
            <td />
            <th scope="col">
              Search
              <span className={styles.source}>
                {search && !search.isFound ? 'not offered, ' : ''}
                {ageOf(search?.readAt)}
              </span>
              <OurSum isShown={search?.total != null} of="nights" />
            </th>
            <th scope="col">
              Calendar
              <span className={styles.source}>{ageOf(calendar?.readAt)}</span>
              <OurSum isShown={calendar?.total != null} of="nights" />
            </th>
            <th scope="col">
              Quote
              <span className={styles.source}>{ageOf(quote?.createdAt)}</span>
              <OurSum isShown={comparison.isTotalOurs} of="lines" />
              {children}
            </th>
            <th scope="col">
              Difference
              <span className={styles.source}>to the calendar</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => (
            <tr key={at}>{row(line)}</tr>
          ))}
        </tbody>
        <tfoot>
          <tr>{row(total)}</tr>
        </tfoot>
      </table>
      {calendar && calendar.state !== 'free' ? <p role="status">The calendar says: {cellText(calendar)}.</p> : null}
      {quote ? (
        <p>
          <PageLink to="/quotes" search={{ id: quote.id }}>
            Open the quote
          </PageLink>
        </p>
      ) : null}
    </>
  );
}

/** A remark that the console, not the service, summed a total. */
function OurSum({ isShown, of }: { isShown: boolean; of: string }) {
  return isShown ? <span className={styles.source}>our sum of the {of}</span> : null;
}

/** A difference of amounts as text: "+€12.50", "−€3.00", "none". */
function differenceText(amount: number, currency: string | null): string {
  if (amount === 0) return 'none';
  return `${amount > 0 ? '+' : '−'}${formatMoney({ amount: Math.abs(amount), currency })}`;
}
