/** The text, tone and icon of a cause’s status and of a piece of evidence: colour is never the only mark. */
import {
  IconCircleCheck,
  IconCircleMinus,
  IconCircleX,
  IconHelpCircle,
  IconMinus,
  IconPlus,
  IconTargetArrow,
} from '@tabler/icons-react';
import type { Cause, Evidence } from '../../../shared/model/refusal.ts';
import { Tag } from '../../ui/tag.tsx';
import type { Tone } from '../../ui/tone.ts';

type CauseStatus = Cause['status'];

export const CAUSE_STATUSES: Record<CauseStatus, { title: string; tone: Tone; Icon: typeof IconPlus }> = {
  likely: { title: 'Likely', tone: 'accent', Icon: IconTargetArrow },
  possible: { title: 'Possible', tone: 'muted', Icon: IconHelpCircle },
  ruledOut: { title: 'Ruled out', tone: 'good', Icon: IconCircleCheck },
};

export const WEIGHTS: Record<Evidence['weight'], { title: string; tone: Tone; Icon: typeof IconPlus }> = {
  supports: { title: 'Supports it', tone: 'accent', Icon: IconPlus },
  rulesOut: { title: 'Rules it out', tone: 'good', Icon: IconCircleX },
  neutral: { title: 'Known', tone: 'muted', Icon: IconMinus },
};

export function CauseStatusTag({ status }: { status: CauseStatus }) {
  const { title, tone, Icon } = CAUSE_STATUSES[status];
  return (
    <Tag tone={tone} icon={<Icon size={14} stroke={2} aria-hidden />}>
      {title}
    </Tag>
  );
}

export function SettledTag({ settled }: { settled: boolean }) {
  return settled ? (
    <Tag tone="good" icon={<IconCircleCheck size={14} stroke={2} aria-hidden />}>
      Worked again since
    </Tag>
  ) : (
    <Tag tone="bad" icon={<IconCircleMinus size={14} stroke={2} aria-hidden />}>
      Has not worked since
    </Tag>
  );
}
