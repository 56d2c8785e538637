/** A small label with a tone and an optional icon. Colour alone never carries the meaning. */
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
