/**
 * Matrix: reads the stays of many listings over many arrivals (service.md §6.2, §6.6) with the fewer requests: one calendar for each listing, or one
 * search for each arrival. Stays in recent answers are not requested.
 */
import { throwIssues } from '../../../shared/app-error.ts';
import type { InputIssue } from '../../../shared/errors.ts';
import { MAX_ARRIVALS } from '../../../shared/input/max-input.ts';
import { dayNumber, isPlainDate, nightsBetween, plainDateOf } from '../../../shared/model/primitives.ts';
import type { TaskSpec } from '../../../shared/model/task.ts';
import { countText } from '../../../shared/time/text-formats.ts';
import { readOffer } from '../../desk/flexible-dates/answer.ts';
import { type MatrixNeeds, needsOf, pagesOfSearch, rowsOf } from '../../desk/flexible-dates/matrix-needs.ts';
import { readNights } from '../../desk/flexible-dates/read-nights.ts';
import { counted, type Kind, type PlanContext, type Send, type Step, type StepResult } from './kind.ts';
import { readAllPages } from './read-all-pages.ts';

type Spec = Extract<TaskSpec, { kind: 'matrix' }>;

export const matrix: Kind<Spec> = {
  api: 'booking',
  operation: ({ by }) => (by === 'search' ? 'search' : 'calendar'),
  hasPages: ({ by }) => by === 'search',
  columns: [
    { key: 'listing', title: 'Listing', kind: 'text' },
    { key: 'title', title: 'Title', kind: 'text' },
    { key: 'date', title: 'Night or check-in', kind: 'date' },
    { key: 'checkOut', title: 'Check-out', kind: 'date' },
    { key: 'free', title: 'Free', kind: 'yesNo' },
    { key: 'price', title: 'Price', kind: 'money' },
    { key: 'currency', title: 'Currency', kind: 'text' },
    { key: 'minNights', title: 'Min. nights', kind: 'number' },
  ],

  resolve(spec, context) {
    check(spec, context);
    const { listings } = rowsOf(spec.listings, spec.stays.guests, context.loaded());
    return { ...spec, by: cheaperOf(needs(spec, context), context), rows: listings.length };
  },

  steps(spec, context) {
    const { calendars, searches } = needs(spec, context);
    if (spec.by === 'search') return searches.map(plainDateOf).map((date) => ({ key: date, title: date }));
    return calendars.map(({ listing, first, last }) => ({
      key: `${listing.id} ${plainDateOf(first)} ${plainDateOf(last)}`,
      title: listing.title,
    }));
  },

  requests(spec, steps, context) {
    const perStep = spec.by === 'search' ? pagesOf(context) : 1;
    return perStep === null ? null : steps * perStep;
  },

  title: ({ stays: { firstArrival, lastArrival, nights }, rows = 0 }) =>
    `Flexible dates${rows === 0 ? '' : ` of ${counted(rows, 'listing')}`}, ${counted(nights, 'night')}, arrivals ${firstArrival} to ${lastArrival}`,

  remarks(spec, steps, context) {
    const { calendars, searches } = needs(spec, context);
    const perSearch = pagesOf(context);
    return [
      spec.by === 'search'
        ? searchText(steps, calendars.length)
        : calendarText(steps, searches.length * (perSearch ?? 1)),
    ];
  },

  skips(spec, context) {
    const { calendars } = needs(spec, context);
    const { unlisted, tooSmall } = rowsOf(spec.listings, spec.stays.guests, context.loaded());
    const remarks: string[] = [];
    const known = (spec.rows ?? 0) - calendars.length;
    if (known > 0 && spec.by === 'calendar')
      remarks.push(
        `${counted(known, 'property', 'properties')} ${known === 1 ? 'is' : 'are'} known from recent answers.`,
      );
    if (unlisted > 0) remarks.push(`${counted(unlisted, 'unpublished property', 'unpublished properties')} skipped.`);
    if (tooSmall > 0)
      remarks.push(
        `${counted(tooSmall, 'property', 'properties')} for fewer than ${counted(spec.stays.guests ?? 0, 'guest')} skipped.`,
      );
    return remarks;
  },

  run: (spec, step, send) =>
    isPlainDate(step.key) ? runSearch(spec, step.key, send) : runCalendar(readCalendarStep(step), send),
};

