/** The service itself failed (service.md §8.1: 5xx). */
import type { Facts } from '../facts/facts.ts';
import { type Finding, type Rule, say, statementIn } from '../rule.ts';

/** The request is recorded, or its host or its path is one of the service. */
const isOfService = ({ failure, surroundings }: Facts): boolean =>
  failure.origin === 'journal' || failure.url !== null || surroundings.services.length === 0;

export const rule: Rule = {
  cause: 'upstreamFault',
  title: 'The service failed',
  source: 'service.md §8.1 (4xx, 5xx)',
  confirm: { text: 'Send the same read once more after a minute.', cost: 'request' },
  remedy: ({ failure }) =>
    failure.method !== null && failure.method !== 'GET'
      ? 'Look first whether the request had its effect; do not simply send it again. If it lasts, send support the request id and the time.'
      : 'Wait and send the request again, with a growing pause. If it lasts, send support the request id and the time. A new token does not help.',
  weigh: (facts) => {
    const { status, answeredBy, header } = facts;
    if (status === null || status < 500 || status === 511) return null;
    const findings: Finding[] = [];
    // A page or a program of the customer may have failed; of the service nothing is shown.
    const isNamed = isOfService(facts);
    if (!isNamed) findings.push(say.weak(`Status ${status}, and it is not shown who answered.`));
    else if (answeredBy.kind === 'gateway')
      findings.push(say.decisive(`Status ${status}: the service, or the gateway in front of it, failed.`));
    else if (answeredBy.kind === 'service')
      findings.push(say.decisive(`The service answered ${status} with an error of its own.`));
    else findings.push(say.unlikely('The answer is not the service’s own.'));
    if (isNamed && statementIn(facts, 'serviceFault'))
      findings.push(say.moderate('The answer says that it is a fault of the service.'));
    if (header('retry-after'))
      findings.push(say.known(`The service asks to wait: Retry-After ${header('retry-after')?.slice(0, 40)}.`));
    return findings;
  },
};
