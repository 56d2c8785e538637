/** Names what a request does not tell: what the text leaves out, and what only the service knows. */
import type { Facts } from '../facts/facts.ts';
import { isOwnMachine } from './check-address.ts';
import type { FoundOperation } from './find-operation.ts';

export function unknownsOf(facts: Facts, found: FoundOperation | null): string[] {
  return [...notShown(facts, found), ...(facts.isToken ? ofTokenRequest : ofService(found))];
}

function notShown(facts: Facts, found: FoundOperation | null): string[] {
  const { failure, isToken, address, tokenScopes } = facts;
  const { authorization, tokenClaims, requestBody } = failure;
  const hasToken = authorization.kind === 'bearer';
  return [
    ...(address.host === null ? ['The text does not show the host.'] : []),
    ...(isOwnMachine(facts) ? ['The host is the sender’s own machine: it is not shown where that leads.'] : []),
    ...(!isToken && authorization.kind === 'unknown' ? ['The Authorization header is not shown, or is masked.'] : []),
    ...(!isToken && hasToken && tokenClaims === null && tokenScopes.length === 0
      ? ['The token cannot be read: it is masked, or is no JWT. Its expiry and its scope are not known.']
      : []),
    ...(isToken && requestBody === null && !failure.requestHeadersKnown ? ['The form is not shown.'] : []),
    ...(!isToken && found === null && address.path !== ''
      ? ['The app knows no operation at this path, so its parameters are not checked.']
      : []),
  ];
}

const ofTokenRequest = [
  'Whether the client ID and the secret are right.',
  'How much of the token quota is left: a request that is accepted costs a slot.',
];

const OF_OPERATION: Partial<Record<string, readonly string[]>> = {
  calendar: ['Whether the listing exists for this application.'],
  quoteCreate: ['Whether the listing is bookable, the nights are free and the stay is long enough.'],
  quoteGet: ['The state of the quote: it may have expired.'],
  quoteCoupons: ['The state of the quote, and whether the coupons apply: an unknown code is ignored without an error.'],
  quoteInstant: [
    'The state of the quote: it may have expired, or be used.',
    'Whether the application may book instantly.',
  ],
  quoteRequest: [
    'The state of the quote: it may have expired, or be used.',
    'Whether the application may request to book.',
  ],
};

const ofService = (found: FoundOperation | null): string[] => [
  'Whether the account and the credentials have the permission.',
  'Whether the service still knows the token.',
  ...(OF_OPERATION[found?.variants[0].id ?? ''] ?? []),
  'Whether a rate limit is reached at that moment.',
];
