/** A browser refused the request or kept its answer from the page: CORS, mixed content, a content security policy, a blocker (service.md §9.2). */
import { browserRefusal } from '../facts/browser-refusal.ts';
import { type Finding, type Rule, say, stated } from '../rule.ts';

export const rule: Rule = {
  cause: 'browserRefused',
  title: 'The browser refused the call',
  source: 'service.md §9.2, §3.10',
  confirm: {
    text: 'Send the same request from a server or with curl: no browser rule applies there.',
    cost: 'request',
  },
  remedy: ({ isToken }) =>
    `Call the API from your server, never from a page: neither another mode of fetch nor a longer time-out helps. ${isToken ? 'The Client Secret stood in the page: replace it. Each page view may have used one of the day’s tokens.' : 'A token or a secret that stood in the page is to be replaced.'}`,
  weigh: ({ surroundings: { text }, failure: { networkError }, isToken, status }) => {
    const words = text?.browserRefusal ?? browserRefusal(`${networkError?.code ?? ''} ${networkError?.message ?? ''}`);
    if (words === null) return null;
    const findings: Finding[] = [
      stated(say.decisive(`The browser says “${words}”.`)),
      say.moderate('A browser applies such rules; a server does not.'),
    ];
    if (isToken && status !== null && status < 300)
      findings.push(say.known('The token endpoint answered all the same: a token was issued that nobody could read.'));
    return findings;
  },
};
