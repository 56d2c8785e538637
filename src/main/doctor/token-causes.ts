/** Causes of a refused API request in its token (domain.md, "What hurts people"): prefix, expiry, a revoked token, a token of the other API. */

import { API_NAMES } from '../../shared/api-names.ts';
import { formatDuration } from '../../shared/format-duration.ts';
import type { Evidence } from '../../shared/model/refusal.ts';
import { SCOPES } from '../../shared/model/token.ts';
import {
  acceptedFor,
  type Judge,
  neutral,
  rulesOut,
  supports,
  tokenAliveAfter,
  tokenEverAccepted,
  when,
} from './judge.ts';

/** An expiry this near in time is uncertain, because two clocks never agree exactly. */
const CLOCK_TOLERANCE_MS = 300_000;

export const bearerMissing: Judge = ({ authorization }) => ({
  id: 'bearerMissing',
  title: 'The Bearer prefix was missing',
  evidence: [
    authorization === 'bearer'
      ? rulesOut('The request carried “Authorization: Bearer …”.')
      : authorization === 'other'
        ? supports('The Authorization header did not start with “Bearer ”.')
        : supports('The request carried no Authorization header.'),
  ],
  next: 'Look for an Authorization header in the operation’s own headers: the console adds “Authorization: Bearer …” by itself.',
});

export const tokenExpired: Judge = (facts) => {
  const { token, history, status } = facts;
  const evidence: Evidence[] = [];
  const alive = tokenAliveAfter(facts);
  if (alive) evidence.push(rulesOut(`The same token was accepted for ${acceptedFor(alive)}.`));
  if (token?.leftMs === undefined || token.leftMs === null) {
    evidence.push(neutral('The journal does not have the issuance of this token.'));
  } else if (token.leftMs <= 0) {
    evidence.push(
      supports(`By the token’s own lifetime it had expired ${formatDuration(-token.leftMs)} before the request.`),
    );
  } else if (token.leftMs < CLOCK_TOLERANCE_MS) {
    evidence.push(
      neutral(
        `By this console’s clock the token had ${formatDuration(token.leftMs)} left; the service’s clock may differ.`,
      ),
    );
  } else {
    evidence.push(
      rulesOut(`The token had ${formatDuration(token.leftMs)} of its lifetime left when the request was sent.`),
    );
  }
  if (history.newerRefused) evidence.push(rulesOut('A newer token was refused for the same operation as well.'));
  if (status === 401)
    evidence.push(neutral('The service signals expiry with 401 in one statement and with 403 in another.'));
  return {
    id: 'tokenExpired',
    title: 'The access token had expired',
    evidence,
    next: token?.replaced
      ? 'Nothing: a newer token is in use. Send the request again.'
      : 'Send the request again: the console renews a token that is due before it sends. Renewing by hand costs one slot.',
  };
};

export const tokenUnknown: Judge = (facts) => {
  const { token, history, status } = facts;
  const evidence: Evidence[] = [];
  const alive = tokenAliveAfter(facts);
  const alreadyExpired = token?.leftMs !== undefined && token.leftMs !== null && token.leftMs <= 0;
  if (alive) evidence.push(rulesOut(`The same token was accepted for ${acceptedFor(alive)}.`));
  if (history.newerRefused) evidence.push(rulesOut('A newer token was refused for the same operation as well.'));
  if (history.newerAccepted && !alreadyExpired) {
    evidence.push(supports(`The same operation was accepted with a newer token ${when(history.newerAccepted)}.`));
  }
  if (alreadyExpired) evidence.push(neutral('The token had expired anyway.'));
  const before = history.sameBefore ?? history.otherBefore;
  if (before && !alive)
    evidence.push(
      neutral(`The token still worked for ${acceptedFor(before)}; no request with it has been accepted since.`),
    );
  if (status === 401) evidence.push(neutral('A 401 concerns the token rather than a permission.'));
  if (token?.ageMs !== undefined && token.ageMs !== null && !alreadyExpired) {
    evidence.push(neutral(`The token was issued ${formatDuration(token.ageMs)} before the request.`));
  }
  if (evidence.length === 0) evidence.push(neutral('The journal has no other request with this token to compare.'));
  return {
    id: 'tokenUnknown',
    title: 'The service no longer knew the token',
    evidence,
    next: token?.replaced
      ? 'Nothing: a newer token is in use. If it happens again, ask support whether tokens of these credentials are revoked elsewhere.'
      : 'If every other cause is ruled out, renew the token once in Overview; that costs one slot.',
  };
};

export const wrongApi: Judge = (facts) => {
  const { token, exchange, credentialApi } = facts;
  const needed = SCOPES[exchange.api];
  const evidence: Evidence[] = [];
  const ever = tokenEverAccepted(facts);
  if (credentialApi !== null && credentialApi !== exchange.api) {
    evidence.push(
      supports(
        `The credentials are stored for the ${API_NAMES[credentialApi]}, and this is the ${API_NAMES[exchange.api]}.`,
      ),
    );
  }
  if (token?.scope) {
    evidence.push(
      token.scope.split(/\s+/).includes(needed)
        ? rulesOut(`The token was issued with scope “${token.scope}”, the one this API needs.`)
        : supports(`The token was issued with scope “${token.scope}”; this API needs “${needed}”.`),
    );
  } else if (token?.requestedScope) {
    evidence.push(
      token.requestedScope === needed
        ? rulesOut(
            `The token was requested with scope “${needed}”, the one this API needs, and an answer that names no other scope grants it.`,
          )
        : supports(`The token was requested with scope “${token.requestedScope}”; this API needs “${needed}”.`),
    );
  } else evidence.push(neutral('The journal does not have the scope of this token.'));
  if (ever) evidence.push(rulesOut(`The ${API_NAMES[exchange.api]} accepted the same token for ${acceptedFor(ever)}.`));
  return {
    id: 'wrongApi',
    title: 'The token belongs to the other API',
    evidence,
    next: `Check in Connections that the credentials of the ${API_NAMES[exchange.api]} were entered there: those of one API do not work for the other.`,
  };
};
