/** The request carries no `Authorization: Bearer …` (service.md §8.4: the first documented cause of the Open API's 403). */
import type { Facts } from '../facts/facts.ts';
import { type Finding, type Rule, say } from '../rule.ts';
import { notByService } from './answered-by-another.ts';

/** Names of headers in which some clients send a token, and which this service does not read. */
const OTHER_HEADERS = [
  'authentication',
  'authorisation',
  'auth',
  'bearer',
  'token',
  'access-token',
  'access_token',
  'x-access-token',
  'x-auth-token',
  'x-api-key',
  'api-key',
  'apikey',
];
const OTHER_PARAMETERS = ['access_token', 'token', 'api_key', 'apikey', 'apiKey', 'key'];

export const rule: Rule = {
  cause: 'bearerMissing',
  title: 'The Bearer prefix was missing',
  source: 'service.md §4.1, §8.4',
  confirm: { text: 'Send the same request with “Bearer ” before the same token.', cost: 'request' },
  remedy: ({ failure }) =>
    failure.origin === 'journal'
      ? 'Look for an Authorization header in the operation’s own headers; the app adds the header with “Bearer ” by itself.'
      : 'Put the word Bearer and one space before the token in the header Authorization. The same token can be used; no new one is needed.',
  weigh: (facts) => {
    const { status, isToken, failure, envelope } = facts;
    const isSeen = failure.authorization.kind !== 'unknown';
    if (isToken || !(facts.isRefused || status === 400 || (facts.isUnanswered && isSeen))) return null;
    if (status === 400 && envelope.code === 'WRONG_REQUEST_PARAMETERS')
      return [say.excluded('The service read the parameters of the request, so it had accepted the token.')];
    return [
      ...inHeader(facts),
      ...elsewhere(facts),
      ...(failure.authorization.kind === 'unknown' ? [] : notByService(facts)),
    ];
  },
};

function inHeader({ failure: { authorization }, status, api }: Facts): Finding[] {
  switch (authorization.kind) {
    case 'absent':
      return [say.decisive('The request carried no Authorization header.')];
    case 'bareToken':
      return [say.decisive('The Authorization header did not start with “Bearer ”.')];
    case 'empty':
      return authorization.scheme === null
        ? [say.decisive('The Authorization header was empty.')]
        : [say.unlikely('The header had the prefix, but no token after it.')];
    case 'otherScheme':
      return [say.unlikely(`The header had another prefix: “${authorization.scheme ?? ''}”.`)];
    case 'unknown':
      return status === 403 && api !== 'booking'
        ? [
            say.weak(
              'Whether the prefix was sent is not shown, and its absence is the first documented cause of this 403.',
            ),
          ]
        : [say.known('Whether the prefix was sent is not shown.')];
    case 'bearer':
      return [say.excluded('The request carried a header Authorization with “Bearer ”.')];
    default:
      return [say.excluded('The request carried an Authorization header with a prefix.')];
  }
}

function elsewhere({ failure: { authorization }, sent, address }: Facts): Finding[] {
  if (authorization.kind !== 'absent') return [];
  const header = OTHER_HEADERS.find((name) => sent(name) !== null);
  if (header)
    return [say.strong(`A token may have been sent in the header “${header}”, which the service does not read.`)];
  const parameter = OTHER_PARAMETERS.find((name) => address.query.has(name));
  return parameter ? [say.strong(`The address has a parameter “${parameter}”, which the service does not read.`)] : [];
}
