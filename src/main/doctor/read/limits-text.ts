/** Says in words what the rate-limit headers of a pasted answer report. */
import type { HeaderLines } from '../../../shared/model/traffic.ts';
import { windowName } from '../../../shared/text/window-name.ts';
import { formatDuration } from '../../../shared/time/format-duration.ts';
import { countText } from '../../../shared/time/text-formats.ts';
import { readReportedLimits, retryAfterMs } from '../../http/headers.ts';

/** Describes the rate limits in an answer's headers: "273 of 275 left in a minute; retry after 20 s". Empty without such headers. */
export function limitsText(lines: HeaderLines, at: number | null): string {
  const headers = limitHeaders(lines);
  const windows = readReportedLimits(headers, at ?? 0).flatMap(({ windowMs, limit, remaining }) => {
    if (remaining === null) return [];
    const of = limit === null ? '' : ` of ${countText(limit)}`;
    return [`${countText(remaining)}${of} left${windowMs === null ? '' : ` in a ${windowName(windowMs)}`}`];
  });
  const waitMs = retryAfterMs(headers, at ?? 0);
  const wait = waitMs === null ? [] : [`retry after ${formatDuration(waitMs)}`];
  return [...new Set([...windows, ...wait])].join('; ');
}

const OF_LIMITS = /^(?:date|retry-after|(?:x-)?rate-?limit[\w-]*)$/i;

/** Returns the headers about limits and the date, without values that HTTP does not allow. */
function limitHeaders(lines: HeaderLines): Headers {
  const headers = new Headers();
  for (const [name, value] of lines)
    if (OF_LIMITS.test(name) && /^[\x20-\x7e]*$/.test(value)) headers.append(name, value);
  return headers;
}
