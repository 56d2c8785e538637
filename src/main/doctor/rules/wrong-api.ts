/** The token or the credentials belong to the other of the two APIs (service.md §2.1). */

import type { Api } from '../../../shared/model/primitives.ts';
import { SCOPES } from '../../../shared/model/token.ts';
import { API_NAMES } from '../../../shared/text/api-names.ts';
import type { Facts } from '../facts/facts.ts';
import { acceptedFor, allOf, type Finding, named, type Rule, say, statementIn, tokenEverAccepted } from '../rule.ts';
import { notByService } from './answered-by-another.ts';
import { noTokenFindings } from './sent-token.ts';

const other = (api: Api): Api => (api === 'openApi' ? 'booking' : 'openApi');

export const rule: Rule = {
  cause: 'wrongApi',
  title: 'The token belongs to the other API',
  source: 'service.md §2.1, §8.5',
  confirm: { text: 'Read the scope in the token’s answer or in its claims: each API needs its own.', cost: 'customer' },
  remedy: ({ api }) =>
    api === null
      ? 'Check for which of the two APIs the credentials were created: those of one API do not work for the other.'
      : `Check that the credentials are those of the ${API_NAMES[api]} and that the token was requested with scope “${SCOPES[api]}”: those of one API do not work for the other.`,
  weigh: (facts) => {
    const { api, status } = facts;
    if (api === null) {
      const stated = facts.isRefused ? statementIn(facts, 'otherScope') : null;
      return stated ? named(stated, 'the scope or the audience') : null;
    }
    if (facts.isToken) return status === 400 || facts.isRefused ? tokenRequest(facts, api) : null;
    if (!facts.isRefused) return null;
    const ever = tokenEverAccepted(facts);
    const said = statementIn(facts, 'otherScope');
    return allOf(
      noTokenFindings(facts),
      stored(facts, api),
      carried(facts, api),
      said && named(said, 'the scope or the audience'),
      ever && say.excluded(`The ${API_NAMES[api]} accepted the same token for ${acceptedFor(ever)}.`, ever),
      notByService(facts),
    );
  },
};

function stored({ surroundings: { connection } }: Facts, api: Api): Finding[] {
  const credentialApi = connection?.credentialApi ?? null;
  if (credentialApi === null || credentialApi === api) return [];
  return [
    say.strong(`The credentials are stored for the ${API_NAMES[credentialApi]}, and this is the ${API_NAMES[api]}.`),
  ];
}

function carried({ tokenScopes, failure: { tokenClaims }, surroundings: { token } }: Facts, api: Api): Finding[] {
  const needed = SCOPES[api];
  const text = tokenScopes.join(' ');
  if (tokenScopes.includes(needed)) return [say.excluded(`The token has scope “${text}”, the one this API needs.`)];
  if (tokenScopes.includes(SCOPES[other(api)])) {
    return [say.decisive(`The token has scope “${text}”; the ${API_NAMES[api]} needs “${needed}”.`)];
  }
  if (tokenScopes.length > 0) return [say.strong(`The token has scope “${text}”; this API needs “${needed}”.`)];
  const audience = tokenClaims?.audience ?? [];
  const foreign = audience.find((word) => /book/i.test(word) !== (api === 'booking') && /book|open-?api/i.test(word));
  if (foreign) return [say.strong(`The token is meant for “${foreign}”, by its own claim.`)];
  return [
    say.known(
      token === null ? 'The scope of the token is not known.' : 'The journal does not have the scope of this token.',
    ),
  ];
}

function tokenRequest(facts: Facts, api: Api): Finding[] {
  const said = statementIn(facts, 'otherClient') ?? statementIn(facts, 'otherScope');
  const kept = stored(facts, api);
  return allOf(
    kept,
    // At a token endpoint nothing but the credentials decides.
    kept.length > 0 && say.moderate('A token endpoint accepts the credentials of its own API only.'),
    requested(facts, api),
    said && named(said, 'the client or its scope'),
  );
}

function requested({ field, envelope, surroundings: { history } }: Facts, api: Api): Finding[] {
  const scope = field('scope');
  const theirs = other(api);
  return allOf(
    scope === SCOPES[theirs] &&
      say.decisive(
        `The request asked the ${API_NAMES[api]} for scope “${scope}”, which is that of the ${API_NAMES[theirs]}.`,
      ),
    scope === SCOPES[api] && say.known(`The request asked for scope “${scope}”, the one this API needs.`),
    scope === null && say.known('The requested scope is not known.'),
    envelope.oauthCode === 'unauthorized_client' &&
      say.moderate('The service’s code unauthorized_client: these credentials may not have a token of this kind.'),
    history?.settled && say.excluded('A later token request with these credentials succeeded.'),
  );
}
