/** The titles of tasks with days in the person's format, which only the window knows. */
import type { Audience } from '../../shared/model/app.ts';
import type { Task } from '../../shared/model/task.ts';
import { formatCount, formatPlainRange } from './format.ts';
import { LISTING_NOUN } from './listing-word.ts';
import { WORDS } from './words.ts';

/** Returns the title without days: "Calendars of 240 listings". */
export function shortTitleOf({ spec, steps }: Pick<Task, 'spec' | 'steps'>, audience: Audience = 'support'): string {
  if (spec.kind === 'calendars') return WORDS[audience].calendarsOf(steps);
  const { nights, guests } = spec.kind === 'matrix' ? spec.stays : spec;
  const party = guests === null ? '' : ` for ${formatCount(guests, 'guest')}`;
  const stays = `${formatCount(nights, 'night')}${party}`;
  if (spec.kind === 'stays') return `Stays of ${stays}`;
  return `Flexible dates${spec.rows ? ` of ${formatCount(spec.rows, ...LISTING_NOUN[audience])}` : ''}, ${stays}`;
}

/** Returns the days of a task: "1–31 Dec 2026", "check-in 1–31 Dec 2026". */
export function daysOf({ spec }: Pick<Task, 'spec'>): string {
  if (spec.kind === 'calendars') return formatPlainRange(spec.from, spec.until);
  const [first, last] =
    spec.kind === 'matrix' ? [spec.stays.firstArrival, spec.stays.lastArrival] : [spec.firstCheckIn, spec.lastCheckIn];
  return `check-in ${formatPlainRange(first, last)}`;
}

/** Returns the full title: "Calendars of 240 listings, 1–31 Dec 2026". */
export const titleOf = (task: Pick<Task, 'spec' | 'steps'>, audience: Audience = 'support'): string =>
  `${shortTitleOf(task, audience)}, ${daysOf(task)}`;
