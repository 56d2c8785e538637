/** The bar below the results: how many are chosen, how long their quotes take, and the button that requests the quotes. */
import { MAX_ENTRIES } from '../../../../shared/input/max-input.ts';
import { BatchPrice } from '../../../actions/quote-batch/batch-price.tsx';
import { formatCount, formatNumber } from '../../../text/format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { IconFileText, IconReceipt2, IconX } from '../../../ui/icons.ts';
import styles from '../availability.module.css';

interface Props {
  count: number;
  hasStay: boolean;
  onQuotes: () => void;
  /** Requests the quotes and opens their offer. */
  onOffer: () => void;
  onClear: () => void;
}

export function ChosenBar({ count, hasStay, onQuotes, onOffer, onClear }: Props) {
  if (count === 0) return null;
  const tooMany = count > MAX_ENTRIES.quotesAtOnce;
  const problem = !hasStay
    ? 'Search with both dates to ask for quotes.'
    : tooMany
      ? `At most ${formatNumber(MAX_ENTRIES.quotesAtOnce)} at once.`
      : null;
  return (
    <section className={styles.chosen} aria-label="Chosen results">
      <span role="status">{formatNumber(count)} chosen</span>
      <span className={styles.chosenPrice}>{problem ?? <BatchPrice quotes={count} />}</span>
      <IconButton Icon={IconX} size="compact-sm" variant="subtle" color="gray" onClick={onClear}>
        Clear
      </IconButton>
      <IconButton
        Icon={IconReceipt2}
        size="compact-sm"
        variant={count > MAX_ENTRIES.offeredQuotes ? 'filled' : 'default'}
        disabled={problem !== null}
        onClick={onQuotes}
      >
        Get {formatCount(count, 'quote')}
      </IconButton>
      {count > MAX_ENTRIES.offeredQuotes ? null : (
        <IconButton
          Icon={IconFileText}
          variant="filled"
          size="compact-sm"
          disabled={problem !== null}
          onClick={onOffer}
        >
          Make an offer
        </IconButton>
      )}
    </section>
  );
}
