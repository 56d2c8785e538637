/** The state of a quote as text, tone and icon. */
import {
  IconCircleCheck,
  IconClockHour4,
  IconHelpCircle,
  IconHourglassEmpty,
  IconSend,
  IconUserQuestion,
} from '@tabler/icons-react';
import { Tag } from '../../ui/tag.tsx';
import type { Tone } from '../../ui/tone.ts';
import type { QuoteState } from './quote-state.ts';

const STATES: Record<QuoteState, { title: string; tone: Tone; Icon: typeof IconHelpCircle }> = {
  open: { title: 'Open', tone: 'info', Icon: IconClockHour4 },
  expired: { title: 'Expired', tone: 'muted', Icon: IconHourglassEmpty },
  sending: { title: 'Sending', tone: 'info', Icon: IconSend },
  reserved: { title: 'Awaiting approval', tone: 'info', Icon: IconUserQuestion },
  booked: { title: 'Booked', tone: 'good', Icon: IconCircleCheck },
  used: { title: 'Used', tone: 'muted', Icon: IconCircleCheck },
  unknown: { title: 'Unconfirmed', tone: 'warn', Icon: IconHelpCircle },
};

export function QuoteTag({ state }: { state: QuoteState }) {
  const { title, tone, Icon } = STATES[state];
  return (
    <Tag tone={tone} icon={<Icon size={14} stroke={2} aria-hidden />}>
      {title}
    </Tag>
  );
}
