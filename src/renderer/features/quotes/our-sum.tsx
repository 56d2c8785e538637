/** The mark of an amount that the console summed. */
import styles from './quotes.module.css';

export const OurSum = () => <span className={styles.ours}> our sum</span>;
