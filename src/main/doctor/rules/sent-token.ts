/** Evidence that a request carried no readable token. It excludes every cause in the token or the account. */
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

/** Returns the finding that excludes each cause in the token, when a refused request had no readable token; else an empty list. */
export const noTokenFindings = ({ failure: { authorization }, isRefused }: Facts): Finding[] =>
  // A service that answers anything but 401 or 403 has read the token.
  isRefused && WITHOUT_TOKEN.has(authorization.kind)
    ? [say.excluded('The Authorization header carried no token that a service can read.')]
    : [];

/** Whether the client authenticated by HTTP Basic, as older pages of the documentation describe (service.md §3.1). */
export const isBasic = ({ failure: { authorization } }: Facts): boolean =>
  authorization.scheme?.toLowerCase() === 'basic';
