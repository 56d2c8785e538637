/** Calendars: every day of a range for each listing, one request a listing (domain.md, "Search": calendar). */
import { AppError, type InputIssue } from '../../../shared/errors.ts';
import { nightsBetween } from '../../../shared/model/primitives.ts';
import type { TaskSpec } from '../../../shared/model/task.ts';
import { readCalendarDay } from '../../api/read-calendar.ts';
import { counted, type Kind, type LoadedListing, type Step } from './kind.ts';

type Spec = Extract<TaskSpec, { kind: 'calendars' }>;

/** Three years: more in one answer would be cut by services and is of no use to a person. */
const MOST_DAYS = 1_096;

const daysOf = ({ from, until }: Spec): number => nightsBetween(from, until) + 1;

export const calendars: Kind<Spec> = {
  api: 'booking',
  operation: 'calendar',
  atLeast: false,
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

  steps(spec, loaded) {
    const issues: InputIssue[] = [];
    if (daysOf(spec) < 1) issues.push({ path: 'spec.until', message: 'The last day must not be before the first.' });
    if (daysOf(spec) > MOST_DAYS)
      issues.push({ path: 'spec.until', message: 'Choose at most three years (1,096 days).' });
    const steps = listingsOf(spec, loaded());
    if (steps.length === 0)
      issues.push({
        path: 'spec.listingIds',
        message: spec.listingIds === null ? 'Load the listings first.' : 'Choose at least one listing.',
      });
    if (issues.length > 0) throw new AppError('invalidInput', { issues });
    return steps;
  },

  title: ({ from, until }, steps) => `Calendars of ${counted(steps, 'listing')}, ${from} to ${until}`,

  remarks: (spec, steps) => [
    `One request for each of ${counted(steps, 'listing')}; each answer covers ${counted(daysOf(spec), 'day')}.`,
  ],

  async run({ from, until }, step, ask) {
    const answer = await ask({ listingId: step.key, from, to: until });
    if (answer.records === null)
      throw new AppError('answerUnusable', {
        problem: 'no list of days was found in it',
        exchangeId: answer.exchangeId,
      });
    return answer.records.map((raw) => {
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
  },
};

/** The listings to ask for, each once; one that was named without being loaded has its id for a title. */
function listingsOf({ listingIds }: Spec, loaded: readonly LoadedListing[]): Step[] {
  const titles = new Map(loaded.map(({ id, title }) => [id, title]));
  return [...new Set(listingIds ?? titles.keys())].map((id) => ({ key: id, title: titles.get(id) ?? id }));
}
