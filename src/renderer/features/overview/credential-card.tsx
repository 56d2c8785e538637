/** One credential: its token's life as a ring, its quota, what the server said, and the two things a person may do. */
import { Button, Card } from '@mantine/core';
import { useState } from 'react';
import type { ClockFace } from '../../../shared/model/primitives.ts';
import type { TokenStatus } from '../../../shared/model/token.ts';
import { useNow } from '../../ipc/use-now.ts';
import { API_NAMES } from '../../ui/api-names.ts';
import { CountdownRing } from '../../ui/countdown-ring.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { formatInstant, formatRelative } from '../../ui/format.ts';
import { type KeyValue, KeyValueGrid } from '../../ui/key-value-grid.tsx';
import { Pips } from '../../ui/pips.tsx';
import { slotText } from '../../ui/slot-text.ts';
import { StateBadge } from '../../ui/state-badge.tsx';
import { ForgetToken } from './forget-token.tsx';
import { IssuanceHistory } from './issuance-history.tsx';
import styles from './overview.module.css';
import { quotaText } from './quota-text.ts';
import { RenewToken } from './renew-token.tsx';

export function CredentialCard({ token, face }: { token: TokenStatus; face: ClockFace }) {
  const now = useNow(face);
  const [asking, setAsking] = useState<'renew' | 'forget' | null>(null);
  const titleId = `credential-${token.credentialId}`;
  return (
    <Card component="article" className={styles.card ?? ''} aria-labelledby={titleId}>
      <div className={styles.head}>
        <div>
          <h3 id={titleId} className={styles.label} style={{ margin: 0 }}>
            {token.label}
          </h3>
          <div className={styles.api}>{API_NAMES[token.api]}</div>
        </div>
        <StateBadge state={token.state} />
      </div>
      <div className={styles.life}>
        <CountdownRing from={token.issuedAt} to={token.expiresAt} dueAt={token.dueAt} face={face} size={104} />
        <KeyValueGrid entries={lifeOf(token, now)} dense />
      </div>
      {token.lastError ? null : <div className={styles.reason}>{token.reason}</div>}
      <Quota token={token} now={now} />
      {token.lastError ? <ErrorNotice error={token.lastError} compact /> : null}
      <IssuanceHistory issuances={token.issuances} now={now} />
      <div className={styles.actions}>
        <Button variant="default" size="xs" onClick={() => setAsking('renew')} loading={token.state === 'renewing'}>
          {token.issuedAt === null ? 'Get a token' : 'Renew now'}
        </Button>
        {token.issuedAt === null ? null : (
          <Button variant="subtle" color="gray" size="xs" onClick={() => setAsking('forget')}>
            Forget
          </Button>
        )}
        <span className={`${styles.dim} lk-num`} style={{ fontSize: 12.5 }}>
          {keptText(token)}
        </span>
      </div>
      {asking === 'renew' ? <RenewToken token={token} face={face} onClose={() => setAsking(null)} /> : null}
      {asking === 'forget' ? <ForgetToken token={token} onClose={() => setAsking(null)} /> : null}
    </Card>
  );
}

function lifeOf(token: TokenStatus, now: number): KeyValue[] {
  const at = (name: string, instant: number | null): KeyValue => ({
    name,
    value: instant === null ? '–' : <span className="lk-num">{formatInstant(instant, { now })}</span>,
  });
  return [at('Issued', token.issuedAt), at('Due', token.dueAt), at('Expires', token.expiresAt)];
}

function keptText(token: TokenStatus): string {
  if (token.issuedAt === null || token.kept === 'nowhere') return '';
  return token.kept === 'encrypted' ? 'Kept across restarts' : 'Kept in memory only';
}

function Quota({ token, now }: { token: TokenStatus; now: number }) {
  const { quota, server } = token;
  return (
    <div className={styles.quota}>
      <div className={styles.quotaLine}>
        <strong>{quotaText(quota)}</strong>
        <Pips used={quota.used} limit={quota.limit} label={quotaText(quota)} />
      </div>
      <div className={styles.dim}>{slotText(quota, now)}</div>
      {server ? (
        <div className={styles.dim}>
          {`The server said ${server.remaining ?? '?'} of ${server.limit ?? '?'} left, ${formatRelative(server.receivedAt, now)}`}
          {server.resetAt !== null && server.resetAt > now
            ? `; a slot comes back ${formatRelative(server.resetAt, now)}.`
            : '.'}
        </div>
      ) : (
        <div className={styles.dim}>The server has said nothing about its quota yet.</div>
      )}
    </div>
  );
}
