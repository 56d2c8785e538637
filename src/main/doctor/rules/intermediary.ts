/** A proxy, a firewall or a captive portal answered instead of the service. */
import type { Facts } from '../facts/facts.ts';
import { failedPartOf } from '../facts/network-errors.ts';
import { allOf, type Finding, type Rule, say } from '../rule.ts';

const MAX_WORDS = 100;
/** Matches the issuer of a certificate that a company's proxy sends in place of the service's, to decrypt TLS. */
const INSPECTION = /zscaler|fortinet|netskope|corporate (?:root )?ca/i;

export const rule: Rule = {
  cause: 'intermediary',
  title: 'A proxy, firewall or captive portal answered',
  source: 'service.md §1.2 (JSON over HTTPS)',
  confirm: { text: 'Send the same request from another network, such as a phone’s.', cost: 'request' },
  remedy: ({ answeredBy }) =>
    `Let the network’s administrator allow the service’s host${answeredBy.who ? ` in ${answeredBy.who}` : ''}, sign in to the network, or set the proxy that the machine needs. The token is not the reason; do not request a new one.`,
  weigh: (facts) => (facts.status === null ? unanswered(facts) : answered(facts)),
};

function answered(facts: Facts): Finding[] | null {
  const { kind, certain, signs, who } = facts.answeredBy;
  const { status, address, header, isToken } = facts;
  if (kind !== 'intermediary') return null;
  // A 429 of the token endpoint is its quota, in whatever form it comes, unless a known product signs the answer.
  if (isToken && status === 429 && !certain) return null;
  const text = `The answer is not the service’s: ${signs.join('; ')}.`;
  const isUnclear = status === 404 || status === 405 || (address.service === null && address.host !== null);
  return allOf(
    (certain ? say.decisive : isUnclear ? say.moderate : say.strong)(text),
    !certain &&
      (status === 200 || status === 403) &&
      say.moderate(`Status ${status} with a page is usual for a block page or a sign-in page.`),
    header('via') !== null && say.weak('The header Via names a proxy on the way.'),
    certain && who !== null && say.known(`It looks like ${who}.`),
  );
}

function unanswered({ failure: { networkError } }: Facts): Finding[] | null {
  if (networkError === null) return null;
  const { lost, code } = failedPartOf(networkError);
  const words = networkError.message.slice(0, MAX_WORDS);
  if (lost === 'proxy') return [say.decisive(`The proxy did not let the request through: “${words}”.`)];
  return code === 'SELF_SIGNED_CERT_IN_CHAIN' || INSPECTION.test(networkError.message)
    ? [say.moderate(`“${words}”: something on the way may open encrypted connections.`)]
    : null;
}
