/** The lifetime of a token as a bar: issuance, start of renewal, expiry, and now. */

import { formatDuration } from '../../../shared/time/format-duration.ts';
import { formatInstant } from '../../text/format.ts';
import { percent } from '../../ui/percent.ts';
import styles from './lifetime-bar.module.css';

export function LifetimeBar({
  issuedAt,
  dueAt,
  expiresAt,
  now,
}: {
  issuedAt: number;
  dueAt: number;
  expiresAt: number;
  now: number;
}) {
  const share = (at: number): number => Math.min(1, Math.max(0, (at - issuedAt) / Math.max(1, expiresAt - issuedAt)));
  const [due, here] = [share(dueAt), share(now)];
  const instant = (at: number): string => formatInstant(at, { now });
  const left = now >= expiresAt ? 'expired' : `${formatDuration(expiresAt - now)} left`;
  return (
    <div
      className={styles.life}
      role="img"
      aria-label={`Lifetime of the token: issued ${instant(issuedAt)}, renewal due ${instant(dueAt)}, expires ${instant(expiresAt)}; ${left}`}
    >
      <div className={styles.now} data-late={here > 0.5 || undefined} style={side(here)}>
        now, {left}
      </div>
      <div className={styles.track}>
        <div className={styles.lived} style={{ width: percent(here) }} />
        <div className={styles.renewal} style={{ left: percent(due) }} />
        <div className={styles.dueLine} style={{ left: percent(due) }} />
        <div className={styles.nowLine} style={{ left: percent(here) }} />
      </div>
      <div className={styles.ends}>
        <span>
          Issued <b className="lk-num">{instant(issuedAt)}</b>
        </span>
        <span>
          Expires <b className="lk-num">{instant(expiresAt)}</b>
        </span>
      </div>
      <div className={styles.due} data-late={due > 0.5 || undefined} style={side(due)}>
        Renewal due <b className="lk-num">{instant(dueAt)}</b>
      </div>
    </div>
  );
}

/** Places a label beside its position, on the side with more space. */
const side = (share: number) => (share > 0.5 ? { marginRight: percent(1 - share) } : { marginLeft: percent(share) });
