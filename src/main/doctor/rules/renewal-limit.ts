/** The application has renewed its token as often as it may (service.md §3.6: 3 times in 24 hours). */
import { type Rule, say, statementIn } from '../rule.ts';
import { notByService } from './answered-by-another.ts';
import { otherWays } from './new-token.ts';
import { mayBeQuota, quotaFindings, quotaWait } from './token-quota.ts';

const BOTH_LIMITS =
  'The specification allows three renewals in 24 hours, the vendor’s page since October 2026 five. What the answer’s headers report counts before both; without them, choose the set that applies under Connections, Limits.';

export const rule: Rule = {
  cause: 'renewalLimit',
  title: 'The application has no renewal left',
  source: 'service.md §3.6',
  confirm: {
    text: 'Count the renewals of this application in the last 24 hours on every machine that uses it.',
    cost: 'customer',
  },
  remedy: (facts) =>
    `${quotaWait(facts)} The token that was issued last still works until it expires. ${otherWays(facts.surroundings.connection?.otherApplications ?? [])}`,
  weigh: (facts) => {
    if (facts.api === 'openApi' || !mayBeQuota(facts, 'renewalLimit')) return null;
    const issuances = facts.surroundings.ledger?.unit === 'issuances';
    const unsure = facts.api === null && statementIn(facts, 'renewalLimit') === null;
    return [
      ...quotaFindings(facts, 'renewalLimit'),
      say.known(BOTH_LIMITS),
      ...(issuances || unsure
        ? [say.against('These credentials have a quota of tokens, or it is not known of which API they are.')]
        : []),
      ...notByService(facts),
    ];
  },
};
