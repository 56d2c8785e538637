/** The state of a case as a tag. */
import type { CaseState } from '../../../shared/model/case.ts';
import { IconCircleCheck, IconCircleDot } from '../../ui/icons.ts';
import { Tag } from '../../ui/tag.tsx';

export function CaseStateTag({ state }: { state: CaseState }) {
  return state === 'solved' ? (
    <Tag tone="good" icon={<IconCircleCheck size={14} aria-hidden />}>
      Solved
    </Tag>
  ) : (
    <Tag tone="accent" icon={<IconCircleDot size={14} aria-hidden />}>
      Open
    </Tag>
  );
}
