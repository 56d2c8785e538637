/** A notice on the page of a quote, with a tone, an icon and a title. */
import type { ComponentPropsWithRef, ReactNode } from 'react';
import type { Tone } from '../../ui/tag.tsx';
import styles from './quotes.module.css';

export function Notice({
  tone,
  icon,
  title,
  children,
  ...section
}: Omit<ComponentPropsWithRef<'section'>, 'title'> & { tone: Tone; icon?: ReactNode; title: string }) {
  return (
    <section {...section} className={styles.notice} data-tone={tone}>
      {icon}
      <div>
        <h3 className={styles.noticeTitle}>{title}</h3>
        {children}
      </div>
    </section>
  );
}

/** Explains that notes and guests cannot be decrypted. Only a restart helps, because Electron asks the key store once in a run. */
export function LockedKey({ what }: { what: 'The note is' | 'Guests and notes are' }) {
  return (
    <p className={styles.locked} role="status">
      {what} locked: the key store of this computer has not given the key. Unlock it, then restart Latchkey.
    </p>
  );
}
