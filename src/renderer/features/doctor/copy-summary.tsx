/** A button that copies a refusal as plain text for a support request. */
import { useQuery } from '@tanstack/react-query';
import type { Refusal } from '../../../shared/model/refusal.ts';
import { CopyTextButton } from '../../actions/copy-text-button.tsx';
import { ask } from '../../ipc/client.ts';
import { refusalSummary } from './refusal-summary.ts';

export function CopySummary({ refusal, application }: { refusal: Refusal; application: string | null }) {
  const info = useQuery(ask('app', 'info', null)).data ?? null;
  return <CopyTextButton text={() => refusalSummary(refusal, application, info)} label="Copy summary for support" />;
}
