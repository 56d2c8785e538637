/** The state of a quote as text, tone and icon, on the board and on the quote's page. */
import { type QuoteState, STATE_NAMES } from '../../../shared/quote/quote-state.ts';
import {
  IconAlarm,
  IconArrowsExchange,
  IconCircleCheck,
  IconClockHour4,
  IconHelpCircle,
  IconHourglassEmpty,
  IconMailForward,
  IconSend,
  IconUserQuestion,
} from '../../ui/icons.ts';
import { Tag, type Tone } from '../../ui/tag.tsx';

const LOOKS: Record<QuoteState, { tone: Tone; Icon: typeof IconAlarm }> = {
  sending: { tone: 'info', Icon: IconSend },
  unconfirmed: { tone: 'bad', Icon: IconHelpCircle },
  booked: { tone: 'good', Icon: IconCircleCheck },
  awaitingApproval: { tone: 'info', Icon: IconUserQuestion },
  used: { tone: 'muted', Icon: IconCircleCheck },
  replaced: { tone: 'muted', Icon: IconArrowsExchange },
  expired: { tone: 'muted', Icon: IconHourglassEmpty },
  expiring: { tone: 'warn', Icon: IconAlarm },
  sent: { tone: 'info', Icon: IconMailForward },
  open: { tone: 'info', Icon: IconClockHour4 },
};

export function StateTag({ state }: { state: QuoteState }) {
  const { tone, Icon } = LOOKS[state];
  return (
    <Tag tone={tone} icon={<Icon size={14} stroke={2} aria-hidden />}>
      {STATE_NAMES[state]}
    </Tag>
  );
}
