/** The quota that is left, what its countdown is based on, the reserve, and the quota that the service reported. */
import { Card, Group } from '@mantine/core';
import type { ServerQuota, TokenStatus } from '../../../shared/model/token.ts';
import { basisText } from '../../../shared/text/error-text.ts';
import { WhatIsThis } from '../../actions/help/what-is-this.tsx';
import { PageLink } from '../../navigation/page-link.tsx';
import { formatCount, formatInstant, formatRelative } from '../../text/format.ts';
import { nextSlotText, priceText, quotaText } from '../../text/quota-text.ts';
import { type KeyValue, KeyValueGrid } from '../../ui/key-value-grid.tsx';
import { QuotaPips } from '../../ui/quota-pips.tsx';
import styles from './tokens.module.css';

export function QuotaCard({ token, connectionId, now }: { token: TokenStatus; connectionId: string; now: number }) {
  const { quota, server, reserve } = token;
  return (
    <Card component="section" aria-labelledby="quota-title" bg="var(--lk-surface)">
      <Group gap={4} align="flex-start">
        <h2 id="quota-title" className={styles.title}>
          Quota
        </h2>
        <WhatIsThis part="token-quota" about="The quota" />
      </Group>
      <div className={styles.left}>
        <strong>{quotaText(quota)}</strong>
        <QuotaPips used={quota.used} limit={quota.limit} label={quotaText(quota)} />
      </div>
      <p className={styles.text}>{priceText(quota, now)}</p>
      {quota.doubt === undefined ? null : <p className={styles.text}>{quota.doubt}</p>}
      <p className={styles.dim}>
        {quota.nextSlotAt === null
          ? nextSlotText(quota, now)
          : `Next slot ${formatInstant(quota.nextSlotAt, { now })} (${basisText(quota.basis)}).`}
      </p>
      <p className={styles.dim}>
        {reserve === 0
          ? 'No slots are reserved for emergencies. '
          : `${formatCount(reserve, 'slot')} reserved for emergencies: only you can use ${reserve === 1 ? 'it' : 'them'}. `}
        <PageLink to="/connections" search={{ id: connectionId, tab: 'addresses' }} inherit underline="always">
          Change the reserve
        </PageLink>
      </p>
      <h3 className={styles.subtitle}>Reported by the server</h3>
      {server ? (
        <KeyValueGrid entries={headersOf(server, now)} />
      ) : (
        <p className={styles.dim}>Nothing yet. The countdown is based on the ledger on this computer.</p>
      )}
    </Card>
  );
}

function headersOf(server: ServerQuota, now: number): KeyValue[] {
  const count = (value: number | null) => <span className="lk-num">{value ?? 'not reported'}</span>;
  return [
    { name: 'Limit', value: count(server.limit) },
    { name: 'Remaining', value: count(server.remaining) },
    {
      name: 'Reset',
      value:
        server.resetAt === null
          ? 'not reported'
          : `${formatInstant(server.resetAt, { now })}, ${formatRelative(server.resetAt, now)}`,
    },
    {
      name: 'Reported',
      value: `${formatInstant(server.receivedAt, { now })}, ${formatRelative(server.receivedAt, now)}`,
    },
  ];
}
