/** Requests a quote for every free stay of a block. It shows how many requests and how much time the quotes take. */

import { MAX_ENTRIES } from '../../../shared/input/max-input.ts';
import type { MatrixQuestion, MatrixRange } from '../../../shared/model/matrix.ts';
import { addDays } from '../../../shared/time/plain-date.ts';
import { BatchPrice } from '../../actions/quote-batch/batch-price.tsx';
import { useStartQuotes } from '../../actions/quote-batch/use-start-quotes.ts';
import { formatCount, formatNumber } from '../../text/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconReceipt2 } from '../../ui/icons.ts';
import styles from './matrix.module.css';

/** The number of guests of a quote when the matrix is for any number of guests. */
const DEFAULT_GUESTS = 2;

export function QuoteFree({
  question: { connectionId, stays },
  applicationId,
  range: { free, freeStays },
}: {
  question: MatrixQuestion;
  applicationId: string;
  range: MatrixRange;
}) {
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
