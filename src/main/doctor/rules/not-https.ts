/** The address is not HTTPS (spec.md, "Endpoints": all requests use HTTPS). */
import { decisive, moderate, type Rule } from '../rule.ts';

const LOOPBACK = /^(?:localhost|127\.|\[?::1)/;

export const rule: Rule = {
  cause: 'notHttps',
  title: 'The address is not HTTPS',
  source: 'spec.md, Endpoints and Errors (non-HTTPS URL)',
  confirm: { text: 'Send the same request to the https:// address.', cost: 'request' },
  remedy: () =>
    'Write https:// in the address. A token or a client secret that was sent over http:// was readable on the way: replace it.',
  weigh: ({ address, isSuccess, status, header }) => {
    if (address.scheme !== 'http:' || isSuccess || LOOPBACK.test(address.host ?? '')) return null;
    const leads = /^https:/i.test(header('location') ?? '');
    return [
      decisive('The address starts with http://, and the service takes only https://.'),
      ...(leads ? [moderate(`The answer (${status}) leads to the https:// address.`)] : []),
    ];
  },
};
