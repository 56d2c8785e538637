/** The token or the credentials belong to the other of the two APIs (service.md §2.1). */
import type { Api } from '../../../shared/model/primitives.ts';
import { SCOPES } from '../../../shared/model/token.ts';
import { API_NAMES } from '../../../shared/text/api-names.ts';
import type { Facts } from '../facts/facts.ts';
import { acceptedFor, allOf, type Finding, type Rule, say, statementIn, tokenEverAccepted, told } from '../rule.ts';

const other = (api: Api): Api => (api === 'openApi' ? 'booking' : 'openApi');

export const wrongApi: Rule = {
  cause: 'wrongApi',
  title: 'The token belongs to the other API',
  source: 'service.md §2.1, §8.5',
  confirm: { text: 'Read the scope in the token’s answer or in its claims: each API needs its own.', cost: 'customer' },
  remedy: ({ api }) =>
    api === null
      ? 'Check for which of the two APIs the credentials were created: those of one API do not work for the other.'
      : `Check that the credentials are those of the ${API_NAMES[api]} and that the token was requested with scope “${SCOPES[api]}”: those of one API do not work for the other.`,
  weigh: (facts) => {
    const { api, status, isToken, isRefused } = facts;
    if (!isRefused && !(isToken && status === 400)) return null;
    if (api === null) return told(facts, 'otherScope');
    if (isToken) return tokenRequest(facts, api);
    const ever = tokenEverAccepted(facts);
    return allOf(
      stored(facts, api),
      carried(facts, api),
      told(facts, 'otherScope'),
      ever && say.excluded(`The ${API_NAMES[api]} accepted the same token for ${acceptedFor(ever)}.`, ever),
    );
  },
};

/** Credentials that are stored for the other API. At a token endpoint nothing but the credentials decides. */
function stored({ surroundings: { connection }, isToken }: Facts, api: Api): Finding[] {
  const storedFor = connection?.credentialApi ?? null;
  if (storedFor === null || storedFor === api) return [];
  const text = `The credentials are stored for the ${API_NAMES[storedFor]}, and this is the ${API_NAMES[api]}.`;
  return [(isToken ? say.clear : say.strong)(text)];
}

function carried({ tokenScopes, failure: { tokenClaims } }: Facts, api: Api): Finding[] {
  const needed = SCOPES[api];
  const text = tokenScopes.join(' ');
  if (tokenScopes.includes(needed)) return [say.excluded(`The token has scope “${text}”, the one this API needs.`)];
  if (tokenScopes.length > 0)
    return [
      (tokenScopes.includes(SCOPES[other(api)]) ? say.decisive : say.strong)(
        `The token has scope “${text}”; the ${API_NAMES[api]} needs “${needed}”.`,
      ),
    ];
  const audience = tokenClaims?.audience ?? [];
  const foreign = audience.find((word) => /book/i.test(word) !== (api === 'booking') && /book|open-?api/i.test(word));
  return [
    foreign
      ? say.strong(`The token is meant for “${foreign}”, by its own claim.`)
      : say.known('The scope of the token is not known.'),
  ];
}

function tokenRequest(facts: Facts, api: Api): Finding[] {
  const scope = facts.field('scope');
  const theirs = other(api);
  const known = scope === null ? 'is not known' : scope === SCOPES[api] ? 'is the one this API needs' : null;
  return allOf(
    stored(facts, api),
    scope === SCOPES[theirs] &&
      say.decisive(
        `The request asked the ${API_NAMES[api]} for scope “${scope}”, which is that of the ${API_NAMES[theirs]}.`,
      ),
    known && say.known(`The requested scope ${known}.`),
    facts.surroundings.history?.settled && say.excluded('A later token request with these credentials succeeded.'),
    told(facts, statementIn(facts, 'otherClient') ? 'otherClient' : 'otherScope'),
  );
}
