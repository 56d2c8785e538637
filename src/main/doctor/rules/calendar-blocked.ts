/** The calendar of the listing is blocked on these dates (service.md §8.3: LISTING_CALENDAR_BLOCKED). */
import {
  decisive,
  excluded,
  moderate,
  type Rule,
  type StatementPattern,
  saysText,
  stated,
  statementIn,
  strong,
} from '../rule.ts';

const CODE = 'LISTING_CALENDAR_BLOCKED';
const BLOCKED: readonly StatementPattern[] = [
  {
    pattern:
      /calendar[^.·]{0,30}(?:blocked|unavailable|not available)|(?:not available|unavailable|blocked|already (?:booked|reserved|taken)|no availability)[^.·]{0,40}\b(?:dates?|nights?|period|stay)\b|\b(?:dates?|nights?)\b[^.·]{0,40}(?:not available|unavailable|blocked|already (?:booked|reserved|taken)|closed)/i,
    provenance: 'service.md §8.3, documented',
  },
];

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
    if (envelope.code === CODE) return [stated(decisive(`The service’s code ${CODE}.`))];
    const said = statementIn(facts, BLOCKED);
    if (!said) return null;
    const otherCode =
      envelope.code === 'MIN_NIGHT_MISMATCH' ? [excluded(`The service’s code is ${envelope.code}.`)] : [];
    return [stated(strong(saysText(said))), moderate('The answer names the dates themselves.'), ...otherCode];
  },
};
