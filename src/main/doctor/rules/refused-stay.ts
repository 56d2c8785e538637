/** The service refuses a stay: its dates are blocked, or it is too short (service.md §8.3: LISTING_CALENDAR_BLOCKED, MIN_NIGHT_MISMATCH). */
import type { Facts } from '../facts/facts.ts';
import type { Meaning } from '../facts/statements.ts';
import { allOf, type Finding, type Rule, say, stated, told } from '../rule.ts';

const CODES = { datesBlocked: 'LISTING_CALENDAR_BLOCKED', stayTooShort: 'MIN_NIGHT_MISMATCH' } as const;

/** Weighs whether an answer refuses the stay for the reason `meaning`, by its code or in words. The code of the other reason excludes the cause. */
function weigh(facts: Facts, meaning: Meaning & keyof typeof CODES): Finding[] | null {
  const { status, envelope, isToken, isRefused } = facts;
  if (isToken || isRefused || status === null || status < 400 || status >= 500) return null;
  if (envelope.code === CODES[meaning]) return [stated(say.decisive(`The service’s code ${envelope.code}.`))];
  const said = told(facts, meaning).map(stated);
  const isOther = Object.values(CODES).some((code) => code === envelope.code);
  return allOf(said, said.length > 0 && isOther && say.excluded(`The service’s code is ${envelope.code}.`));
}

export const calendarBlocked: Rule = {
  cause: 'calendarBlocked',
  title: 'The calendar is blocked on these dates',
  source: 'service.md §8.3 (LISTING_CALENDAR_BLOCKED)',
  confirm: { text: 'Read the listing’s calendar for these dates.', cost: 'request' },
  remedy: () =>
    'Offer other dates: read the calendar, which also shows closed arrivals and departures. The request itself is right.',
  weigh: (facts) => weigh(facts, 'datesBlocked'),
};

export const minimumNights: Rule = {
  cause: 'minimumNights',
  title: 'The stay is shorter than the minimum',
  source: 'service.md §8.3 (MIN_NIGHT_MISMATCH)',
  confirm: { text: 'Read minNights of the arrival day in the listing’s calendar.', cost: 'request' },
  remedy: () =>
    'Offer a longer stay: the calendar names minNights for each day of arrival. The request itself is right.',
  weigh: (facts) => weigh(facts, 'stayTooShort'),
};
