/** The quote is no longer valid, or was used for a reservation (service.md §7.7: expiresAt, about 24 hours; single-use). */
import { formatDuration } from '../../../shared/time/format-duration.ts';
import { MINUTE_MS } from '../../../shared/time/units.ts';
import type { Facts } from '../facts/facts.ts';
import { recordOf } from '../facts/record-of.ts';
import { acceptedFor, allOf, type Finding, type Rule, say, stated, statementIn, told } from '../rule.ts';

export const quoteExpired: Rule = {
  cause: 'quoteExpired',
  title: 'The quote has expired',
  source: 'service.md §7.7 (expiresAt, about 24 h)',
  confirm: { text: 'Compare expiresAt of the quote with the time of the request.', cost: 'nothing' },
  remedy: () => 'Create a new quote for the same stay and book that one within 24 hours; its price may differ.',
  weigh: (facts) => {
    const { status, endpoint, isToken, json, serverNow } = facts;
    if (isToken || facts.isRefused || status === null || status >= 500 || status === 429) return null;
    const isQuote = endpoint.startsWith('quote');
    const expiresAt = Date.parse(String(recordOf(json)?.expiresAt));
    const isMissing = status === 404 && isQuote && endpoint !== 'quoteCreate';
    return allOf(
      !facts.isSuccess && told(facts, 'quoteExpired', say.decisive).map(stated),
      isQuote &&
        serverNow !== null &&
        expiresAt <= serverNow &&
        say.decisive(`The quote’s expiresAt was ${formatDuration(serverNow - expiresAt)} before the request.`),
      isMissing &&
        (statementIn(facts, 'quoteMissing')
          ? say.strong('The quote is not found: the service deletes quotes some time after they expired.')
          : facts.envelope.code === 'NOT_FOUND' && say.moderate('The code NOT_FOUND at the address of a quote.')),
    );
  },
};

export const quoteUsed: Rule = {
  cause: 'quoteUsed',
  title: 'The quote was used already',
  source: 'service.md §7.7 (a quote is single-use)',
  confirm: { text: 'Look for the reservation of this quote in the account, or read the quote.', cost: 'request' },
  remedy: () =>
    'Look for the reservation first: the stay may be booked. For another reservation create a new quote; a used one cannot be used again.',
  weigh: (facts) => {
    const { status, isToken, surroundings } = facts;
    if (isToken || status === null || status < 400 || status >= 500 || status === 401 || status === 429) return null;
    const findings = allOf(
      surroundings.doneBefore && say.clear('The same step of this quote succeeded before, and a quote is single-use.'),
      told(facts, 'quoteUsed', say.decisive).map(stated),
      booked(facts),
    );
    return findings.some(({ bits }) => bits > 0) ? findings : null;
  },
};

/** Codes that name another reason, although the quote was booked. */
const OTHER_REASON = /LISTING_CALENDAR_BLOCKED|MIN_NIGHT_MISMATCH|COUPON_|\bexpired\b/i;
/** The time within which a repeated request is taken for a button that a person pressed twice. */
const AGAIN_MS = 15 * MINUTE_MS;

/** Findings from the journal about a reservation that was made from this quote before. */
function booked({ surroundings: { history }, endpoint, said, status }: Facts): Finding[] {
  const before = history?.reservationBefore ?? null;
  const which = history?.reservationOfQuote ?? null;
  const isStep = endpoint === 'quoteInstant' || endpoint === 'quoteRequest' || endpoint === 'quoteCoupons';
  if (before === null || !isStep || which === 'other' || status === 403) return [];
  if (which === null && -before.offsetMs > AGAIN_MS) return [];
  const text = `A reservation was made through ${which === 'same' ? 'this' : 'a'} quote: ${acceptedFor(before)}.`;
  return allOf(
    (which === 'same' ? say.decisive : say.moderate)(text, before),
    OTHER_REASON.test(said) && say.against('The answer names another reason.'),
  );
}
