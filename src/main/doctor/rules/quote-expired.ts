/** The quote is no longer valid (service.md §7.7: expiresAt, about 24 hours). */
import { formatDuration } from '../../../shared/time/format-duration.ts';
import type { Facts } from '../facts/facts.ts';
import { allOf, type Finding, type Rule, say, saysText, stated, statementIn } from '../rule.ts';

export const rule: Rule = {
  cause: 'quoteExpired',
  title: 'The quote has expired',
  source: 'service.md §7.7 (expiresAt, about 24 h)',
  confirm: { text: 'Compare expiresAt of the quote with the time of the request.', cost: 'nothing' },
  remedy: () => 'Create a new quote for the same stay and book that one within 24 hours; its price may differ.',
  weigh: (facts) => {
    const { status, endpoint, isToken } = facts;
    if (isToken || facts.isRefused || status === null || status >= 500 || status === 429) return null;
    const isQuote = endpoint.startsWith('quote');
    const said = facts.isSuccess ? null : statementIn(facts, 'quoteExpired');
    const shown = allOf(
      said && [stated(say.strong(saysText(said))), say.strong('The answer names the expiry of the quote itself.')],
      isQuote && expiry(facts),
    );
    const missing = statementIn(facts, 'quoteMissing')
      ? say.strong('The quote is not found: the service deletes quotes some time after they expired.')
      : facts.envelope.code === 'NOT_FOUND'
        ? say.moderate('The code NOT_FOUND at the address of a quote.')
        : say.unlikely('404 at the address of a quote may also be a wrong path.');
    return allOf(shown, status === 404 && isQuote && endpoint !== 'quoteCreate' && missing);
  },
};

function expiry({ json, serverNow }: Facts): Finding[] {
  const expiresAt =
    typeof json === 'object' && json !== null && 'expiresAt' in json ? Date.parse(String(json.expiresAt)) : Number.NaN;
  if (Number.isNaN(expiresAt) || serverNow === null || expiresAt > serverNow) return [];
  return [say.decisive(`The quote’s expiresAt was ${formatDuration(serverNow - expiresAt)} before the request.`)];
}
