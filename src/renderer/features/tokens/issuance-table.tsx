/** The issuances of the last 24 hours as a table: cause, outcome, and when the slot regenerates. */
import { PageLink } from '../../navigation/page-link.tsx';
import { formatInstant, formatRelative } from '../../text/format.ts';
import { ISSUANCE_CAUSES } from '../../text/issuance-cause.ts';
import { Tag } from '../../ui/tag.tsx';
import type { NumberedIssuance } from './day-axis.ts';
import { OUTCOMES } from './issuance-text.ts';
import styles from './tokens.module.css';

/** The exchange of a token request is searched this long around its ledger entry, because the request is sent shortly after the entry. */
const AROUND_MS = 2_000;

export function IssuanceTable({
  numbered,
  now,
  linked,
}: {
  numbered: readonly NumberedIssuance[];
  now: number;
  linked: boolean;
}) {
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
            {linked ? <th scope="col">Exchange</th> : null}
          </tr>
        </thead>
        <tbody>
          {[...numbered].reverse().map(({ issuance, number, regeneratesAt }) => (
            <tr key={issuance.id}>
              <td className="lk-num">{number}</td>
              <td className="lk-num">{formatInstant(issuance.at, { now })}</td>
              <td>{ISSUANCE_CAUSES[issuance.cause]}</td>
              <td>
                <Tag tone={OUTCOMES[issuance.outcome].tone}>{OUTCOMES[issuance.outcome].title}</Tag>
              </td>
              <td className={regeneratesAt === null ? undefined : 'lk-num'}>
                {slotText(issuance.outcome === 'refused', regeneratesAt, now)}
              </td>
              {linked ? (
                <td>
                  <PageLink
                    to="/traffic"
                    search={{
                      operation: 'token',
                      from: Math.floor(issuance.at - AROUND_MS),
                      until: Math.ceil((issuance.settledAt ?? issuance.at) + AROUND_MS),
                    }}
                    size="sm"
                    aria-label={`Exchange of token request ${number}`}
                  >
                    Traffic
                  </PageLink>
                </td>
              ) : null}
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
