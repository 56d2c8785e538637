/** Shows the price of a result and what the price leaves out: "€338.00 before fees and taxes". */
import type { SearchItem } from '../../../../shared/model/availability.ts';
import { formatCount, formatMoney } from '../../../text/format.ts';
import styles from '../availability.module.css';
import { COVERS_TEXT, coversOf, type Quoted, totalRemark } from './quoted.ts';

/** Says how a total was calculated: "sum of 5 nightly rates"; empty without a total. */
export function basisText({ basis, nights }: Pick<SearchItem, 'basis' | 'nights'>): string {
  if (basis === 'nightlyRates')
    return `sum of ${nights === null ? 'the' : nights} nightly ${nights === 1 ? 'rate' : 'rates'}`;
  if (basis === 'basePrice') return 'from the base price';
  if (basis === 'stated') return 'as the service states it';
  return basis === 'inferred' ? 'an inferred amount' : '';
}

/** Says what a total covers and how it was calculated: "before fees and taxes, sum of 5 nightly rates"; null without a total. */
const remarkOf = (item: SearchItem): string | null =>
  item.total === null ? null : [totalRemark(item), basisText(item)].filter(Boolean).join(', ');

/** Returns the remark on all totals, to be shown once above the results; null when the remarks differ or there is only one total. */
export function commonRemark(items: readonly SearchItem[]): string | null {
  const priced = items.filter(({ total }) => total !== null);
  const [first] = priced;
  const remark = first ? remarkOf(first) : null;
  return priced.length > 1 && priced.every((item) => remarkOf(item) === remark) ? remark : null;
}

/** Writes the usual addition of fees and taxes: "usually +55 % with fees and taxes (2 quotes)"; null when no quote shows it. */
export function usualText({ share, quotes }: Quoted): string | null {
  if (share === null) return null;
  return `usually +${Math.round(share * 100)} % with fees and taxes (${formatCount(quotes, 'quote')})`;
}

interface Props {
  item: SearchItem;
  quoted: Quoted | undefined;
  brief?: boolean;
  /** The remark on all totals that stands above the results (see {@link commonRemark}). */
  said?: string | null;
}

/** Shows the price; `brief` leaves out how the total was calculated. */
export function Price({ item, quoted, brief = false, said = null }: Props) {
  const { total, perNight } = item;
  if (total === null && perNight === null) return <p className={styles.basis}>No price stated</p>;
  // Beside the total of a quote, the total of the search says what it leaves out.
  const isSaid = said !== null && !quoted?.total && remarkOf(item) === said;
  const usual = quoted ? usualText(quoted) : null;
  return (
    <div className={styles.prices}>
      {quoted?.total ? (
        <p>
          <span className={`${styles.total} lk-num`}>{formatMoney(quoted.total)}</span>{' '}
          <span className={styles.basis}>all included, as quoted</span>
        </p>
      ) : null}
      {total ? (
        <p className={quoted?.total ? styles.basis : ''}>
          <span className={quoted?.total ? 'lk-num' : `${styles.total} lk-num`}>{formatMoney(total)}</span>
          {isSaid ? null : <span className={styles.basis}> {totalRemark(item)}</span>}
        </p>
      ) : null}
      <p className={styles.basis}>
        {[
          perNight ? `${formatMoney(perNight)} a night${total ? '' : ` ${COVERS_TEXT[coversOf(item)]}`}` : '',
          total && !brief && !isSaid ? basisText(item) : '',
          quoted?.total || coversOf(item) === 'all' ? '' : (usual ?? ''),
        ]
          .filter(Boolean)
          .join(', ')}
      </p>
    </div>
  );
}
