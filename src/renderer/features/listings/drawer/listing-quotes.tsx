/** The quotes of a listing that the console knows, the newest first. */
import { useQuery } from '@tanstack/react-query';
import type { QuoteOutcome } from '../../../../shared/model/quote.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { ask } from '../../../ipc/client.ts';
import { PageLink } from '../../../navigation/page-link.tsx';
import { formatGuests, formatMoney, formatPlainRange } from '../../../text/format.ts';
import classes from './drawer.module.css';

const OUTCOMES: Record<QuoteOutcome, string> = {
  open: 'not booked',
  sending: 'is being sent',
  reserved: 'requested to book',
  booked: 'booked',
  used: 'used',
  unknown: 'unconfirmed',
};

export function ListingQuotes({ connectionId, listingId }: { connectionId: string; listingId: string }) {
  const quotes = useQuery(ask('quotes', 'list', { connectionId }));
  const ours = quotes.data?.quotes.filter((quote) => quote.listingId === listingId) ?? [];
  if (quotes.error) return <ErrorNotice error={quotes.error} compact onRetry={() => void quotes.refetch()} />;
  if (quotes.isSuccess && ours.length === 0)
    return <p className={classes.none}>No quotes were made for this listing.</p>;
  return (
    <ul className={classes.quotes}>
      {ours.map(({ id, checkIn, checkOut, guests, ratePlans, outcome }) => {
        const total = ratePlans.find((plan) => plan.total)?.total;
        return (
          <li key={id}>
            <PageLink to="/quotes" search={{ id }}>
              {formatPlainRange(checkIn, checkOut)}
            </PageLink>
            <span className={classes.about}>
              {formatGuests(guests)}
              {total ? `, ${formatMoney(total)}` : ''}, {OUTCOMES[outcome]}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
