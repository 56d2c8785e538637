/** Explains that the key of notes and guests cannot be decrypted. Electron asks the key store only once in a run, so only a restart helps. */
import styles from './quotes.module.css';

export function LockedKey({ what }: { what: 'The note is' | 'Guests and notes are' }) {
  return (
    <p className={styles.locked} role="status">
      {what} locked: the key store of this computer has not given the key. Unlock it, then restart Latchkey.
    </p>
  );
}
