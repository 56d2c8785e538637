/** Says that the service sent no price, and what to do. */
import { NO_PRICE, NO_PRICE_REMEDY } from '../../../shared/plan-choice.ts';
import { IconAlertTriangle } from '../../ui/first-icons.ts';
import styles from './quotes.module.css';

/** In the place of an amount. */
export const NO_PRICE_TEXT = 'no price';

export function NoPrice() {
  return (
    <section className={styles.notice} data-tone="warn" aria-label="No price">
      <IconAlertTriangle size={22} aria-hidden />
      <div>
        <h3 className={styles.noticeTitle}>No price</h3>
        <p className={styles.text}>
          {NO_PRICE} {NO_PRICE_REMEDY}
        </p>
      </div>
    </section>
  );
}
