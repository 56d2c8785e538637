/** A description list: names and values side by side. */
import { Fragment, type ReactNode } from 'react';
import styles from './key-value-grid.module.css';

export interface KeyValue {
  name: string;
  value: ReactNode;
  /** The React key; required when two entries have the same name. */
  key?: string;
}

export function KeyValueGrid({ entries, dense = false }: { entries: readonly KeyValue[]; dense?: boolean }) {
  return (
    <dl className={styles.grid} data-dense={dense || undefined}>
      {entries.map((entry) => (
        <Fragment key={entry.key ?? entry.name}>
          <dt>{entry.name}</dt>
          <dd>{entry.value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
