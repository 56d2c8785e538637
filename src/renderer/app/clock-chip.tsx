/** Shows that the connection's clock runs faster than the machine's, or is ahead of it. */
import { Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ClockFace } from '../../shared/model/primitives.ts';
import { readClock } from '../../shared/time/clock-face.ts';
import { formatDuration } from '../../shared/time/format-duration.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time/units.ts';
import { formatNumber } from '../text/format.ts';
import { IconClockBolt } from '../ui/icons.ts';
import { useAtNow } from '../ui/use-now.ts';
import styles from './top-bar.module.css';

/** The minimum difference between the clocks that is shown. */
const AHEAD_MS = MINUTE_MS;

/** The time by which the connection's clock is ahead: "2 d 3 h ahead"; whole hours below a day, minutes below an hour. */
function aheadText(ms: number): string {
  const step = ms >= HOUR_MS && ms < DAY_MS ? HOUR_MS : AHEAD_MS;
  return `${formatDuration(ms - (ms % step))} ahead`;
}

export function ClockChip({ face }: { face: ClockFace }) {
  const fast = face.rate !== 1;
  const ahead = useAtNow(undefined, (now) => {
    const aheadMs = readClock(face, now) - now;
    return !fast && aheadMs < AHEAD_MS ? null : aheadText(aheadMs);
  });
  if (ahead === null) return null;
  return (
    <Chip
      text={fast ? `Clock ${formatNumber(face.rate)}×` : ahead}
      label={`The sandbox's clock: ${fast ? `${formatNumber(face.rate)} times as fast, ` : ''}${ahead}`}
    />
  );
}

function Chip({ text, label }: { text: string; label: string }) {
  return (
    <Tooltip label={label}>
      <Link to="/sandbox" className={styles.clock} activeProps={{}}>
        <IconClockBolt size={15} aria-hidden />
        <span className="lk-num">{text}</span>
      </Link>
    </Tooltip>
  );
}
