/** The calendar of the listing is blocked on these dates (service.md §8.3: LISTING_CALENDAR_BLOCKED). */
import { type Rule, say, saysText, stated, statementIn } from '../rule.ts';

const CODE = 'LISTING_CALENDAR_BLOCKED';
export const rule: Rule = {
  cause: 'calendarBlocked',
  title: 'The calendar is blocked on these dates',
  source: 'service.md §8.3 (LISTING_CALENDAR_BLOCKED)',
  confirm: { text: 'Read the listing’s calendar for these dates.', cost: 'request' },
  remedy: () =>
    'Offer other dates: read the calendar, which also shows closed arrivals and departures. The request itself is right.',
  weigh: (facts) => {
    const { status, envelope, isToken } = facts;
    if (isToken || status === null || status < 400 || status >= 500 || facts.isRefused) return null;
    if (envelope.code === CODE) return [stated(say.decisive(`The service’s code ${CODE}.`))];
    const said = statementIn(facts, 'datesBlocked');
    if (!said) return null;
    const otherCode =
      envelope.code === 'MIN_NIGHT_MISMATCH' ? [say.excluded(`The service’s code is ${envelope.code}.`)] : [];
    return [stated(say.strong(saysText(said))), say.moderate('The answer names the dates themselves.'), ...otherCode];
  },
};
