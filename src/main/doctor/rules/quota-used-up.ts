/** The token quota is used up: all tokens of 24 hours are issued (service.md §3.5: at most 5 for each Client ID of the Open API). */
import { type Rule, say, statementIn } from '../rule.ts';
import { notByService } from './answered-by-another.ts';
import { otherWays } from './new-token.ts';
import { mayBeQuota, quotaFindings, quotaWait } from './token-quota.ts';

export const rule: Rule = {
  cause: 'quotaUsedUp',
  title: 'The token quota is used up',
  source: 'service.md §3.5, §3.9',
  confirm: {
    text: 'Count the token requests of the last 24 hours of every machine that has this Client ID.',
    cost: 'customer',
  },
  remedy: (facts) =>
    `${quotaWait(facts)} Tokens that were issued still work until they expire. ${otherWays(facts.surroundings.connection?.otherApplications ?? [])} Then keep tokens over restarts, and request none after a 403.`,
  weigh: (facts) => {
    if (!mayBeQuota(facts, 'tokenQuota') || (facts.api === 'booking' && facts.surroundings.ledger?.unit === 'renewals'))
      return null;
    const other = facts.api === 'booking' || statementIn(facts, 'renewalLimit') !== null;
    return [
      ...quotaFindings(facts, 'tokenQuota'),
      ...(other
        ? [
            say.unlikely('The Booking Engine limits renewals of an application, not tokens.'),
            say.unlikely('The quota of 5 tokens is that of the Open API.'),
          ]
        : []),
      ...notByService(facts),
    ];
  },
};
