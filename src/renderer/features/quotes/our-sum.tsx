/** How an amount that the console summed is marked. */
import type { RatePlan } from '../../../shared/model/quote.ts';
import { formatMoney } from '../../text/format.ts';
import styles from './quotes.module.css';

export const OurSum = () => <span className={styles.ours}> our sum</span>;

/** A rate plan for a person who hears it: "Standard, €245.00, our sum". */
export const planLabel = ({ name, total, isTotalOurs }: RatePlan): string =>
  [name, ...(total ? [formatMoney(total)] : []), ...(isTotalOurs ? ['our sum'] : [])].join(', ');
