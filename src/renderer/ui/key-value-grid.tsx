/** Names and values side by side, as a description list. */
import type { ReactNode } from 'react';
import styles from './key-value-grid.module.css';

export interface KeyValue {
  name: string;
  value: ReactNode;
  /** Needed where two entries share a name. */
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
