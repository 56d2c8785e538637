/** The service itself failed (service.md §8.1: 5xx). */
import type { Facts } from '../facts/facts.ts';
import { allOf, type Rule, say, statementIn } from '../rule.ts';

/** Whether the failure counts as the service's: it is recorded, its text shows an address, or no service is known to compare with. */
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
    // A page or a program of the customer may have failed; of the service nothing is shown.
    const isNamed = isOfService(facts);
    const wait = header('retry-after');
    return allOf(
      !isNamed
        ? say.weak(`Status ${status}, and it is not shown who answered.`)
        : answeredBy.kind === 'gateway'
          ? (answeredBy.certain ? say.decisive : say.strong)(
              `Status ${status}: the service, or the gateway in front of it, failed.`,
            )
          : answeredBy.kind === 'service'
            ? say.decisive(`The service answered ${status} with an error of its own.`)
            : say.unlikely('The answer is not the service’s own.'),
      isNamed &&
        statementIn(facts, 'serviceFault') &&
        say.moderate('The answer says that it is a fault of the service.'),
      wait !== null && say.known(`The service asks to wait: Retry-After ${wait.slice(0, 40)}.`),
    );
  },
};
