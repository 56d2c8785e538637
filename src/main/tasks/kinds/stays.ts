/** Stays: searches all pages of what is free for each check-in day of a range, with the same nights and guests (service.md §6.1). */
import { throwIssues } from '../../../shared/app-error.ts';
import type { InputIssue } from '../../../shared/errors.ts';
import { dayNumber, nightsBetween, plainDateOf } from '../../../shared/model/primitives.ts';
import { MAX_TASK_DAYS, type TaskSpec } from '../../../shared/model/task.ts';
import { doubtText } from '../../../shared/text/paging-text.ts';
import { type ReadSearchItem, readSearchItem } from '../../api/read-search.ts';
import { pagesOfSearch } from '../../desk/flexible-dates/matrix-needs.ts';
import { counted, type Kind, type PlanContext, type ResultRow } from './kind.ts';
import { readAllPages } from './read-all-pages.ts';

type Spec = Extract<TaskSpec, { kind: 'stays' }>;

/** Returns the number of pages of one day's results if every loaded listing is free; `null` when none is loaded. */
const pagesOf = ({ loaded, searchPageSize }: PlanContext): number | null => pagesOfSearch(loaded(), searchPageSize);

const daysOf = ({ firstCheckIn, lastCheckIn }: Spec): number => nightsBetween(firstCheckIn, lastCheckIn) + 1;

export const stays: Kind<Spec> = {
  api: 'booking',
  operation: () => 'search',
  hasPages: () => true,
  columns: [
    { key: 'checkIn', title: 'Check-in', kind: 'date' },
    { key: 'checkOut', title: 'Check-out', kind: 'date' },
    { key: 'listing', title: 'Listing', kind: 'text' },
    { key: 'title', title: 'Title', kind: 'text' },
    { key: 'perNight', title: 'Per night', kind: 'money' },
    { key: 'total', title: 'Total', kind: 'money' },
    { key: 'currency', title: 'Currency', kind: 'text' },
    { key: 'remark', title: 'Remark', kind: 'text' },
  ],

  steps(spec) {
    const days = daysOf(spec);
    const issues: InputIssue[] = [];
    if (days < 1) issues.push({ path: 'spec.lastCheckIn', message: 'The last check-in must not be before the first.' });
    if (days > MAX_TASK_DAYS)
      issues.push({ path: 'spec.lastCheckIn', message: 'Choose at most three years (1,096 days).' });
    throwIssues(issues);
    const first = dayNumber(spec.firstCheckIn);
    return Array.from({ length: days }, (_, day) => plainDateOf(first + day)).map((date) => ({
      key: date,
      title: date,
    }));
  },

  title: ({ nights, guests, firstCheckIn, lastCheckIn }) =>
    `Stays of ${counted(nights, 'night')}${guests === null ? '' : ` for ${counted(guests, 'guest')}`}, check-in ${firstCheckIn} to ${lastCheckIn}`,

  requests(_, steps, context) {
    const pages = pagesOf(context);
    return pages === null ? null : steps * pages;
  },

  remarks(_, steps, context) {
    const pages = pagesOf(context);
    const days = counted(steps, 'check-in day');
    return [
      pages === null
        ? `At least one request for each of ${days}; each further page of a day's results takes one more.`
        : `At most ${counted(pages, 'page')} of results, one request each, for each of ${days}.`,
    ];
  },

  async run({ nights, guests }, { key: checkIn }, send) {
    const stay = { checkIn, checkOut: plainDateOf(dayNumber(checkIn) + nights) };
    const values = { ...stay, ...(guests === null ? {} : { guests }) };
    const { records, doubts } = await readAllPages(values, send);
    const remark = doubts.length === 0 ? null : `May be incomplete. ${doubtText(doubts)}`;
    const rows = records.map((raw): ResultRow => {
      const item = readSearchItem(raw, stay);
      return { cells: [checkIn, stay.checkOut, item.listingId, item.title, ...moneyOf(item), remark], raw };
    });
    return { rows };
  },
};

const moneyOf = ({ perNight, total }: ReadSearchItem) => [
  perNight?.amount ?? null,
  total?.amount ?? null,
  total?.currency ?? perNight?.currency ?? null,
];
