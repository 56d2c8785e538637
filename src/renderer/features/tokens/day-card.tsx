/** The issuances of the last 24 hours, as a chart and as a table. */
import { Card } from '@mantine/core';
import type { QuotaReset } from '../../../shared/model/connection.ts';
import type { TokenStatus } from '../../../shared/model/token.ts';
import { formatCount } from '../../text/format.ts';
import { numberIssuances } from './day-axis.ts';
import { ChartLegend, DayChart } from './day-chart.tsx';
import { IssuanceTable } from './issuance-table.tsx';
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
