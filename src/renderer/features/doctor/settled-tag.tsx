/** Shows whether an operation has worked again since its failure. */
import { IconCircleCheck, IconCircleMinus } from '../../ui/icons.ts';
import { Tag } from '../../ui/tag.tsx';

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
