/** Calendars: reads every day of a range for each listing, with one request per listing (service.md §6.6). */
import { serverOf, throwIssues } from '../../../shared/app-error.ts';
import type { InputIssue } from '../../../shared/errors.ts';
import { nightsBetween } from '../../../shared/model/primitives.ts';
import { MAX_TASK_DAYS, type TaskSpec } from '../../../shared/model/task.ts';
import { countText } from '../../../shared/time/text-formats.ts';
import { calendarDays, readCalendarDay } from '../../api/read-calendar.ts';
import { answerUnusable } from '../../api/unusable-answer.ts';
import { counted, type Kind, type LoadedListing, type Step } from './kind.ts';

type Spec = Extract<TaskSpec, { kind: 'calendars' }>;

const daysOf = ({ from, until }: Spec): number => nightsBetween(from, until) + 1;

export const calendars: Kind<Spec> = {
  api: 'booking',
  operation: () => 'calendar',
  hasPages: () => false,
  columns: [
    { key: 'listing', title: 'Listing', kind: 'text' },
    { key: 'title', title: 'Title', kind: 'text' },
    { key: 'date', title: 'Date', kind: 'date' },
    { key: 'status', title: 'Status', kind: 'text' },
    { key: 'price', title: 'Price', kind: 'money' },
    { key: 'currency', title: 'Currency', kind: 'text' },
    { key: 'minNights', title: 'Min. nights', kind: 'number' },
    { key: 'maxNights', title: 'Max. nights', kind: 'number' },
    { key: 'closedToArrival', title: 'Closed to arrival', kind: 'yesNo' },
    { key: 'closedToDeparture', title: 'Closed to departure', kind: 'yesNo' },
  ],

  steps(spec, { loaded }) {
    const issues: InputIssue[] = [];
    if (daysOf(spec) < 1) issues.push({ path: 'spec.until', message: 'The last day must not be before the first.' });
    if (daysOf(spec) > MAX_TASK_DAYS)
      issues.push({ path: 'spec.until', message: 'Choose at most three years (1,096 days).' });
    const steps = stepsOf(spec, loaded());
    if (steps.length === 0) issues.push({ path: 'spec.listingIds', message: emptyMessage(spec, loaded()) });
    throwIssues(issues);
    return steps;
  },

  title: ({ from, until }, steps) => `Calendars of ${counted(steps, 'listing')}, ${from} to ${until}`,

  remarks: (spec, steps) => [
    `One request for each of ${counted(steps, 'listing')}; each answer covers ${counted(daysOf(spec), 'day')}.`,
  ],

  skips: (spec, { loaded }) => leftOutText(spec, loaded().filter(isUnlisted).length),

  hint: (key, error, loaded) =>
    serverOf(error)?.status === 404 && loaded().get(key)?.listed === false
      ? 'Its record on the Listings page says that it is not listed.'
      : null,

  async run({ from, until }, step, send) {
    const answer = await send({ listingId: step.key, from, to: until });
    const days = calendarDays(answer);
    if (days === null) throw answerUnusable('no list of days was found in it', answer);
    const rows = days.map((raw) => {
      const day = readCalendarDay(raw);
      const { date, status, price, currency, minNights, maxNights, closedToArrival, closedToDeparture } = day;
      return {
        cells: [
          step.key,
          step.title,
          date,
          status,
          price,
          currency,
          minNights,
          maxNights,
          closedToArrival,
          closedToDeparture,
        ],
        raw,
      };
    });
    return { rows };
  },
};

const isUnlisted = ({ listed }: LoadedListing): boolean => listed === false;

function emptyMessage({ listingIds }: Spec, loaded: readonly LoadedListing[]): string {
  if (listingIds !== null) return 'Choose at least one property.';
  return loaded.length === 0
    ? 'Load the properties first.'
    : 'None of the loaded properties is published. Choose them by name to include them.';
}

function leftOutText({ listingIds }: Spec, count: number): string[] {
  if (listingIds !== null || count === 0) return [];
  if (count === 1) return ['1 unpublished property skipped; choose it by name to include it.'];
  return [`${countText(count)} unpublished properties skipped; choose them by name to include them.`];
}

/** Makes a step for each chosen listing; without a choice, for each loaded listing that is not known to be unlisted. */
function stepsOf({ listingIds }: Spec, loaded: readonly LoadedListing[]): Step[] {
  const titles = new Map(loaded.map(({ id, title }) => [id, title]));
  const all = () => loaded.filter((listing) => !isUnlisted(listing)).map(({ id }) => id);
  return [...new Set(listingIds ?? all())].map((id) => ({ key: id, title: titles.get(id) ?? id }));
}
