/** Links from a quote to the quote that it replaced, and to its replacement. */
import type { Quote } from '../../../shared/model/quote.ts';
import { isHeldByEarlier } from '../../../shared/quote/quote-state.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import styles from './quotes.module.css';

export function ReplacementNote({ quote }: { quote: Pick<Quote, 'replaces' | 'replacedBy' | 'outcome'> }) {
  const { replaces, replacedBy, outcome } = quote;
  if (replaces !== null && isHeldByEarlier(quote))
    return (
      <div className={styles.notice} data-tone="warn" role="alert">
        <div>
          <p className={styles.noticeTitle}>The earlier quote was sent to be booked meanwhile</p>
          <p className={styles.text}>
            This quote came from changing it, and cannot be booked while the earlier one is booked or its booking is
            unconfirmed: one guest would have two stays.
          </p>
          <PageLink to="/quotes" search={{ id: replaces }}>
            Show the earlier quote
          </PageLink>
        </div>
      </div>
    );
  if (replaces === null && replacedBy === null) return null;
  return (
    <p className={styles.hint}>
      {replacedBy === null ? null : (
        <>
          {outcome === 'open'
            ? 'A newer quote replaces this one.'
            : 'A change of this quote made a newer one, which is not booked.'}{' '}
          <PageLink to="/quotes" search={{ id: replacedBy }}>
            Show the newer quote
          </PageLink>{' '}
        </>
      )}
      {replaces === null ? null : (
        <>
          This quote replaces an earlier one.{' '}
          <PageLink to="/quotes" search={{ id: replaces }}>
            Show the earlier quote
          </PageLink>
        </>
      )}
    </p>
  );
}
