/** A button that copies a failure as plain text for a support request. */
import { useQuery } from '@tanstack/react-query';
import type { FailureGroup } from '../../../shared/model/failure-group.ts';
import { CopyTextButton } from '../../actions/copy-text-button.tsx';
import { ask } from '../../ipc/client.ts';
import { failureSummary } from './failure-summary.ts';

export function CopySummary({ failure, application }: { failure: FailureGroup; application: string | null }) {
  const info = useQuery(ask('app', 'info', null)).data ?? null;
  return <CopyTextButton text={() => failureSummary(failure, application, info)} label="Copy summary for support" />;
}
