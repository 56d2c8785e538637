/** Which quote this one replaced, and which one replaced it. */
import type { Quote } from '../../../shared/model/quote.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import styles from './quotes.module.css';

export function ReplacementNote({ quote }: { quote: Pick<Quote, 'replaces' | 'replacedBy'> }) {
  if (quote.replaces === null && quote.replacedBy === null) return null;
  return (
    <p className={styles.hint}>
      {quote.replacedBy === null ? null : (
        <>
          A newer quote replaces this one.{' '}
          <PageLink to="/quotes" search={{ id: quote.replacedBy }}>
            Show the newer quote
          </PageLink>{' '}
        </>
      )}
      {quote.replaces === null ? null : (
        <>
          This quote replaces an earlier one.{' '}
          <PageLink to="/quotes" search={{ id: quote.replaces }}>
            Show the earlier quote
          </PageLink>
        </>
      )}
    </p>
  );
}
