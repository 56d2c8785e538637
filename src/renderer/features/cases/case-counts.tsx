/** The numbers of the listed cases by cause and by week, folded away until a person opens them. */
import { useId, useState } from 'react';
import type { CaseFilter } from '../../../shared/model/case.ts';
import { useAsk } from '../../ipc/client.ts';
import { formatNumber, formatPlainDate } from '../../text/format.ts';
import styles from './cases.module.css';

export function CaseCounts({ filter }: { filter: CaseFilter }) {
  const [isOpen, setOpen] = useState(false);
  const { data } = useAsk('cases', 'counts', filter, { keepsPrevious: true, enabled: isOpen });
  return (
    <details className={styles.counts} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>By cause and week</summary>
      {data ? (
        <div className={styles.countLists}>
          <Counts
            title="By cause"
            rows={data.causes.map(({ title, count }) => ({ name: title ?? 'Not known', count }))}
          />
          <Counts
            title="By week, from Monday"
            rows={data.weeks.map(({ monday, count }) => ({ name: formatPlainDate(monday), count }))}
          />
        </div>
      ) : null}
    </details>
  );
}

function Counts({ title, rows }: { title: string; rows: readonly { name: string; count: number }[] }) {
  const titleId = useId();
  const most = Math.max(...rows.map(({ count }) => count));
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.countTitle}>
        {title}
      </h2>
      <ul className={styles.countList}>
        {rows.map(({ name, count }) => (
          <li key={name}>
            <span>{name}</span>
            <span className={styles.countBar} aria-hidden style={{ width: `${(72 * count) / most}px` }} />
            <span className="lk-num">{formatNumber(count)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
