/** How many exchanges are shown of how many, seen at once and spoken when it has stood for a moment. */
import { useDebouncedValue } from '@mantine/hooks';
import type { ExchangePage } from '../../../../shared/model/traffic.ts';
import { formatCount, formatNumber } from '../../../text/format.ts';
import styles from '../traffic.module.css';

/** A screen reader hears a new count when it has stood this long. */
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
