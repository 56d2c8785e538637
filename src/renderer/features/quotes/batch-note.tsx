/** A note that some quotes of a batch are not created yet, with a link to the batch. The batch may come from an earlier window. */
import type { Batch } from '../../actions/quote-batch/quote-batch.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { formatCount, formatNumber } from '../../text/format.ts';
import styles from './quotes.module.css';

export function BatchNote({ batch: { items, phase } }: { batch: Batch }) {
  const open = items.filter(({ state }) => state !== 'done').length;
  if (open === 0) return null;
  return (
    <p className={styles.batchNote}>
      {phase === 'ended'
        ? `${formatNumber(open)} of ${formatCount(items.length, 'quote')} that you asked for ${open === 1 ? 'is' : 'are'} not made.`
        : `${formatNumber(open)} of ${formatCount(items.length, 'quote')} still to be made.`}{' '}
      <PageLink to="/quotes" search={{ several: '1' }} underline="always">
        {items.length === 1 ? 'Show it' : 'Show them'}
      </PageLink>
    </p>
  );
}
