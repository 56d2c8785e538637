/** Explains that the service sent no price, or that no price was found in its answer, and what helps. */

import { NO_PRICE, NO_PRICE_REMEDY, PRICE_NOT_FOUND } from '../../../shared/quote/plan-choice.ts';
import { IconAlertTriangle } from '../../ui/icons.ts';
import { Notice } from './notice.tsx';
import styles from './quotes.module.css';

/** The text in place of an amount that the service did not send. */
export const NO_PRICE_TEXT = 'no price';
export const PRICE_NOT_FOUND_TEXT = 'no price found';

export function NoPrice({ isNotFound }: { isNotFound: boolean }) {
  const title = isNotFound ? 'No price found' : 'No price';
  return (
    <Notice tone="warn" icon={<IconAlertTriangle size={22} aria-hidden />} title={title} aria-label={title}>
      <p className={styles.text}>{isNotFound ? PRICE_NOT_FOUND : `${NO_PRICE} ${NO_PRICE_REMEDY}`}</p>
    </Notice>
  );
}
