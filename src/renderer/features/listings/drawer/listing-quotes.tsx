/** The newest quotes of a listing. */
import { useQuery } from '@tanstack/react-query';
import { chosenPlanAt, isUnpriced } from '../../../../shared/quote/plan-choice.ts';
import { quoteStateOf, STATE_NAMES } from '../../../../shared/quote/quote-state.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { ask } from '../../../ipc/client.ts';
import { useCurrentClockFace } from '../../../ipc/use-clock-face.ts';
import { PageLink } from '../../../navigation/page-link.tsx';
import { formatGuests, formatMoney, formatPlainRange } from '../../../text/format.ts';
import { ourSumText } from '../../../text/our-sum-text.ts';
import { useNow } from '../../../ui/use-now.ts';
import classes from './drawer.module.css';

export function ListingQuotes({ connectionId, listingId }: { connectionId: string; listingId: string }) {
  const quotes = useQuery(ask('quotes', 'list', { connectionId }));
  const now = useNow(useCurrentClockFace());
  const sent = quotes.data?.sent ?? [];
  const ours = quotes.data?.quotes.filter((quote) => quote.listingId === listingId) ?? [];
  if (quotes.error) return <ErrorNotice error={quotes.error} compact onRetry={() => void quotes.refetch()} />;
  if (quotes.isSuccess && ours.length === 0)
    return <p className={classes.none}>None of the latest quotes is for it.</p>;
  return (
    <ul className={classes.quotes}>
      {ours.map(({ id, checkIn, checkOut, guests, ratePlans, chosenPlan, outcome, expiresAt, replacedBy }) => {
        const plan = ratePlans[chosenPlanAt(ratePlans, chosenPlan)];
        const { total, isTotalOurs, unreadable = [] } = plan ?? {};
        const price =
          plan && isUnpriced(plan)
            ? ['no price']
            : total && [formatMoney(total), ...(isTotalOurs ? [ourSumText(unreadable.length)] : [])];
        const state = quoteStateOf(
          { outcome, expiresAt, isReplaced: replacedBy !== null, isSent: sent.includes(id) },
          now,
        );
        return (
          <li key={id}>
            <PageLink to="/quotes" search={{ id }}>
              {formatPlainRange(checkIn, checkOut)}
            </PageLink>
            <span className={classes.about}>
              {[formatGuests(guests), ...(price ?? []), STATE_NAMES[state].toLowerCase()].join(', ')}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
