/** The Authorization header is missing, has no Bearer prefix, or cannot be read (service.md §4.1, §3.9, §8.4). */
import type { Facts } from '../facts/facts.ts';
import { failedPartOf } from '../facts/network-errors.ts';
import type { AuthorizationShape } from '../failure.ts';
import { type Finding, type Rule, say } from '../rule.ts';

/** Whether the client authenticated by HTTP Basic, as older pages of the documentation describe (service.md §3.1). */
export const isBasic = ({ failure: { authorization } }: Facts): boolean =>
  authorization.scheme?.toLowerCase() === 'basic';

/** Codes of an answer to a request whose token was accepted. The codes of one reason in a stay or a coupon outweigh the header as statements. */
const AFTER_TOKEN: ReadonlySet<string | null> = new Set(['WRONG_REQUEST_PARAMETERS', 'CREATE_RESERVATION_ERROR']);

const acceptedToken = ({ status, envelope: { code } }: Facts): Finding[] | null =>
  status === 400 && AFTER_TOKEN.has(code)
    ? [say.excluded(`The service’s code ${code}: it read the request, so it had accepted the token.`)]
    : null;

export const bearerMissing: Rule = {
  cause: 'bearerMissing',
  title: 'The Bearer prefix was missing',
  source: 'service.md §4.1, §8.4',
  confirm: { text: 'Send the same request with “Bearer ” before the same token.', cost: 'request' },
  remedy: ({ failure }) =>
    failure.origin === 'journal'
      ? 'Look for an Authorization header in the operation’s own headers; the app adds the header with “Bearer ” by itself.'
      : 'Put the word Bearer and one space before the token in the header Authorization. The same token can be used; no new one is needed.',
  weigh: (facts) => {
    const { isToken, isRefused, isUnanswered, status, api, failure } = facts;
    const { kind, scheme } = failure.authorization;
    if (isToken || !(isRefused || status === 400 || isUnanswered)) return null;
    const accepted = acceptedToken(facts);
    if (accepted) return accepted;
    if (kind === 'absent') return [say.decisive('The request carried no Authorization header.')];
    if (kind === 'bareToken') return [say.decisive('The Authorization header did not start with “Bearer ”.')];
    if (kind === 'empty' && scheme === null) return [say.decisive('The Authorization header was empty.')];
    if (kind !== 'unknown') return [say.excluded('The request carried an Authorization header with a prefix.')];
    return status === 403 && api !== 'booking'
      ? [say.weak('Whether the prefix was sent is not shown; its absence is the first documented cause of this 403.')]
      : null;
  },
};

const MALFORMED: Partial<Record<AuthorizationShape['kind'], string>> = {
  doubledPrefix: 'The prefix was sent twice: “Bearer Bearer …”.',
  quoted: 'The header holds quotation marks, which become part of the token.',
  lineBreak: 'The header holds a line break: the token was read with the end of its line, or was wrapped.',
  spaces: 'The header has a space too many or too few: before, after or within the token, or none after “Bearer”.',
  placeholder: 'The header holds a placeholder where the token should be: a variable was not replaced.',
};

export const headerMalformed: Rule = {
  cause: 'headerMalformed',
  title: 'The Authorization header is malformed',
  source: 'service.md §4.1, §3.9; RFC 6750, section 2.1',
  confirm: {
    text: 'Send the same request with the word Bearer, one space and the token alone in the header Authorization.',
    cost: 'request',
  },
  remedy: ({ failure: { authorization } }) =>
    authorization.kind === 'placeholder'
      ? 'Put the access token where the placeholder stands; check that the variable is set in the environment that sends the request.'
      : 'Send exactly the word Bearer, one space and the token in the header Authorization. Trim the token, and let only one place of the client add the prefix. No new token is needed.',
  weigh: (facts) => {
    const { isToken, isRefused, isUnanswered, status, failure } = facts;
    const { networkError, authorization, origin } = failure;
    const isLost = status === null && networkError !== null;
    if (isToken || !(isRefused || status === 400 || isLost || isUnanswered)) return null;
    if (isLost && failedPartOf(networkError).lost === 'header')
      return [say.decisive('The client refused to send the header: its value holds a sign that no header may have.')];
    return acceptedToken(facts) ?? sentForm(authorization, origin === 'paste');
  },
};

function sentForm({ kind, scheme }: AuthorizationShape, isPasted: boolean): Finding[] | null {
  const text = MALFORMED[kind];
  if (text) return [kind === 'placeholder' ? say.strong(text) : say.decisive(text)];
  if (kind === 'otherScheme')
    return [say.decisive(`The header has the scheme “${scheme ?? ''}”; this service reads only “Bearer”.`)];
  if (kind === 'empty' && scheme !== null)
    return [say.decisive('No token follows the word Bearer; the variable that should hold it was empty.')];
  if (kind !== 'bearer') return null;
  return isPasted && scheme !== null && scheme !== 'Bearer'
    ? [say.strong(`The prefix is written “${scheme}”; the service documents “Bearer”.`)]
    : [say.excluded('The header has the documented form.')];
}
