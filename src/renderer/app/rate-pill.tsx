/** The rate windows of one API in the top bar; what the server said about them in its popover. */
import { Popover, Stack, Text } from '@mantine/core';
import type { ClockFace } from '../../shared/model/primitives.ts';
import type { RateGroup } from '../../shared/model/rates.ts';
import { windowName } from '../../shared/window-name.ts';
import { useNow } from '../ipc/use-now.ts';
import { API_NAMES, windowTitle } from '../ui/api-names.ts';
import { formatCount, formatDuration, formatNumber, formatRelative, formatShortNumber } from '../ui/format.ts';
import { Meter } from '../ui/meter.tsx';
import styles from './top-bar.module.css';

export function RatePill({ group, face }: { group: RateGroup; face: ClockFace }) {
  const now = useNow(face);
  const spoken = group.windows
    .map((window) => `${formatNumber(window.used)} of ${formatNumber(window.limit)} per ${windowName(window.windowMs)}`)
    .join(', ');
  const paused = group.pausedUntil !== null && group.pausedUntil > now;
  return (
    <Popover position="bottom-end" width={330} shadow="md" withArrow trapFocus>
      <Popover.Target>
        <button type="button" className={styles.group} aria-label={`${API_NAMES[group.api]} rate limits: ${spoken}`}>
          <span className={styles.groupName} aria-hidden>
            {group.api === 'openApi' ? 'Open' : 'Booking'}
            <br />
            {paused ? 'paused' : group.waiting > 0 ? `${formatNumber(group.waiting)} wait` : 'rate'}
          </span>
          {group.windows.map((window) => (
            <span key={window.windowMs} className={styles.window} data-window={windowName(window.windowMs)} aria-hidden>
              <span className={`${styles.windowText} lk-num`}>
                <span>/{windowName(window.windowMs).slice(0, 1)}</span>
                <span>
                  {formatShortNumber(window.used)}
                  <span className={styles.limit}>/{formatShortNumber(window.limit)}</span>
                </span>
              </span>
              <Meter label={windowTitle(window.windowMs)} used={window.used} limit={window.limit} hideLabel />
            </span>
          ))}
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={`${API_NAMES[group.api]} rate limits`}>
        <Stack gap="sm">
          <Text fw={600} size="sm">
            {API_NAMES[group.api]} request rate
          </Text>
          {group.windows.map((window) => (
            <div key={window.windowMs}>
              <Meter label={windowTitle(window.windowMs)} used={window.used} limit={window.limit} />
              <Text size="xs" c="dimmed" mt={2}>
                {window.server?.remaining == null
                  ? 'The server has said nothing about it.'
                  : `The server said ${formatNumber(window.server.remaining)} left, ${formatRelative(window.server.receivedAt, now)}.`}
              </Text>
            </div>
          ))}
          <Text size="sm">
            {paused && group.pausedUntil !== null
              ? `Paused for ${formatDuration(group.pausedUntil - now)} because the server asked for it.`
              : group.waiting === 0
                ? 'Nothing is waiting.'
                : `${formatCount(group.waiting, 'request')} waiting, about ${formatDuration(group.estimateMs)}.`}
          </Text>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
