/** The title, tone and icon of each token state, and its badge. */
import type { TokenState } from '../../shared/model/token.ts';
import { TOKEN_STATE_TITLES } from '../../shared/text/token-text.ts';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconClockExclamation,
  IconHourglassEmpty,
  IconLock,
  IconRefresh,
} from './icons.ts';
import { Tag, type Tone } from './tag.tsx';

/** The state of a token on the screen: the token's own, or `refused` if the service refused a token that should be valid. */
export type ShownTokenState = TokenState | 'refused';

export const TOKEN_STATES: Record<
  ShownTokenState,
  { title: string; short: string; tone: Tone; Icon: typeof IconLock }
> = {
  none: { title: TOKEN_STATE_TITLES.none, short: 'None', tone: 'muted', Icon: IconCircleDashed },
  valid: { title: TOKEN_STATE_TITLES.valid, short: 'Valid', tone: 'good', Icon: IconCircleCheck },
  due: { title: TOKEN_STATE_TITLES.due, short: 'Due', tone: 'accent', Icon: IconClockExclamation },
  renewing: { title: TOKEN_STATE_TITLES.renewing, short: 'Renewing', tone: 'info', Icon: IconRefresh },
  expired: { title: TOKEN_STATE_TITLES.expired, short: 'Expired', tone: 'warn', Icon: IconHourglassEmpty },
  blocked: { title: TOKEN_STATE_TITLES.blocked, short: 'No slot', tone: 'warn', Icon: IconLock },
  unreachable: { title: TOKEN_STATE_TITLES.unreachable, short: 'Offline', tone: 'warn', Icon: IconAlertTriangle },
  refused: { title: 'Refused by the service', short: 'Refused', tone: 'bad', Icon: IconCircleX },
  rejected: { title: TOKEN_STATE_TITLES.rejected, short: 'Rejected', tone: 'bad', Icon: IconCircleX },
};

export function TokenStateBadge({ state }: { state: ShownTokenState }) {
  const { title, tone, Icon } = TOKEN_STATES[state];
  return (
    <Tag tone={tone} icon={<Icon size={14} stroke={2} aria-hidden />}>
      {title}
    </Tag>
  );
}
