/** The issuances of the last 24 hours as a table: cause, outcome, and the instant at which the slot regenerates. */
import { formatInstant, formatRelative } from '../../text/format.ts';
import { Tag } from '../../ui/tag.tsx';
import type { NumberedIssuance } from './day-axis.ts';
import { CAUSES, OUTCOMES } from './issuance-text.ts';
import styles from './tokens.module.css';

export function IssuanceTable({ numbered, now }: { numbered: readonly NumberedIssuance[]; now: number }) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label="Token requests of the last 24 hours">
        <thead>
          <tr>
            <th scope="col">No.</th>
            <th scope="col">Requested</th>
            <th scope="col">By</th>
            <th scope="col">Outcome</th>
            <th scope="col">Slot regenerates</th>
          </tr>
        </thead>
        <tbody>
          {[...numbered].reverse().map(({ issuance, number, regeneratesAt }) => (
            <tr key={issuance.id}>
              <td className="lk-num">{number}</td>
              <td className="lk-num">{formatInstant(issuance.at, { now })}</td>
              <td>{CAUSES[issuance.cause]}</td>
              <td>
                <Tag tone={OUTCOMES[issuance.outcome].tone}>{OUTCOMES[issuance.outcome].title}</Tag>
              </td>
              <td className={regeneratesAt === null ? undefined : 'lk-num'}>
                {slotText(issuance.outcome === 'refused', regeneratesAt, now)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function slotText(refused: boolean, regeneratesAt: number | null, now: number): string {
  if (refused) return 'None used';
  if (regeneratesAt === null) return 'None used: the first token is not a renewal';
  return `${formatInstant(regeneratesAt, { now })}, ${formatRelative(regeneratesAt, now)}`;
}
