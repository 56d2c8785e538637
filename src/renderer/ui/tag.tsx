/** A small label with a tone and an optional icon. Colour alone never carries the meaning. */
import type { ReactNode } from 'react';
import styles from './tag.module.css';

export function Tag({ tone, icon, children }: { tone: Tone; icon?: ReactNode; children: ReactNode }) {
  const { text, tint } = toneColours(tone);
  return (
    <span className={styles.tag} style={{ color: text, background: tint }}>
      {icon}
      <span>{children}</span>
    </span>
  );
}

export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'muted' | 'accent';

/** Returns the CSS values of a tone: `text` for use on `tint` or on the canvas, `strong` for strokes and fills. */
export const toneColours = (tone: Tone): { text: string; tint: string; strong: string } => ({
  text: `var(--lk-${tone}-text)`,
  tint: `var(--lk-${tone}-tint)`,
  strong: `var(--lk-${tone}-strong)`,
});
