/** The progress of a load in words. */
import type { ListingsStatus } from '../../../../shared/model/listing.ts';
import { formatDuration } from '../../../../shared/time/format-duration.ts';
import { formatNumber } from '../../../text/format.ts';

/** Writes the progress: "300 of 2,400 loaded, about 12 s left". Leaves out the total, which is the service's count, when it is unknown. */
export function progressText({ loaded, expected, estimateMs }: ListingsStatus): string {
  const count =
    expected === null
      ? `${formatNumber(loaded)} loaded`
      : `${formatNumber(loaded)} of ${formatNumber(expected)} loaded`;
  if (estimateMs === null) return count;
  return `${count}, about ${formatDuration(Math.max(1_000, Math.round(estimateMs / 1_000) * 1_000))} left`;
}
