/** Evidence from the content of the Authorization header against every cause in a token or an account, when it carried no token. */
import type { Facts } from '../facts/facts.ts';
import { type Finding, say } from '../rule.ts';

const WITHOUT_TOKEN: ReadonlySet<string> = new Set([
  'absent',
  'empty',
  'bareToken',
  'otherScheme',
  'doubledPrefix',
  'quoted',
  'lineBreak',
  'spaces',
  'placeholder',
]);

/** Findings to add to each cause that needs a well-formed bearer token. */
export const noTokenSent = ({ failure: { authorization }, isRefused }: Facts): Finding[] =>
  // A service that answers anything but 401 or 403 has read the token.
  isRefused && WITHOUT_TOKEN.has(authorization.kind)
    ? [say.excluded('The Authorization header carried no token that a service can read.')]
    : [];

/** Whether the client authenticates by HTTP Basic, as older pages describe (service.md §3.1). The header itself is masked. */
export const isBasic = ({ failure: { authorization } }: Facts): boolean =>
  authorization.scheme?.toLowerCase() === 'basic';
