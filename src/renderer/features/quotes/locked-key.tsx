/** Explains that notes and guests cannot be decrypted. Only a restart helps, because Electron asks the key store once in a run. */
import styles from './quotes.module.css';

export function LockedKey({ what }: { what: 'The note is' | 'Guests and notes are' }) {
  return (
    <p className={styles.locked} role="status">
      {what} locked: the key store of this computer has not given the key. Unlock it, then restart Latchkey.
    </p>
  );
}
