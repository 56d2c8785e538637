/** The notice above the listings: why a load ended early, or why the list may be incomplete. For screen readers it also announces the progress. */

import { Alert, Button, Group, Text } from '@mantine/core';
import { useThrottledValue } from '@mantine/hooks';
import type { ReactNode } from 'react';
import type { ListingsStatus } from '../../../../shared/model/listing.ts';
import { doubtText } from '../../../../shared/text/paging-text.ts';
import { SECOND_MS } from '../../../../shared/time/units.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { useListingNoun } from '../../../actions/use-listing-noun.ts';
import { useAudience } from '../../../ipc/current.ts';
import { formatNumber } from '../../../text/format.ts';
import { NOT_REFRESHED } from '../../../text/listing-word.ts';
import { progressText } from './progress-text.ts';

type CountText = (listings: number) => string;

/** Writes which listings the page shows after an incomplete load: the listings of this load or of the previous one. */
export function remainingText(loaded: number, shown: number, counted: CountText): string {
  if (shown === 0) return 'Nothing was loaded.';
  if (shown > loaded) return `The ${counted(shown)} of the previous load are still shown.`;
  return `${counted(shown)} loaded so far ${shown === 1 ? 'is' : 'are'} kept.`;
}

/** The announcement for screen readers: the progress, and after the load the total. */
function announcementOf(status: ListingsStatus, counted: CountText): string {
  if (status.phase === 'loading') return progressText(status);
  if (status.phase !== 'done' || status.loaded === 0) return '';
  return `${counted(status.loaded)} loaded${status.doubts.length > 0 ? ', may be incomplete' : ''}`;
}

/** Explains why a finished load may lack listings, and names the service's count when that is higher. */
function incompleteText({ doubts, loaded, expected }: ListingsStatus): string {
  const counted = expected !== null && expected > loaded ? ` It counts ${formatNumber(expected)}.` : '';
  return `The list may be incomplete. ${doubtText(doubts)}${counted}`;
}

interface LoadStateProps {
  status: ListingsStatus;
  shown: number;
  /** The instant (epoch ms) until which a retry would fail, because no token can be requested; null when a retry may succeed. */
  retryAt: number | null;
  /** Continues the interrupted load. */
  onLoad: () => void;
  /** Loads all listings from the beginning. */
  onReload: () => void;
}

export function LoadState({ status, shown, retryAt, onLoad, onReload }: LoadStateProps) {
  const noun = useListingNoun();
  const audience = useAudience();
  const announced = useThrottledValue(announcementOf(status, noun.count), 4 * SECOND_MS);
  const remaining = remainingText(status.loaded, shown, noun.count);
  return (
    <>
      <span className="lk-unseen" role="status">
        {announced}
      </span>
      {status.phase === 'kept' ? (
        <LoadAgain onLoad={onReload} label="Refresh">
          This list is kept from an earlier load. {NOT_REFRESHED[audience]}
        </LoadAgain>
      ) : null}
      {(status.phase === 'done' || status.phase === 'kept') && status.doubts.length > 0 ? (
        <LoadAgain onLoad={onReload}>{incompleteText(status)}</LoadAgain>
      ) : null}
      {status.phase === 'failed' && status.error ? (
        <div style={{ marginBottom: 12 }}>
          <ErrorNotice error={status.error} onRetry={onLoad} retryAt={retryAt} />
          <Text size="sm" c="dimmed" mt={6}>
            {remaining}
          </Text>
        </div>
      ) : null}
      {status.phase === 'cancelled' ? (
        <LoadAgain onLoad={onLoad} label={status.loaded > 0 ? 'Continue loading' : undefined}>
          Loading was cancelled. {remaining}
        </LoadAgain>
      ) : null}
    </>
  );
}

interface LoadAgainProps {
  onLoad: () => void;
  label?: string | undefined;
  children: ReactNode;
}

function LoadAgain({ onLoad, label = 'Load again', children }: LoadAgainProps) {
  return (
    <Alert className="lk-alert-info" mb={12} p="sm" role="status">
      <Group gap="sm">
        <Text size="sm">{children}</Text>
        <Button size="compact-sm" onClick={onLoad}>
          {label}
        </Button>
      </Group>
    </Alert>
  );
}
