/** The questions to the customer, as a text that can be sent unchanged. */
import { type ReactNode, useId } from 'react';
import styles from './diagnosis.module.css';

export function AskText({ text, button }: { text: string; button: ReactNode }) {
  const titleId = useId();
  return (
    <section className={styles.ask} aria-labelledby={titleId}>
      <h3 id={titleId} className={styles.askTitle}>
        Text to send to the customer
      </h3>
      <pre className={styles.askText}>{text}</pre>
      {button}
    </section>
  );
}
