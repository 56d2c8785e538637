/** A page of two panes: a list on the left, the chosen entry on the right. */
import type { CSSProperties, ReactNode } from 'react';
import styles from './two-panes.module.css';

/** Draws the panes. `listWidth` is in pixels; a narrow window reduces it by 60. */
export function TwoPanes({ listWidth, children }: { listWidth: number; children: ReactNode }) {
  return (
    <div className={styles.panes} style={{ '--list-width': `${listWidth}px` } as CSSProperties}>
      {children}
    </div>
  );
}
