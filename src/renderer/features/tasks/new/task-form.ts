/** The values of the form for a new task, their checks, and the task that they describe. Pure. */
import type { PlainDate } from '../../../../shared/model/primitives.ts';
import type { TaskKind, TaskSpec } from '../../../../shared/model/task.ts';
import { dayNumber, plainDateOf } from '../../../../shared/time/plain-date.ts';

export const MAX_NIGHTS = 365;
export const MAX_GUESTS = 500;
const FIRST_DAYS = 90;

/** A chosen listing. `title` is its id when the title is unknown. */
export interface ChosenListing {
  readonly id: string;
  readonly title: string;
}

/** The values of the task form. Numbers are texts as typed. Each kind of task uses some of the values. */
export interface TaskForm {
  kind: TaskKind;
  days: { from: PlainDate | null; until: PlainDate | null };
  listingScope: 'all' | 'some';
  listings: readonly ChosenListing[];
  checkIns: { from: PlainDate | null; until: PlainDate | null };
  nights: string;
  guests: string;
  /** The application of the task; null for the connection's active one. */
  applicationId: string | null;
}

/** Makes the first values of the form, which are valid: the calendars of all listings for the next {@link FIRST_DAYS} days. */
export function emptyTask(today: PlainDate): TaskForm {
  const days = { from: today, until: plainDateOf(dayNumber(today) + FIRST_DAYS - 1) };
  return {
    kind: 'calendars',
    days,
    listingScope: 'all',
    listings: [],
    checkIns: days,
    nights: '3',
    guests: '2',
    applicationId: null,
  };
}

export type TaskIssues = Partial<Record<'days' | 'listings' | 'nights' | 'guests', string>>;

const parseCount = (text: string, max: number): number | null =>
  /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= max ? Number(text) : null;

/** Returns the issues of the number fields that are filled in. */
export function typedIssues(form: TaskForm, { nights, guests }: TaskIssues): TaskIssues {
  return {
    ...(form.nights !== '' && nights !== undefined ? { nights } : {}),
    ...(form.guests !== '' && guests !== undefined ? { guests } : {}),
  };
}

/** Returns the task that the form describes, or a sentence for each invalid field. */
export function specOf(form: TaskForm): { spec: TaskSpec } | { issues: TaskIssues } {
  const issues: TaskIssues = {};
  const { from, until } = form.kind === 'calendars' ? form.days : form.checkIns;
  if (from === null || until === null) issues.days = 'Choose the first and the last day.';
  if (form.kind === 'calendars') {
    if (form.listingScope === 'some' && form.listings.length === 0)
      issues.listings = 'Choose at least one listing, or all.';
    if (from === null || until === null || issues.listings !== undefined) return { issues };
    const listingIds = form.listingScope === 'all' ? null : form.listings.map(({ id }) => id);
    return { spec: { kind: 'calendars', from, until, listingIds } };
  }
  const nights = parseCount(form.nights, MAX_NIGHTS);
  const guests = form.guests === '' ? null : parseCount(form.guests, MAX_GUESTS);
  if (nights === null) issues.nights = `Nights must be a whole number from 1 to ${MAX_NIGHTS}.`;
  if (form.guests !== '' && guests === null)
    issues.guests = `Guests must be a whole number from 1 to ${MAX_GUESTS}, or empty for any.`;
  if (from === null || until === null || nights === null || issues.guests !== undefined) return { issues };
  return { spec: { kind: 'stays', firstCheckIn: from, lastCheckIn: until, nights, guests } };
}
