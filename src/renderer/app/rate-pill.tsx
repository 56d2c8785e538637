/** The rate-limit windows of one API in the top bar. The popover shows the queue, throttling and reported limits. */

import { Popover, Stack, Text } from '@mantine/core';
import { memo } from 'react';
import type { ClockFace } from '../../shared/model/primitives.ts';
import type { RateGroup, RateWindow } from '../../shared/model/rates.ts';
import { API_NAMES, windowTitle } from '../../shared/text/api-names.ts';
import { shortWindowName, windowName } from '../../shared/text/window-name.ts';
import { MINUTE_MS } from '../../shared/time/units.ts';
import { formatNumber, formatShortNumber } from '../text/format.ts';
import { queueText, slowText } from '../text/rate-text.ts';
import { Meter } from '../ui/meter.tsx';
import { RateWindows, rateTone } from '../ui/rate-windows.tsx';
import { useAtNow } from '../ui/use-now.ts';
import styles from './top-bar.module.css';

const MAX_SHOWN = 3;

export const RatePill = memo(function RatePill({ group, face }: { group: RateGroup; face: ClockFace }) {
  const slow = useAtNow(face, (now) => slowText(group, now, face));
  const paused = useAtNow(face, (now) => group.pausedUntil !== null && group.pausedUntil > now);
  const highlighted = fullest(group.windows);
  const description = [
    ...group.windows.map(
      (window) => `${formatNumber(window.used)} of ${formatNumber(window.allowed)} per ${windowName(window.windowMs)}`,
    ),
    ...(group.queued > 0 ? [queueText(group, face)] : []),
  ].join(', ');
  return (
    <Popover position="bottom-end" width={350} shadow="md" withArrow trapFocus>
      <Popover.Target>
        <button
          type="button"
          className={styles.group}
          data-slow={slow !== null || undefined}
          aria-label={`${API_NAMES[group.api]} rate limits: ${description}`}
        >
          <span className={styles.groupName} aria-hidden>
            {group.api === 'openApi' ? 'Open' : 'Booking'}
            <br />
            {stateText(group, paused)}
          </span>
          {mostRestrictive(group.windows, highlighted).map((window) => (
            <span
              key={window.windowMs}
              className={styles.window}
              data-window={windowName(window.windowMs)}
              data-fullest={window === highlighted || undefined}
              aria-hidden
            >
              <span className={`${styles.windowText} lk-num`}>
                <span>/{shortWindowName(window.windowMs)}</span>
                <span>
                  {formatShortNumber(window.used)}
                  <span className={styles.limit}>/{formatShortNumber(window.allowed)}</span>
                </span>
              </span>
              <Meter
                label={windowTitle(window.windowMs)}
                used={window.used}
                limit={window.limit}
                others={window.otherClients}
                allowed={window.allowed}
                tone={rateTone(window)}
                hideLabel
              />
            </span>
          ))}
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={`${API_NAMES[group.api]} rate limits`}>
        <Stack gap="sm">
          <Text fw={600} size="sm">
            {API_NAMES[group.api]} request rate
          </Text>
          <RateWindows windows={group.windows} face={face} />
          {slow === null ? null : <Text size="sm">{slow}</Text>}
          <Text size="sm">{queueText(group, face)}.</Text>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
});

/** Returns at most {@link MAX_SHOWN} windows: `highlighted`, and the windows that allow the lowest rates. */
function mostRestrictive(windows: readonly RateWindow[], highlighted: RateWindow | undefined): readonly RateWindow[] {
  if (windows.length <= MAX_SHOWN) return windows;
  const pace = (window: RateWindow): number => (window === highlighted ? 0 : window.allowed / window.windowMs);
  const shown = new Set(windows.toSorted((one, two) => pace(one) - pace(two)).slice(0, MAX_SHOWN));
  return windows.filter((window) => shown.has(window));
}

/** Returns the fullest window of at least a minute, because shorter ones change faster than a person reads; without such a window, the fullest. */
function fullest(windows: readonly RateWindow[]): RateWindow | undefined {
  const long = windows.filter(({ windowMs }) => windowMs >= MINUTE_MS);
  const share = ({ used, allowed }: RateWindow): number => (allowed <= 0 ? 1 : used / allowed);
  return (long.length > 0 ? long : windows).toSorted((one, two) => share(two) - share(one))[0];
}

function stateText({ queued, rateShare }: RateGroup, paused: boolean): string {
  if (paused) return 'paused';
  if (queued > 0) return `${formatShortNumber(queued)} queued`;
  return rateShare < 1 ? 'slowed' : 'rate';
}
