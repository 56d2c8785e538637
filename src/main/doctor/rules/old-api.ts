/** The request went to the older open API, which has keys, paths and a host of its own (service.md §1.4). */
import { urlsOf } from '../facts/address.ts';
import type { Facts } from '../facts/facts.ts';
import { allOf, type Rule, say } from '../rule.ts';
import { isBasic } from './sent-token.ts';

export const rule: Rule = {
  cause: 'oldApi',
  title: 'The older open API was called',
  source: 'service.md §1.4 (an older Open API exists)',
  confirm: { text: 'Compare host and path of the request with the documented base address.', cost: 'nothing' },
  remedy: ({ surroundings: { services } }) =>
    `Move to the new Open API${services[0]?.addresses.baseUrl ? ` (${services[0].addresses.baseUrl})` : ''}: create client credentials, request a token with scope “open-api”, and send it with “Bearer ”. Keys of the older API are no client credentials.`,
  weigh: (facts) => {
    if (facts.isSuccess) return null;
    const { path } = facts.address;
    if (!isOldHost(facts)) return null;
    return allOf(
      say.decisive(`The host ${facts.address.host} is that of the older open API.`),
      say.strong('The documented base address has another host.'),
      path.startsWith('/api/v2') && say.strong('Its paths begin with /api/v2.'),
      isBasic(facts) && say.moderate('It takes an API key by HTTP Basic.'),
    );
  },
};

/** Whether the host is `api.` before the domain of a known service that has no such host. */
function isOldHost({ address: { host, service }, surroundings: { services } }: Facts): boolean {
  return (
    service === null &&
    services.some((one) =>
      urlsOf(one).some(({ hostname }) => host === `api.${hostname.split('.').slice(-2).join('.')}`),
    )
  );
}
