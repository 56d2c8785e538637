/** The state of a quote as text, tone and icon. */
import { IconCircleCheck, IconClockHour4, IconHelpCircle, IconHourglassEmpty, IconSend } from '@tabler/icons-react';
import { Tag } from '../../ui/tag.tsx';
import { type QuoteState, STATE_NAMES } from './quote-state.ts';

const ICONS: Record<QuoteState, typeof IconHelpCircle> = {
  open: IconClockHour4,
  expired: IconHourglassEmpty,
  sending: IconSend,
  reserved: IconCircleCheck,
  booked: IconCircleCheck,
  unknown: IconHelpCircle,
};

export function QuoteTag({ state }: { state: QuoteState }) {
  const Icon = ICONS[state];
  const { title, tone } = STATE_NAMES[state];
  return (
    <Tag tone={tone} icon={<Icon size={14} stroke={2} aria-hidden />}>
      {title}
    </Tag>
  );
}