function check({ stays, listings }: Spec, context: PlanContext): void {
  const issues: InputIssue[] = [];
  const days = nightsBetween(stays.firstArrival, stays.lastArrival) + 1;
  if (days < 1)
    issues.push({ path: 'spec.stays.lastArrival', message: 'The last arrival must not be before the first.' });
  if (days > MAX_ARRIVALS)
    issues.push({ path: 'spec.stays.lastArrival', message: `Choose at most a year (${MAX_ARRIVALS} days).` });
  const all = context.loaded();
  const isEmpty = rowsOf(listings, stays.guests, all).listings.length === 0;
  if (isEmpty && (all.length > 0 || listings.ids !== null))
    issues.push({
      path: 'spec.listings',
      message: 'None of the loaded properties fits. Choose others, or fewer guests.',
    });
  throwIssues(issues);
}

const needs = ({ stays, listings, maxAgeMs }: Spec, context: PlanContext): MatrixNeeds =>
  needsOf(stays, rowsOf(listings, stays.guests, context.loaded()).listings, {
    answers: context.answers,
    credentialId: context.credentialId,
    since: context.now - maxAgeMs,
  });

/** Chooses the operation with fewer requests. The calendar wins a tie: it also says why a stay is impossible, and covers every number of nights. */
function cheaperOf({ calendars, searches }: MatrixNeeds, context: PlanContext): 'calendar' | 'search' {
  if (calendars.length === 0) return searches.length === 0 ? 'calendar' : 'search';
  return calendars.length > searches.length * (pagesOf(context) ?? 1) ? 'search' : 'calendar';
}

const pagesOf = ({ loaded, searchPageSize }: PlanContext): number | null => pagesOfSearch(loaded(), searchPageSize);

const calendarText = (requests: number, bySearches: number): string =>
  `${counted(requests, 'request')}, one for each listing${bySearches > requests ? `; searching each arrival would take ${countText(bySearches)}` : ''}.`;

const searchText = (arrivals: number, byCalendars: number): string =>
  `A search for each of ${counted(arrivals, 'arrival')}${byCalendars > 0 ? `; reading each listing would take ${counted(byCalendars, 'request')}` : ''}. A search does not say why a listing is not free.`;

interface CalendarStep {
  readonly listingId: string;
  readonly title: string;
  readonly first: number;
  readonly last: number;
}

/** Reads a calendar step from its key: id, first day, last day. The id may contain spaces. */
function readCalendarStep({ key, title }: Step): CalendarStep {
  const words = key.split(' ');
  const [from = '', until = ''] = words.slice(-2);
  return { listingId: words.slice(0, -2).join(' '), title, first: dayNumber(from), last: dayNumber(until) };
}

async function runCalendar({ listingId, title, first, last }: CalendarStep, send: Send): Promise<StepResult> {
  const nights = await readNights(listingId, { first, last }, send);
  const rows = nights.flatMap((night, at) => {
    if (night === null) return [];
    const { isFree, price, currency, minNights } = night;
    return [
      { cells: [listingId, title, plainDateOf(first + at), null, isFree, price, currency, minNights], raw: null },
    ];
  });
  return { rows, answer: { kind: 'calendar', listingId, title, firstDay: first, nights } };
}

async function runSearch({ stays: { nights, guests } }: Spec, checkIn: string, send: Send): Promise<StepResult> {
  const stay = { checkIn, checkOut: plainDateOf(dayNumber(checkIn) + nights) };
  const { records } = await readAllPages({ ...stay, ...(guests === null ? {} : { guests }) }, send);
  const offers = records.flatMap((record) => readOffer(record, stay) ?? []);
  const rows = offers.map(({ listingId, title, total, currency }) => ({
    cells: [listingId, title, checkIn, stay.checkOut, true, total, currency, null],
    raw: null,
  }));
  return { rows, answer: { kind: 'search', checkIn: dayNumber(checkIn), nights, guests, offers } };
}
