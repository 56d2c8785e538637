/** The progress of a load, with a Cancel button. It is below the listings, so that nothing moves under the mouse when it disappears. */
import { Group, Progress, Text } from '@mantine/core';
import type { ListingsStatus } from '../../../../shared/model/listing.ts';
import { formatDuration } from '../../../../shared/time/format-duration.ts';
import { useListingNoun } from '../../../actions/use-listing-noun.ts';
import { useAudience, useCurrentClockFace } from '../../../ipc/current.ts';
import { textOfError } from '../../../text/error-text.ts';
import { wholeSeconds } from '../../../text/format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { IconPlayerStop } from '../../../ui/icons.ts';
import { useNow } from '../../../ui/use-now.ts';
import styles from '../listings.module.css';
import { progressText } from './progress-text.ts';

/** Shows the progress of a load, and why it waits. */
export function LoadProgress({ status, onCancel }: { status: ListingsStatus; onCancel: () => void }) {
  const noun = useListingNoun();
  return (
    <div className={styles.strip}>
      <Group justify="space-between" gap="md" mb={8} wrap="nowrap">
        <Text size="sm">
          <Text span fw={600} inherit>
            Loading {noun.many}
          </Text>{' '}
          <span className="lk-num">{progressText(status)}</span>
        </Text>
        <IconButton Icon={IconPlayerStop} size="compact-sm" onClick={onCancel}>
          Cancel
        </IconButton>
      </Group>
      <Progress
        size="sm"
        aria-label={`${noun.title} loaded`}
        value={status.expected ? Math.min(100, (status.loaded / status.expected) * 100) : 100}
        striped={!status.expected}
        animated={!status.expected}
      />
      {status.waiting ? <Waiting {...status.waiting} /> : null}
    </div>
  );
}

/** Shows why the load waits, and for how long. */
function Waiting({ until, error }: NonNullable<ListingsStatus['waiting']>) {
  const now = useNow(useCurrentClockFace());
  const audience = useAudience();
  return (
    <Text size="sm" c="dimmed" mt={8}>
      {textOfError(error, now, audience).sentence} Loading continues in{' '}
      <span className="lk-num">{formatDuration(wholeSeconds(Math.max(0, until - now)))}</span>.
    </Text>
  );
}
