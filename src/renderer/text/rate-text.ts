/** Sentences about limits and their usage. Instants and durations are on the connection's clock. */

import type { ClockFace } from '../../shared/model/primitives.ts';
import type { RateFinding, RateGroup, RateRule, RateWindow, ServerRate } from '../../shared/model/rates.ts';
import { windowName } from '../../shared/text/window-name.ts';
import { formatDuration } from '../../shared/time/format-duration.ts';
import { HOUR_MS } from '../../shared/time/units.ts';
import { formatCount, formatInstant, formatNumber, formatRelative, wholeSeconds } from './format.ts';

/** Writes a rule: "275 per minute". */
export const ruleText = ({ limit, windowMs }: RateRule): string => `${formatNumber(limit)} per ${windowName(windowMs)}`;

/** Writes rules: "5 per second, 275 per minute". */
export const rulesText = (rules: readonly RateRule[]): string =>
  rules.length === 0 ? 'only server-reported limits apply' : rules.map(ruleText).join(', ');

/** Converts a duration on the connection's clock to real time, in ms. The sandbox's clock may run faster. */
export const realMs = (ms: number, face: ClockFace | undefined): number => ms / (face?.rate ?? 1);

/** The lanes of the queue: ": 2 yours, 10 from tasks", or ", all from tasks" for a single lane; empty when all are interactive. */
function lanesText({ lanes }: RateGroup): string {
  const kinds = [
    { count: lanes.interactive, label: 'yours' },
    { count: lanes.background, label: 'background' },
    { count: lanes.bulk, label: 'from tasks' },
  ].filter(({ count }) => count > 0);
  const [only, another] = kinds;
  if (only && !another) return lanes.interactive > 0 ? '' : `, all ${only.label}`;
  return kinds.length === 0 ? '' : `: ${kinds.map(({ count, label }) => `${formatNumber(count)} ${label}`).join(', ')}`;
}

/** Writes the queue of an API: "No requests queued", or "12 queued, about 3 s: 2 yours, 10 from tasks". */
export function queueText(group: RateGroup, face: ClockFace | undefined): string {
  if (group.queued === 0) return 'No requests queued';
  const duration = formatDuration(realMs(group.estimateMs, face));
  return `${formatNumber(group.queued)} queued, about ${duration}${lanesText(group)}`;
}

/** Writes the reason why requests are paused or throttled; null when they are not. */
export function slowText(group: RateGroup, now: number, face: ClockFace | undefined): string | null {
  if (group.pausedUntil !== null && group.pausedUntil > now)
    return `Paused for ${formatDuration(realMs(wholeSeconds(group.pausedUntil - now), face))} at the server’s request.`;
  if (group.rateShare >= 1) return null;
  const share = Math.round(group.rateShare * 100);
  return `${share === 50 ? 'At half speed' : `At ${share} % of full speed`} after a 429; recovers automatically.`;
}

/** The remark "that minute has ended", once a reported window has ended and its remaining count is outdated; null before. */
function endedText({ remaining, resetAt, receivedAt }: ServerRate, windowMs: number, now: number): string | null {
  if (remaining === null || now < (resetAt ?? receivedAt + windowMs)) return null;
  const name = windowName(windowMs);
  return name.includes(' ') ? `those ${name} have ended` : `that ${name} has ended`;
}

/** Writes the reported limits of one window: "The server reported 190 of 275 left; 12 s ago". */
export function reportedLimitText(server: ServerRate, windowMs: number, now: number): string {
  const { limit, remaining, resetAt } = server;
  const count =
    remaining === null
      ? limit === null
        ? null
        : `a limit of ${formatNumber(limit)}`
      : `${formatNumber(remaining)}${limit === null ? '' : ` of ${formatNumber(limit)}`} left`;
  const reset = resetAt === null || resetAt <= now ? null : `reset in ${formatDuration(wholeSeconds(resetAt - now))}`;
  const report = [count, reset].filter(Boolean).join(', ');
  const when = [formatRelative(server.receivedAt, now), endedText(server, windowMs, now)].filter(Boolean).join(', ');
  return `The server reported ${report === '' ? 'nothing readable' : report}; ${when}`;
}

