/** The stay is shorter than the listing allows (service.md §8.3: MIN_NIGHT_MISMATCH). */
import { named, type Rule, say, stated, statementIn } from '../rule.ts';

const CODE = 'MIN_NIGHT_MISMATCH';
export const rule: Rule = {
  cause: 'minimumNights',
  title: 'The stay is shorter than the minimum',
  source: 'service.md §8.3 (MIN_NIGHT_MISMATCH)',
  confirm: { text: 'Read minNights of the arrival day in the listing’s calendar.', cost: 'request' },
  remedy: () =>
    'Offer a longer stay: the calendar names minNights for each day of arrival. The request itself is right.',
  weigh: (facts) => {
    const { status, envelope, isToken } = facts;
    if (isToken || status === null || status < 400 || status >= 500 || facts.isRefused) return null;
    if (envelope.code === CODE) return [stated(say.decisive(`The service’s code ${CODE}.`))];
    const said = statementIn(facts, 'stayTooShort');
    if (!said) return null;
    const otherCode =
      envelope.code === 'LISTING_CALENDAR_BLOCKED' ? [say.excluded(`The service’s code is ${envelope.code}.`)] : [];
    return [...named(said, 'the length of the stay').map(stated), ...otherCode];
  },
};
