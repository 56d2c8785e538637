/** The incidents as a table, newest first, with links to their exchanges. It shows the same facts as `IncidentPlot`. */
import type { Incident } from '../../../shared/model/incident.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { formatCount, formatInstant, formatNumber } from '../../text/format.ts';
import { toneColours } from '../../ui/tone.ts';
import { lookOf } from './incident-kinds.ts';
import styles from './timeline-view.module.css';

export function IncidentTable({ incidents, isLinked }: { incidents: readonly Incident[]; isLinked: boolean }) {
  if (incidents.length === 0) return <p className={styles.dim}>Nothing happened in this period.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard
    <section className={styles.scroll} tabIndex={0} aria-label="Incidents in this period">
      <table className={styles.table}>
        <caption className="lk-unseen">{formatCount(incidents.length, 'incident')}, newest first</caption>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Kind</th>
            <th scope="col">What happened</th>
            {isLinked ? <th scope="col">Exchange</th> : null}
          </tr>
        </thead>
        <tbody>
          {incidents.toReversed().map((incident) => (
            <IncidentRow key={incident.id} incident={incident} isLinked={isLinked} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function IncidentRow({ incident, isLinked }: { incident: Incident; isLinked: boolean }) {
  const { at, until, count, kind, text, exchangeId } = incident;
  const { name, tone } = lookOf(incident);
  return (
    <tr>
      <td className="lk-num">
        {formatInstant(at, { style: 'long' })}
        {until === null ? null : ` – ${formatInstant(until, { style: 'time' })}`}
      </td>
      <td style={{ color: toneColours(tone).text }}>{name}</td>
      <td>
        {count > 1 && kind !== 'foreign' ? `${formatNumber(count)} × ` : ''}
        {text}
      </td>
      {isLinked ? (
        <td>
          {exchangeId === null ? null : (
            <PageLink to="/traffic" search={{ id: exchangeId }} size="sm" aria-label={`See the exchange: ${text}`}>
              See
            </PageLink>
          )}
        </td>
      ) : null}
    </tr>
  );
}
