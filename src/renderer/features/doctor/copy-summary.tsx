/** A button that copies a refusal as plain text for a support request. */
import { Button } from '@mantine/core';
import { IconCheck, IconClipboardText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Refusal } from '../../../shared/model/refusal.ts';
import { useCopy } from '../../actions/use-copy.ts';
import { ask } from '../../ipc/client.ts';
import { refusalSummary } from './refusal-summary.ts';

const SHOWN_MS = 2_000;

export function CopySummary({ refusal, application }: { refusal: Refusal; application: string | null }) {
  const { copied, copy } = useCopy(SHOWN_MS);
  const info = useQuery(ask('app', 'info', null)).data ?? null;
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={copied ? <IconCheck size={15} aria-hidden /> : <IconClipboardText size={15} aria-hidden />}
      onClick={() => copy(refusalSummary(refusal, application, info))}
    >
      <span aria-live="polite">{copied ? 'Copied' : 'Copy summary for support'}</span>
    </Button>
  );
}
