/** The quote was already used for a reservation (service.md §7.7: single-use). */
import { MINUTE_MS } from '../../../shared/time/units.ts';
import type { Facts } from '../facts/facts.ts';
import { acceptedFor, allOf, type Finding, type Rule, say, saysText, stated, statementIn } from '../rule.ts';
import { notByService } from './answered-by-another.ts';
import { noTokenFindings } from './sent-token.ts';

export const rule: Rule = {
  cause: 'quoteUsed',
  title: 'The quote was used already',
  source: 'service.md §7.7 (a quote is single-use)',
  confirm: { text: 'Look for the reservation of this quote in the account, or read the quote.', cost: 'request' },
  remedy: () =>
    'Look for the reservation first: the stay may be booked. For another reservation create a new quote; a used one cannot be used again.',
  weigh: (facts) => {
    const { status, endpoint, isToken } = facts;
    if (isToken || status === null || status < 400 || status >= 500 || status === 401 || status === 429) return null;
    const said = statementIn(facts, 'quoteUsed');
    const findings = allOf(
      facts.surroundings.doneBefore && [
        say.strong('The same step of this quote succeeded before, and a quote is single-use.'),
        say.moderate('The text shows both.'),
      ],
      said && stated(say.decisive(saysText(said))),
      booked(facts),
    );
    if (!findings.some(({ bits }) => bits > 0)) return null;
    if (!endpoint.startsWith('quote')) findings.push(say.known('The address is not that of a quote step.'));
    return [...findings, ...noTokenFindings(facts), ...notByService(facts)];
  },
};

/** Codes that name another reason, although the quote was booked. */
const OTHER_REASON = /LISTING_CALENDAR_BLOCKED|MIN_NIGHT_MISMATCH|COUPON_|\bexpired\b/i;
/** The time within which a repeated request is taken for a second press of the same button. */
const AGAIN_MS = 15 * MINUTE_MS;

/** Findings from the journal about a reservation that was made from this quote before. */
function booked({ surroundings: { history }, endpoint, said, status }: Facts): Finding[] {
  const before = history?.reservationBefore ?? null;
  if (before === null) return [];
  const which = history?.reservationOfQuote ?? null;
  const isStep = endpoint === 'quoteInstant' || endpoint === 'quoteRequest' || endpoint === 'quoteCoupons';
  const text = `A reservation was made through a quote: ${acceptedFor(before)}.`;
  if (!isStep || which === 'other' || status === 403) return [say.known(text, before)];
  const otherReason = OTHER_REASON.test(said) && say.against('The answer names another reason.');
  if (which === 'same')
    return allOf(
      say.strong(`This quote was booked before: ${acceptedFor(before)}.`, before),
      say.strong('A quote is single-use.'),
      otherReason,
    );
  if (-before.offsetMs > AGAIN_MS) return [say.known(text, before)];
  const conflict = status === 409 && say.moderate('Status 409: the step conflicts with what was done.');
  return allOf(say.moderate(text, before), conflict, otherReason);
}
