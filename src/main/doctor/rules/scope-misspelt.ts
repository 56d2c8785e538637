/** The token request asks for a scope that neither API has (service.md §3.1, §3.2). */
import { SCOPES } from '../../../shared/model/token.ts';
import { allOf, type Rule, say } from '../rule.ts';
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
    const isKnown = scope !== null && KNOWN_SCOPES.includes(scope);
    const isOther = isKnown && neededScope !== null && scope !== neededScope;
    const { oauthCode } = envelope;
    const findings = allOf(
      named
        ? say.strong('The service’s code invalid_scope: it does not know the scope, or does not grant it.')
        : oauthCode !== null &&
            oauthCode !== 'invalid_request' &&
            say.against(`The service’s code ${oauthCode} names another reason.`),
      scope === null &&
        facts.failure.requestBody?.fields &&
        field('grant_type') !== null &&
        say.decisive('The form asks for no scope, and both token endpoints need one.'),
      scope !== null &&
        !isKnown &&
        say.decisive(`The request asked for scope “${scope}”; there are only “${KNOWN_SCOPES.join('” and “')}”.`),
      isOther && say.excluded(`The scope “${scope}” is spelt right; it is that of the other API.`),
      isKnown &&
        !isOther &&
        (named
          ? say.moderate(`The scope “${scope}” is spelt right; the service may not grant it.`)
          : say.excluded(`The scope “${scope}” is spelt right.`)),
    );
    return findings.length === 0 ? null : [...findings, ...notByService(facts)];
  },
};
