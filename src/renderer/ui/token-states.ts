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

export const TOKEN_STATES: Record<TokenState, { title: string; short: string; tone: Tone; Icon: typeof IconLock }> = {
  none: { title: 'No token yet', short: 'None', tone: 'muted', Icon: IconCircleDashed },
  valid: { title: 'Valid', short: 'Valid', tone: 'good', Icon: IconCircleCheck },
  due: { title: 'Due for renewal', short: 'Due', tone: 'accent', Icon: IconClockExclamation },
  renewing: { title: 'Renewing', short: 'Renewing', tone: 'info', Icon: IconRefresh },
  expired: { title: 'Expired', short: 'Expired', tone: 'warn', Icon: IconHourglassEmpty },
  blocked: { title: 'No slot left', short: 'No slot', tone: 'warn', Icon: IconLock },
  unreachable: { title: 'Unreachable', short: 'Offline', tone: 'warn', Icon: IconAlertTriangle },
  rejected: { title: 'Rejected', short: 'Rejected', tone: 'bad', Icon: IconCircleX },
};
