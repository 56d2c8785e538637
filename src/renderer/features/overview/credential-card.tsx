/** The card of a credential: its token's lifetime as a ring, its quota, the quota that the service reported, and a link to the token's page. */
import { Button, Card } from '@mantine/core';
import { useState } from 'react';
import type { ClockFace } from '../../../shared/model/primitives.ts';
import type { ServerQuota, TokenQuota, TokenStatus } from '../../../shared/model/token.ts';
import { API_NAMES } from '../../../shared/text/api-names.ts';
import { isRefusedEarly } from '../../../shared/text/token-text.ts';
import { leftOf } from '../../../shared/token/quota-left.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { RenewToken } from '../../actions/renew-token.tsx';
import { TokenBadge } from '../../actions/token-badge.tsx';
import { PageLink } from '../../navigation/page-link.tsx';
import { formatInstant, formatRelative } from '../../text/format.ts';
import { nextSlotText, quotaText } from '../../text/quota-text.ts';
import { CountdownRing } from '../../ui/countdown-ring.tsx';
import { type KeyValue, KeyValueGrid } from '../../ui/key-value-grid.tsx';
import { QuotaPips } from '../../ui/quota-pips.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './overview.module.css';

export function CredentialCard({ token, face }: { token: TokenStatus; face: ClockFace }) {
  const now = useNow(face);
  const [renewing, setRenewing] = useState(false);
  const titleId = `credential-${token.credentialId}`;
  return (
    <Card component="article" padding="sm" className={styles.card ?? ''} aria-labelledby={titleId}>
      <div className={styles.head}>
        <div>
          <h3 id={titleId} className={styles.label} style={{ margin: 0 }}>
            <PageLink to="/token" search={{ id: token.credentialId }} c="inherit" inherit>
              {token.label}
            </PageLink>
          </h3>
          {token.label === API_NAMES[token.api] ? null : <div className={styles.api}>{API_NAMES[token.api]}</div>}
        </div>
        <TokenBadge token={token} />
      </div>
      <div className={styles.life}>
        <CountdownRing
          from={token.issuedAt}
          to={token.expiresAt}
          dueAt={token.dueAt}
          face={face}
          size={76}
          refused={isRefusedEarly(token, now)}
        />
        {token.issuedAt === null && token.expiresAt === null ? (
          <div className={styles.reason}>{token.lastError ? null : token.reason}</div>
        ) : (
          <KeyValueGrid entries={lifeOf(token, now)} dense />
        )}
      </div>
      {token.lastError || token.state === 'valid' || token.issuedAt === null ? null : (
        <div className={styles.reason}>{token.reason}</div>
      )}
      <Quota token={token} now={now} />
      {token.lastError ? <ErrorNotice error={token.lastError} compact /> : null}
      <div className={styles.actions}>
        <Button size="xs" onClick={() => setRenewing(true)} loading={token.state === 'renewing'}>
          {token.issuedAt === null ? 'Get a token' : 'Renew now'}
        </Button>
        <PageLink to="/token" search={{ id: token.credentialId }} size="sm" aria-label={`Token page of ${token.label}`}>
          Token page
        </PageLink>
      </div>
      {renewing ? <RenewToken token={token} face={face} onClose={() => setRenewing(false)} /> : null}
    </Card>
  );
}

function lifeOf(token: TokenStatus, now: number): KeyValue[] {
  const at = (name: string, instant: number | null): KeyValue => ({
    name,
    value: instant === null ? '–' : <span className="lk-num">{formatInstant(instant, { now })}</span>,
  });
  return [at('Issued', token.issuedAt), at('Renewal', token.dueAt), at('Expires', token.expiresAt)];
}

function Quota({ token, now }: { token: TokenStatus; now: number }) {
  const { quota, server } = token;
  const isSame = server !== null && isSameQuota(quota, server);
  return (
    <div className={styles.quota}>
      <div className={styles.quotaLine}>
        <strong>{quotaText(quota)}</strong>
        <QuotaPips used={quota.used} limit={quota.limit} label={quotaText(quota)} />
      </div>
      <div className={styles.dim}>{nextSlotText(quota, now, !isSame)}</div>
      <div className={styles.dim}>
        {server === null
          ? 'The server has not reported its quota yet.'
          : isSame
            ? `The server reported the same numbers ${formatRelative(server.receivedAt, now)}.`
            : reportedQuotaText(server, quota, now)}
      </div>
    </div>
  );
}

const isSameQuota = (quota: TokenQuota, { remaining, limit, resetAt }: ServerQuota): boolean =>
  remaining === leftOf(quota) && limit === quota.limit && (resetAt === null || resetAt === quota.nextSlotAt);

/** The quota that the service reported, and its next slot when the console counts otherwise. */
function reportedQuotaText(
  { remaining, limit, resetAt, receivedAt }: ServerQuota,
  quota: TokenQuota,
  now: number,
): string {
  const text = `The server reported ${remaining ?? '?'} of ${limit ?? '?'} left, ${formatRelative(receivedAt, now)}`;
  return resetAt === null || resetAt <= now || resetAt === quota.nextSlotAt
    ? `${text}.`
    : `${text}; a slot regenerates ${formatRelative(resetAt, now)}.`;
}
