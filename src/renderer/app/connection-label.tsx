/** The letter that marks a connection, and the line below the connection's name. */
import type { Connection } from '../../shared/model/connection.ts';
import styles from './shell.module.css';

/** Returns the line below a connection's name: its address without `https://`, or a text for the sandbox and for a missing address. */
export function aboutConnection(connection: Connection): string {
  if (connection.presetId === 'sandbox') return 'Embedded sandbox';
  const address = connection.addresses.baseUrl ?? connection.addresses.bookingBaseUrl;
  return address === null ? 'No address yet' : address.replace(/^https:\/\//, '');
}

export const ConnectionMark = ({ connection }: { connection: Connection }) => (
  <span className={styles.mark} data-sandbox={connection.presetId === 'sandbox' || undefined} aria-hidden>
    {connection.name.trim().charAt(0).toUpperCase()}
  </span>
);
