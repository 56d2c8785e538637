/** A page of two panes: a list on the left, the chosen entry on the right. */
import type { CSSProperties, ReactNode } from 'react';
import styles from './two-panes.module.css';

/** `listWidth`: in pixels; 60 less in a narrow window. */
export function TwoPanes({ listWidth, children }: { listWidth: number; children: ReactNode }) {
  return (
    <div className={styles.panes} style={{ '--list-width': `${listWidth}px` } as CSSProperties}>
      {children}
    </div>
  );
}
