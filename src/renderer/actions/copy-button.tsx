/** Copies text through main, because the page has no clipboard permission, and confirms it. */
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { act } from '../ipc/client.ts';

const SHOWN_MS = 1_600;

export function CopyButton({
  text,
  label,
  size = 'sm',
}: {
  text: string | (() => string);
  label: string;
  size?: 'xs' | 'sm' | 'md';
}) {
  const copy = useMutation(act('app', 'copyText'));
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = window.setTimeout(() => setCopied(false), SHOWN_MS);
    return () => window.clearTimeout(timer);
  }, [copied]);
  const start = () =>
    copy.mutate({ text: typeof text === 'string' ? text : text() }, { onSuccess: () => setCopied(true) });
  return (
    <Tooltip label={copied ? 'Copied' : label}>
      <ActionIcon variant="subtle" color="gray" size={size} onClick={start} aria-label={copied ? 'Copied' : label}>
        {copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  );
}
