/** Copies a case as Markdown for a ticket. */
import { useMutation } from '@tanstack/react-query';
import { call } from '../ipc/client.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { IconCheck, IconClipboardText } from '../ui/icons.ts';
import { useCopy } from './use-copy.ts';

export function CopyTicket({ caseId, size = 'sm' }: { caseId: string; size?: 'sm' | 'compact-sm' }) {
  const { copied, copy } = useCopy();
  const summary = useMutation({
    mutationFn: () => call('cases', 'summary', { id: caseId }),
    onSuccess: ({ markdown }) => copy(markdown),
  });
  return (
    <IconButton
      Icon={copied ? IconCheck : IconClipboardText}
      size={size}
      loading={summary.isPending}
      onClick={() => summary.mutate()}
    >
      <span aria-live="polite">{copied ? 'Copied' : 'Copy for a ticket'}</span>
    </IconButton>
  );
}
