/** The state of a quote on the board as text, tone and icon; it changes with time. */
import {
  IconAlarm,
  IconArrowsExchange,
  IconCircleCheck,
  IconClockHour4,
  IconHelpCircle,
  IconHourglassEmpty,
  IconMailForward,
  IconSend,
} from '@tabler/icons-react';
import type { ClockFace } from '../../../../shared/model/primitives.ts';
import type { BoardRow } from '../../../../shared/model/quote-board.ts';
import { type QuoteState, quoteStateOf, STATE_NAMES } from '../../../../shared/quote-state.ts';
import { Tag } from '../../../ui/tag.tsx';
import type { Tone } from '../../../ui/tone.ts';
import { useAtNow } from '../../../ui/use-now.ts';

const LOOKS: Record<QuoteState, { tone: Tone; Icon: typeof IconAlarm }> = {
  sending: { tone: 'info', Icon: IconSend },
  unconfirmed: { tone: 'bad', Icon: IconHelpCircle },
  booked: { tone: 'good', Icon: IconCircleCheck },
  awaitingApproval: { tone: 'good', Icon: IconHourglassEmpty },
  used: { tone: 'muted', Icon: IconCircleCheck },
  replaced: { tone: 'muted', Icon: IconArrowsExchange },
  expired: { tone: 'muted', Icon: IconHourglassEmpty },
  expiring: { tone: 'warn', Icon: IconAlarm },
  sent: { tone: 'info', Icon: IconMailForward },
  open: { tone: 'info', Icon: IconClockHour4 },
};

export const stateOfRow = ({ outcome, expiresAt, isReplaced, sentAt }: BoardRow, now: number): QuoteState =>
  quoteStateOf({ outcome, expiresAt, isReplaced, isSent: sentAt !== null }, now);

export function StateTag({ row, face }: { row: BoardRow; face: ClockFace | undefined }) {
  const state = useAtNow(face, (now) => stateOfRow(row, now));
  const { tone, Icon } = LOOKS[state];
  return (
    <Tag tone={tone} icon={<Icon size={14} stroke={2} aria-hidden />}>
      {STATE_NAMES[state]}
    </Tag>
  );
}
