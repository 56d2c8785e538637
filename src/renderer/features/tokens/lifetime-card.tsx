/** The current token of a credential: countdown, state with its reason, lifetime and facts. */
import { Card } from '@mantine/core';
import type { ClockFace } from '../../../shared/model/primitives.ts';
import type { TokenStatus } from '../../../shared/model/token.ts';
import { isRefusedEarly } from '../../../shared/text/token-text.ts';
import { formatDuration } from '../../../shared/time/format-duration.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { TokenBadge, useTokenReason } from '../../actions/token-badge.tsx';
import { formatInstant, formatRelative, percent } from '../../text/format.ts';
import { KEPT_SENTENCES } from '../../text/kept-text.ts';
import { CountdownRing } from '../../ui/countdown-ring.tsx';
import { type KeyValue, KeyValueGrid } from '../../ui/key-value-grid.tsx';
import barStyles from './lifetime-bar.module.css';
import styles from './tokens.module.css';

const STORED: Record<TokenStatus['storage'], string> = { ...KEPT_SENTENCES, nowhere: 'Not stored' };

interface LifetimeCardProps {
  token: TokenStatus;
  connectionId: string;
  face: ClockFace;
  now: number;
}

export function LifetimeCard({ token, connectionId, face, now }: LifetimeCardProps) {
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
    { name: 'Origin', value: token.origin === 'adopted' ? 'Adopted' : 'Issued to this app' },
    { name: 'Stored', value: STORED[token.storage] },
    ...(token.scope === null ? [] : [{ name: 'Scope', value: <span className="lk-mono">{token.scope}</span> }]),
    { name: 'Generation', value: <span className="lk-num">{token.generation}</span> },
  ];
}

interface LifetimeBarProps {
  issuedAt: number;
  dueAt: number;
  expiresAt: number;
  now: number;
}

/** The lifetime of a token as a bar: issuance, start of renewal, expiry, and now. */
function LifetimeBar({ issuedAt, dueAt, expiresAt, now }: LifetimeBarProps) {
  const share = (at: number): number => Math.min(1, Math.max(0, (at - issuedAt) / Math.max(1, expiresAt - issuedAt)));
  const [due, here] = [share(dueAt), share(now)];
  const instant = (at: number): string => formatInstant(at, { now });
  const left = now >= expiresAt ? 'expired' : `${formatDuration(expiresAt - now)} left`;
  return (
    <div
      className={barStyles.life}
      role="img"
      aria-label={`Lifetime of the token: issued ${instant(issuedAt)}, renewal due ${instant(dueAt)}, expires ${instant(expiresAt)}; ${left}`}
    >
      <div className={barStyles.now} data-late={here > 0.5 || undefined} style={side(here)}>
        now, {left}
      </div>
      <div className={barStyles.track}>
        <div className={barStyles.lived} style={{ width: percent(here) }} />
        <div className={barStyles.renewal} style={{ left: percent(due) }} />
        <div className={barStyles.dueLine} style={{ left: percent(due) }} />
        <div className={barStyles.nowLine} style={{ left: percent(here) }} />
      </div>
      <div className={barStyles.ends}>
        <span>
          Issued <b className="lk-num">{instant(issuedAt)}</b>
        </span>
        <span>
          Expires <b className="lk-num">{instant(expiresAt)}</b>
        </span>
      </div>
      <div className={barStyles.due} data-late={due > 0.5 || undefined} style={side(due)}>
        Renewal due <b className="lk-num">{instant(dueAt)}</b>
      </div>
    </div>
  );
}

/** Places a label beside its position, on the side with more space. */
const side = (share: number) => (share > 0.5 ? { marginRight: percent(1 - share) } : { marginLeft: percent(share) });
