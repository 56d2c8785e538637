/** An icon button that copies a text and then confirms the copy. */
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '../ui/icons.ts';
import { useCopy } from './use-copy.ts';

interface Props {
  text: string | (() => string);
  label: string;
  size?: 'xs' | 'sm' | 'md';
  /** True for a text about a guest: main then clears the clipboard later, if the person chose so. */
  ofGuest?: boolean;
}

export function CopyButton({ text, label, size = 'sm', ofGuest = false }: Props) {
  const { copied, copy } = useCopy({ ofGuest });
  return (
    <Tooltip label={copied ? 'Copied' : label}>
      <ActionIcon
        size={size}
        onClick={() => copy(typeof text === 'string' ? text : text())}
        aria-label={copied ? 'Copied' : label}
      >
        {copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  );
}
