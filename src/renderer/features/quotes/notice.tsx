/** A notice on the page of a quote, with a tone, an icon and a title. */
import type { ComponentPropsWithRef, ReactNode } from 'react';
import type { Tone } from '../../ui/tone.ts';
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
