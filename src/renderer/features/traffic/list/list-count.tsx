/** The number of exchanges shown and of all, announced to screen readers once it is stable. */
import { useDebouncedValue } from '@mantine/hooks';
import type { ExchangePage } from '../../../../shared/model/traffic.ts';
import { formatCount, formatNumber } from '../../../text/format.ts';
import styles from '../traffic.module.css';

/** Screen readers announce a count that has been stable for this long. */
const ANNOUNCE_AFTER_MS = 700;

/** "1,234 of 48,120 exchanges", "more than 10,000 of 48,120 exchanges", or all of them. */
export function countText({ count, more }: ExchangePage['matched'], total: number, narrowed: boolean): string {
  if (!narrowed) return formatCount(total, 'exchange');
  return `${more ? 'more than ' : ''}${formatNumber(count)} of ${formatCount(total, 'exchange')}`;
}

export function ListCount({ text, marked }: { text: string; marked: number }) {
  const whole = marked === 0 ? text : `${text} · ${formatNumber(marked)} marked`;
  const [announced] = useDebouncedValue(whole, ANNOUNCE_AFTER_MS);
  return (
    <>
      <span className={`${styles.count} lk-num`} aria-hidden>
        {whole}
      </span>
      <span className="lk-unseen" role="status">
        {announced}
      </span>
    </>
  );
}
