/** How each token state is named, toned and drawn. */
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconClockExclamation,
  IconHourglassEmpty,
  IconLock,
  IconRefresh,
} from '@tabler/icons-react';
import type { TokenState } from '../../shared/model/token.ts';
import type { Tone } from './tone.ts';

export const TOKEN_STATES: Record<TokenState, { title: string; tone: Tone; Icon: typeof IconLock }> = {
  none: { title: 'No token yet', tone: 'muted', Icon: IconCircleDashed },
  valid: { title: 'Valid', tone: 'good', Icon: IconCircleCheck },
  due: { title: 'Due for renewal', tone: 'accent', Icon: IconClockExclamation },
  renewing: { title: 'Renewing', tone: 'info', Icon: IconRefresh },
  expired: { title: 'Expired', tone: 'warn', Icon: IconHourglassEmpty },
  blocked: { title: 'No slot left', tone: 'warn', Icon: IconLock },
  unreachable: { title: 'Unreachable', tone: 'warn', Icon: IconAlertTriangle },
  rejected: { title: 'Rejected', tone: 'bad', Icon: IconCircleX },
};
