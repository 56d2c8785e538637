/** A description list: names and values side by side. */
import type { ReactNode } from 'react';
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
        <KeyValueRow key={entry.key ?? entry.name} name={entry.name} value={entry.value} />
      ))}
    </dl>
  );
}

function KeyValueRow({ name, value }: KeyValue) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}