export function windowRemarks(window: RateWindow): string[] {
  const { otherClients, used, allowed, limit } = window;
  return [
    ...(otherClients > 0
      ? [
          `${formatNumber(otherClients)} of these ${formatNumber(used)} are from other clients, according to the server’s count.`,
        ]
      : []),
    ...(allowed < limit
      ? [`Limited to ${formatNumber(allowed)}, the server’s stricter limit; your limit is ${formatNumber(limit)}.`]
      : []),
  ];
}

/** Whether a 429 is resolved: requests run at full speed, and no other 429 came for an hour. */
export const isRecovered = (
  finding: RateFinding,
  { rateShare, pausedUntil }: Pick<RateGroup, 'rateShare' | 'pausedUntil'>,
  now: number,
): boolean =>
  finding.kind === 'rateLimited' &&
  rateShare >= 1 &&
  (pausedUntil === null || pausedUntil <= now) &&
  now - finding.lastAt > HOUR_MS;

const within = (windowMs: number | null): string =>
  windowMs === null ? 'recently' : `within the ${windowName(windowMs)}`;

export function findingText(finding: RateFinding, now: number): { title: string; when: string; action: string } {
  const { ours, limit, theirs, windowMs } = finding;
  const last = formatInstant(finding.lastAt, { now });
  const when =
    finding.times === 1
      ? `Once, ${last}.`
      : `${formatCount(finding.times, 'time')} since ${formatInstant(finding.firstAt, { now })}, last ${last}.`;
  switch (finding.kind) {
    case 'rateLimited':
      if (limit === null)
        return {
          title: `The server answered 429 after ${formatCount(ours, 'request')} in a minute, and no limit is set here`,
          when,
          action: 'Set limits for this API so that its requests are paced.',
        };
      if (ours >= limit)
        return {
          title: `The server answered 429 at ${formatNumber(ours)} of ${formatNumber(limit)} ${within(windowMs)}`,
          when,
          action: 'The server counts more strictly than your limits: set lower ones.',
        };
      return {
        title: `The server answered 429 although this app had sent only ${formatNumber(ours)} of ${formatNumber(limit)} ${within(windowMs)}${theirs !== null && theirs > ours ? `, where the server counts ${formatNumber(theirs)}` : ''}: another client shares the limit`,
        when,
        action: 'Find out what else uses this account, or set lower limits to leave room for it.',
      };
    case 'otherClients':
      return {
        title: `The server counts ${theirs === null ? 'more' : `${formatNumber(theirs)} requests`} ${within(windowMs)}, this app sent ${formatNumber(ours)}: another client shares the limit`,
        when,
        action: 'Requests of other clients count against the same limit, so yours wait longer.',
      };
    case 'stricter':
      return {
        title: `The server allows ${theirs === null ? 'less' : formatNumber(theirs)} ${windowMs === null ? '' : `per ${windowName(windowMs)} `}but ${limit === null ? 'no limit' : formatNumber(limit)} is set here`,
        when,
        action: 'The server’s limit applies. Set it here too, so that plans are correct.',
      };
    case 'doubted': {
      const isEmpty = theirs === 0;
      const fewer = `${isFarBelow(theirs, limit) ? 'far less' : 'fewer'} than ${limit === null ? 'usual' : `the ${formatNumber(limit)} that are set here`}`;
      return {
        title: isEmpty
          ? `A header says that nothing is left ${within(windowMs)}, although this app sent only ${formatCount(ours, 'request')}`
          : `A header allows only ${theirs === null ? 'a few' : formatNumber(theirs)} ${within(windowMs)}, ${fewer}`,
        when,
        action: isEmpty
          ? 'Another client may have used it up, or a proxy added the header. Requests wait a short time, once; then your own limits apply unless the server answers 429.'
          : 'A proxy may have added it. Your own limits apply unless the server answers 429.',
      };
    }
  }
}

/** Whether a doubted limit is far below ours; true also when one of the two is unknown. */
const isFarBelow = (theirs: number | null, ours: number | null): boolean =>
  theirs === null || ours === null || theirs < ours / 10;
