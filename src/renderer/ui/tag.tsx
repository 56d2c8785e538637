/** A small label with a tone and, best, an icon: state is never told by colour alone. */
import type { ReactNode } from 'react';
import styles from './tag.module.css';
import { type Tone, toneColours } from './tone.ts';

export function Tag({ tone, icon, children }: { tone: Tone; icon?: ReactNode; children: ReactNode }) {
  const { text, tint } = toneColours(tone);
  return (
    <span className={styles.tag} style={{ color: text, background: tint }}>
      {icon}
      <span>{children}</span>
    </span>
  );
}
