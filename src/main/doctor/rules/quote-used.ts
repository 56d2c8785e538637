/** The quote has already made a reservation (domain.md, Quote flow: single-use). */
import { acceptedFor, decisive, type Finding, heard, known, type Rule, type Saying, saysText } from '../rule.ts';

const USED: readonly Saying[] = [
  { pattern: /already (?:been )?fulfilled|fulfilled by a reservation/i, provenance: 'domain.md, Quote flow (S)' },
  {
    pattern:
      /\b(?:quote|inquiry)\b[^.·]{0,40}already (?:been )?(?:used|booked|confirmed|converted|accepted)|already (?:used|booked|converted)[^.·]{0,30}\bquote\b|QUOTE_(?:ALREADY_)?USED|reservation already exists/i,
    provenance: 'domain.md, What hurts people',
  },
];

export const rule: Rule = {
  cause: 'quoteUsed',
  title: 'The quote was used already',
  source: 'domain.md, Quote flow (a quote is single-use)',
  confirm: { text: 'Look for the reservation of this quote in the account, or read the quote.', cost: 'request' },
  remedy: () =>
    'Look for the reservation first: the stay may be booked. For another reservation create a new quote; a used one cannot be used again.',
  weigh: (facts) => {
    const { status, endpoint, isToken, surroundings } = facts;
    if (isToken || status === null || status < 400 || status >= 500 || status === 401 || status === 429) return null;
    const said = heard(facts, USED);
    if (!said) return null;
    const before = surroundings.history?.reservationBefore ?? null;
    const findings: Finding[] = [decisive(saysText(said))];
    if (before) findings.push(known(`A reservation was made through a quote: ${acceptedFor(before)}.`, before));
    if (!endpoint.startsWith('quote')) findings.push(known('The address is not that of a quote step.'));
    return findings;
  },
};
