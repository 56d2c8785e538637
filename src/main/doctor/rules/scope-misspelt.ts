/** The token request asks for a scope that neither API has (service.md §3.1, §3.2). */
import { SCOPES } from '../../../shared/model/token.ts';
import { type Finding, type Rule, say } from '../rule.ts';
import { notByService } from './answered-by-another.ts';

const KNOWN_SCOPES: readonly string[] = Object.values(SCOPES);

export const rule: Rule = {
  cause: 'scopeMisspelt',
  title: 'The scope is missing or misspelt',
  source: 'service.md §3.1, §3.2; RFC 6749, section 5.2 (invalid_scope)',
  confirm: { text: 'Read the scope of the token request, letter by letter.', cost: 'customer' },
  remedy: ({ neededScope }) =>
    `Ask for scope “${neededScope ?? KNOWN_SCOPES.join('” or “')}”, exactly so, and for no other. A refused request costs no slot.`,
  weigh: (facts) => {
    const { isToken, status, envelope, field, neededScope } = facts;
    if (!isToken || status === null || status < 400 || status >= 500 || status === 429) return null;
    const named = envelope.oauthCode === 'invalid_scope' || envelope.code === 'invalid_scope';
    const scope = field('scope');
    const findings: Finding[] = [];
    if (named)
      findings.push(say.strong('The service’s code invalid_scope: it does not know the scope, or does not grant it.'));
    else if (envelope.oauthCode !== null && envelope.oauthCode !== 'invalid_request') {
      findings.push(say.against(`The service’s code ${envelope.oauthCode} names another reason.`));
    }
    if (scope === null && facts.failure.requestBody?.fields && field('grant_type') !== null)
      findings.push(say.decisive('The form asks for no scope, and both token endpoints need one.'));
    if (scope !== null && !KNOWN_SCOPES.includes(scope)) {
      findings.push(
        say.decisive(`The request asked for scope “${scope}”; there are only “${KNOWN_SCOPES.join('” and “')}”.`),
      );
    } else if (scope !== null && neededScope !== null && scope !== neededScope) {
      findings.push(say.excluded(`The scope “${scope}” is spelt right; it is that of the other API.`));
    } else if (scope !== null) {
      findings.push(
        named
          ? say.moderate(`The scope “${scope}” is spelt right; the service may not grant it.`)
          : say.excluded(`The scope “${scope}” is spelt right.`),
      );
    }
    return findings.length === 0 ? null : [...findings, ...notByService(facts)];
  },
};
