/** Stays: one availability search for each check-in day of a range, with the same nights and guests, all pages (spec.md, section 4). */
import { AppError, type InputIssue } from '../../../shared/errors.ts';
import { dayNumber, nightsBetween, plainDateOf } from '../../../shared/model/primitives.ts';
import type { TaskSpec } from '../../../shared/model/task.ts';
import type { ApiAnswer } from '../../api/api-client.ts';
import { type ReadSearchItem, readSearchItem } from '../../api/read-search.ts';
import { counted, type Kind, type ResultRow, type Send } from './kind.ts';

type Spec = Extract<TaskSpec, { kind: 'stays' }>;

/** Three years. */
const MAX_DAYS = 1_096;
/** Pages of one search; a bound for a service whose every page names a next page. */
const MAX_PAGES = 1_000;

const daysOf = ({ firstCheckIn, lastCheckIn }: Spec): number => nightsBetween(firstCheckIn, lastCheckIn) + 1;

export const stays: Kind<Spec> = {
  api: 'booking',
  operation: 'search',
  hasPages: true,
  columns: [
    { key: 'checkIn', title: 'Check-in', kind: 'date' },
    { key: 'checkOut', title: 'Check-out', kind: 'date' },
    { key: 'listing', title: 'Listing', kind: 'text' },
    { key: 'title', title: 'Title', kind: 'text' },
    { key: 'perNight', title: 'Per night', kind: 'money' },
    { key: 'total', title: 'Total', kind: 'money' },
    { key: 'currency', title: 'Currency', kind: 'text' },
  ],

  steps(spec) {
    const days = daysOf(spec);
    const issues: InputIssue[] = [];
    if (days < 1) issues.push({ path: 'spec.lastCheckIn', message: 'The last check-in must not be before the first.' });
    if (days > MAX_DAYS) issues.push({ path: 'spec.lastCheckIn', message: 'Choose at most three years (1,096 days).' });
    if (issues.length > 0) throw new AppError('invalidInput', { issues });
    const first = dayNumber(spec.firstCheckIn);
    return Array.from({ length: days }, (_, day) => plainDateOf(first + day)).map((date) => ({
      key: date,
      title: date,
    }));
  },

  title: ({ nights, guests, firstCheckIn, lastCheckIn }) =>
    `Stays of ${counted(nights, 'night')}${guests === null ? '' : ` for ${counted(guests, 'guest')}`}, check-in ${firstCheckIn} to ${lastCheckIn}`,

  remarks: (_, steps) => [
    `At least one request for each of ${counted(steps, 'check-in day')}; each further page of a day's results takes one more.`,
  ],

  async run({ nights, guests }, { key: checkIn }, send) {
    const checkOut = plainDateOf(dayNumber(checkIn) + nights);
    const rows: ResultRow[] = [];
    const seen = new Set<string>();
    const values = { checkIn, checkOut, ...(guests === null ? {} : { guests }) };
    for await (const records of pagesOf(send, values)) {
      const before = rows.length;
      for (const raw of records) {
        const item = readSearchItem(raw, { checkIn, checkOut });
        const id = item.listingId ?? JSON.stringify(raw);
        if (seen.has(id)) continue;
        seen.add(id);
        rows.push({ cells: [checkIn, checkOut, item.listingId, item.title, ...moneyOf(item)], raw });
      }
      // A service that ignores the cursor sends the same page again: a page without a new record is the last.
      if (rows.length === before) break;
    }
    return rows;
  },
};

const moneyOf = ({ perNight, total }: ReadSearchItem) => [
  perNight?.amount ?? null,
  total?.amount ?? null,
  total?.currency ?? perNight?.currency ?? null,
];

async function* pagesOf(send: Send, values: Parameters<Send>[0]): AsyncGenerator<NonNullable<ApiAnswer['records']>> {
  let page: Parameters<Send>[1] = {};
  for (let number = 0; number < MAX_PAGES && page; number += 1) {
    const { records, nextCursor, nextSkip, exchangeId }: ApiAnswer = await send(values, page);
    if (records === null)
      throw new AppError('answerUnusable', { problem: 'no list of listings was found in it', exchangeId });
    yield records;
    page = nextCursor !== null ? { cursor: nextCursor } : nextSkip !== null ? { skip: nextSkip } : undefined;
  }
}
