/** The issuances of the last 24 hours, as a chart and as a table. */
import { Card } from '@mantine/core';
import type { QuotaReset } from '../../../shared/model/connection.ts';
import type { TokenStatus } from '../../../shared/model/token.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { formatCount, formatInstant, formatRelative } from '../../text/format.ts';
import { ISSUANCE_CAUSES } from '../../text/issuance-cause.ts';
import { Tag } from '../../ui/tag.tsx';
import { type NumberedIssuance, numberIssuances } from './day-axis.ts';
import { ChartLegend, DayChart } from './day-chart.tsx';
import { OUTCOMES } from './issuance-text.ts';
import styles from './tokens.module.css';

export function DayCard({
  token,
  reset,
  now,
  linked,
}: {
  token: TokenStatus;
  reset: QuotaReset;
  now: number;
  /** True when each token request has a link to its exchange. Traffic has only exchanges of the current connection. */
  linked: boolean;
}) {
  const numbered = numberIssuances(token.issuances, token.api, reset);
  return (
    <Card component="section" aria-labelledby="day-title" bg="var(--lk-surface)">
      <h2 id="day-title" className={styles.title}>
        Issuances in the last 24 hours
      </h2>
      <p className={styles.dim}>
        {numbered.length === 0
          ? 'No token was requested in the last 24 hours.'
          : `${formatCount(numbered.length, 'token request')} in the last 24 hours, from the ledger on this computer.`}
      </p>
      <DayChart numbered={numbered} quota={token.quota} foreign={token.foreignUse} now={now} />
      <ChartLegend foreign={token.foreignUse !== null} reported={token.quota.basis === 'server'} />
      {numbered.length === 0 ? null : <IssuanceTable numbered={numbered} now={now} linked={linked} />}
    </Card>
  );
}

/** The exchange of a token request is searched this long around its ledger entry, because the request is sent shortly after the entry. */
const AROUND_MS = 2_000;

/** The issuances of the last 24 hours as a table: cause, outcome, and when the slot regenerates. */
function IssuanceTable({
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
