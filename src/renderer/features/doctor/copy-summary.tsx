/** Copies the summary of a refusal. */
import { Button } from '@mantine/core';
import { IconCheck, IconClipboardText } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Refusal } from '../../../shared/model/refusal.ts';
import { act } from '../../ipc/client.ts';
import { summaryOf } from './refusal-summary.ts';

const SHOWN_MS = 2_000;

export function CopySummary({ refusal }: { refusal: Refusal }) {
  const copy = useMutation(act('app', 'copyText'));
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = window.setTimeout(() => setCopied(false), SHOWN_MS);
    return () => window.clearTimeout(timer);
  }, [copied]);
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={copied ? <IconCheck size={15} aria-hidden /> : <IconClipboardText size={15} aria-hidden />}
      onClick={() => copy.mutate({ text: summaryOf(refusal) }, { onSuccess: () => setCopied(true) })}
    >
      <span aria-live="polite">{copied ? 'Copied' : 'Copy summary for support'}</span>
    </Button>
  );
}
