/** The current token of a credential: countdown, state with its reason, lifetime and facts. */

import { Card } from '@mantine/core';
import type { ClockFace } from '../../../shared/model/primitives.ts';
import type { TokenStatus } from '../../../shared/model/token.ts';
import { isRefusedEarly } from '../../../shared/text/token-text.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { TokenBadge, useTokenReason } from '../../actions/token-badge.tsx';
import { formatInstant, formatRelative } from '../../text/format.ts';
import { KEPT_SENTENCES } from '../../text/kept-text.ts';
import { CountdownRing } from '../../ui/countdown-ring.tsx';
import { type KeyValue, KeyValueGrid } from '../../ui/key-value-grid.tsx';
import { LifetimeBar } from './lifetime-bar.tsx';
import styles from './tokens.module.css';

const STORED: Record<TokenStatus['storage'], string> = { ...KEPT_SENTENCES, nowhere: 'Not stored' };

export function LifetimeCard({
  token,
  connectionId,
  face,
  now,
}: {
  token: TokenStatus;
  connectionId: string;
  face: ClockFace;
  now: number;
}) {
  const { issuedAt, dueAt, expiresAt } = token;
  const reason = useTokenReason(token, connectionId);
  return (
    <Card component="section" aria-labelledby="life-title" bg="var(--lk-surface)">
      <h2 id="life-title" className="lk-unseen">
        Current token
      </h2>
      <div className={styles.life}>
        <CountdownRing
          from={issuedAt}
          to={expiresAt}
          dueAt={dueAt}
          face={face}
          size={148}
          refused={isRefusedEarly(token, now)}
        />
        <div className={styles.lifeText}>
          <TokenBadge token={token} connectionId={connectionId} />
          <p className={styles.reason}>{reason}</p>
          {issuedAt !== null && dueAt !== null && expiresAt !== null ? (
            <LifetimeBar issuedAt={issuedAt} dueAt={dueAt} expiresAt={expiresAt} now={now} />
          ) : (
            <p className={styles.dim}>There is no token.</p>
          )}
        </div>
      </div>
      {token.lastError ? <ErrorNotice error={token.lastError} compact /> : null}
      {issuedAt === null && token.retryAt === null ? null : <KeyValueGrid entries={factsOf(token, now)} />}
    </Card>
  );
}

function factsOf(token: TokenStatus, now: number): KeyValue[] {
  const retry: KeyValue[] =
    token.retryAt === null || token.retryAt <= now
      ? []
      : [
          {
            name: 'Next attempt',
            value: `${formatInstant(token.retryAt, { now })}, ${formatRelative(token.retryAt, now)}`,
          },
        ];
  if (token.issuedAt === null) return retry;
  return [
    ...retry,
    {
      name: 'Origin',
      value: token.origin === 'adopted' ? 'Adopted' : 'Issued to this app',
    },
    { name: 'Stored', value: STORED[token.storage] },
    ...(token.scope === null ? [] : [{ name: 'Scope', value: <span className="lk-mono">{token.scope}</span> }]),
    { name: 'Generation', value: <span className="lk-num">{token.generation}</span> },
  ];
}
