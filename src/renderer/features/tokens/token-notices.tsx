/** Notices about a token: it cannot be renewed, other clients use its quota, or the service's clock differs. */

import { Alert } from '@mantine/core';
import type { SecretPlace } from '../../../shared/model/connection.ts';
import type { ForeignUse, Skew, TokenStatus } from '../../../shared/model/token.ts';
import { renewalBlockText } from '../../../shared/text/token-text.ts';
import { formatDuration } from '../../../shared/time/format-duration.ts';
import { SECOND_MS } from '../../../shared/time/units.ts';
import { renewalBlock } from '../../../shared/token/renewal-forecast.ts';
import { formatCount, formatInstant, formatRelative } from '../../text/format.ts';
import { IconAlertTriangle, IconClock, IconUsers } from '../../ui/icons.ts';
import styles from './tokens.module.css';

interface Props {
  token: TokenStatus;
  skew: Skew | null;
  secret: SecretPlace;
  now: number;
}

export function TokenNotices({ token, skew, secret, now }: Props) {
  const block = renewalBlock(token, secret, now);
  const instant = (at: number): string => formatInstant(at, { now });
  return (
    <div className={styles.notices}>
      {block ? (
        <Alert
          className="lk-alert-warn"
          p="sm"
          icon={<IconAlertTriangle size={18} aria-hidden />}
          title={`This token cannot be renewed before it expires ${instant(block.expiresAt)}`}
        >
          {renewalBlockText(block, instant)} You can adopt an existing token without using a slot.
        </Alert>
      ) : null}
      {token.foreignUse ? (
        <Alert
          className="lk-alert-warn"
          p="sm"
          icon={<IconUsers size={18} aria-hidden />}
          title={foreignText(token.foreignUse, instant)}
        >
          The server counts more tokens than the ledger on this computer. Another computer, a website or a script uses
          the same client ID and the same quota.
        </Alert>
      ) : null}
      {skew && Math.abs(skew.offsetMs) > 2 * SECOND_MS ? (
        <Alert className="lk-alert-info" p="sm" icon={<IconClock size={18} aria-hidden />} title={skewText(skew)}>
          Times and countdowns here follow the server’s clock, as measured {formatRelative(skew.measuredAt, now)}.
        </Alert>
      ) : null}
    </div>
  );
}

/** A sentence about other clients: "Other clients use this client ID: 2 tokens since today 14:05." */
function foreignText(foreign: ForeignUse, instant: (at: number) => string): string {
  const tokens = formatCount(foreign.count, 'token');
  return foreign.since === null
    ? `Other clients use this client ID: ${tokens}, noticed ${instant(foreign.noticedAt)}`
    : `Other clients use this client ID: ${tokens} since ${instant(foreign.since)}`;
}

/** A sentence about the clock skew: "The server’s clock is 3 min ahead of this computer’s." */
const skewText = ({ offsetMs }: Skew): string =>
  `The server’s clock is ${formatDuration(Math.round(Math.abs(offsetMs) / 1_000) * 1_000)} ${offsetMs > 0 ? 'ahead of' : 'behind'} this computer’s`;
