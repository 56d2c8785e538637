/** The Authorization header exists but cannot be read: doubled prefix, quotes, line break, spaces, another scheme, a placeholder. */

import { failedPartOf } from '../facts/network-errors.ts';
import type { AuthorizationShape } from '../failure.ts';
import { type Rule, say } from '../rule.ts';
import { notByService } from './answered-by-another.ts';

const TEXTS: Partial<Record<AuthorizationShape['kind'], string>> = {
  doubledPrefix: 'The prefix was sent twice: “Bearer Bearer …”.',
  quoted: 'The header holds quotation marks, which become part of the token.',
  lineBreak: 'The header holds a line break: the token was read with the end of its line, or was wrapped.',
  spaces: 'The header has a space too many or too few: before, after or within the token, or none after “Bearer”.',
  placeholder: 'The header holds a placeholder where the token should be: a variable was not replaced.',
};

export const rule: Rule = {
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
    const { isToken, status, failure } = facts;
    const isJudged = facts.isRefused || status === 400 || (status === null && failure.networkError !== null);
    if (isToken || !(isJudged || facts.isUnanswered)) return null;
    const { kind, scheme } = failure.authorization;
    if (status === null && failure.networkError !== null && failedPartOf(failure.networkError).lost === 'header')
      return [
        say.decisive(
          'The client refused to send the header: its value holds a line break or another sign that no header may have.',
        ),
      ];
    const text = TEXTS[kind];
    if (text) return [kind === 'placeholder' ? say.strong(text) : say.decisive(text), ...notByService(facts)];
    if (kind === 'otherScheme') {
      return [
        say.decisive(`The header has the scheme “${scheme ?? ''}”; this service reads only “Bearer”.`),
        ...notByService(facts),
      ];
    }
    if (kind === 'empty' && scheme !== null) {
      return [
        say.decisive('No token follows the word Bearer; the variable that should hold it was empty.'),
        ...notByService(facts),
      ];
    }
    if (kind === 'bearer' && scheme !== null && scheme !== 'Bearer' && failure.origin === 'paste') {
      return [say.strong(`The prefix is written “${scheme}”; the service documents “Bearer”.`), ...notByService(facts)];
    }
    return kind === 'bearer' ? [say.excluded('The header has the documented form.')] : null;
  },
};
