/** The causes of a refused API request (domain.md, "What hurts people": a 403 has at least five causes), each with what speaks for and against it. */
import type { CauseId, Evidence } from '../../shared/model/refusal.ts';
import type { Accepted, RefusalFacts } from './facts.ts';
import { apiName, lengthOf, operationName, scopeOf } from './words.ts';

/** A cause before its standing is drawn from its evidence. */
export interface Candidate {
  readonly id: CauseId;
  readonly title: string;
  readonly evidence: readonly Evidence[];
  readonly next: string;
}

export type Judge = (facts: RefusalFacts) => Candidate;

/** Expiry within this distance of our own count is not certain: two clocks never agree exactly. Milliseconds. */
export const CLOCK_DOUBT_MS = 300_000;

export const supports = (text: string): Evidence => ({ text, weight: 'supports' });
export const rulesOut = (text: string): Evidence => ({ text, weight: 'rulesOut' });
export const neutral = (text: string): Evidence => ({ text, weight: 'neutral' });

const when = ({ offsetMs }: Accepted): string => `${lengthOf(offsetMs)} ${offsetMs < 0 ? 'earlier' : 'later'}`;
const acceptedFor = (what: Accepted): string => `${operationName(what.operation)} ${when(what)}`;

/** The same token accepted after the refusal, by any operation: it was alive all along. */
const tokenAliveAfter = ({ history }: RefusalFacts): Accepted | null => history.sameAfter ?? history.otherAfter;
/** The same token accepted at any time, by any operation: it is a token of this API and environment. */
const tokenEverAccepted = ({ history }: RefusalFacts): Accepted | null =>
  history.sameAfter ?? history.otherAfter ?? history.sameBefore ?? history.otherBefore;

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
  next: 'Look for a header of that name in the operation’s own headers: the console adds “Authorization: Bearer …” by itself.',
});

export const tokenExpired: Judge = (facts) => {
  const { token, history, status } = facts;
  const evidence: Evidence[] = [];
  const alive = tokenAliveAfter(facts);
  if (alive) evidence.push(rulesOut(`The same token was accepted for ${acceptedFor(alive)}.`));
  if (token?.leftMs === undefined || token.leftMs === null) {
    evidence.push(neutral('It is not on record when this token was issued.'));
  } else if (token.leftMs <= 0) {
    evidence.push(supports(`By the token’s own lifetime it had expired ${lengthOf(token.leftMs)} before the request.`));
  } else if (token.leftMs < CLOCK_DOUBT_MS) {
    evidence.push(
      neutral(`By this console’s clock the token had ${lengthOf(token.leftMs)} left; the service’s clock may differ.`),
    );
  } else {
    evidence.push(rulesOut(`The token had ${lengthOf(token.leftMs)} of its life left when the request was sent.`));
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

export const tokenForgotten: Judge = (facts) => {
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
    evidence.push(neutral(`The token still worked for ${acceptedFor(before)}; nothing was accepted with it since.`));
  if (status === 401) evidence.push(neutral('401 speaks about the token rather than about permission.'));
  return {
    id: 'tokenForgotten',
    title: 'The service no longer knew the token',
    evidence,
    next: token?.replaced
      ? 'Nothing: a newer token is in use. If it happens again, ask support whether tokens of this key pair are revoked elsewhere.'
      : 'If every other cause is ruled out, renew the token once in Overview; that costs one slot.',
  };
};

export const wrongApi: Judge = (facts) => {
  const { token, exchange, credentialApi } = facts;
  const needed = scopeOf(exchange.api);
  const evidence: Evidence[] = [];
  const ever = tokenEverAccepted(facts);
  if (credentialApi !== null && credentialApi !== exchange.api) {
    evidence.push(
      supports(`The key pair is stored for the ${apiName(credentialApi)}, and this is the ${apiName(exchange.api)}.`),
    );
  }
  if (token?.scope) {
    evidence.push(
      token.scope.split(/\s+/).includes(needed)
        ? rulesOut(`The token was issued with scope “${token.scope}”, the one this API needs.`)
        : supports(`The token was issued with scope “${token.scope}”; this API needs “${needed}”.`),
    );
  } else if (token?.scopeAsked) {
    evidence.push(
      token.scopeAsked === needed
        ? neutral(`The token was asked for with scope “${needed}”; the answer named no scope.`)
        : supports(`The token was asked for with scope “${token.scopeAsked}”; this API needs “${needed}”.`),
    );
  } else evidence.push(neutral('It is not on record which scope the token was issued with.'));
  if (ever) evidence.push(rulesOut(`The ${apiName(exchange.api)} accepted the same token for ${acceptedFor(ever)}.`));
  return {
    id: 'wrongApi',
    title: 'The token belongs to the other API',
    evidence,
    next: `Check in Connections that the key pair of the ${apiName(exchange.api)} was entered there: Open API keys work for the Open API only.`,
  };
};

export const wrongEnvironment: Judge = (facts) => {
  const { place, history, exchange } = facts;
  const evidence: Evidence[] = [];
  const ever = tokenEverAccepted(facts);
  if (place.doubledVersion)
    evidence.push(supports('The path holds its version twice: the base address already ends in one.'));
  if (place.tokenFromSameAddress === false) {
    evidence.push(supports('The last token came from another token address than the connection has now.'));
  }
  if (place.underBase === false)
    evidence.push(neutral('The connection’s address has been changed since this request.'));
  if (place.hostMatchesPreset === false) {
    evidence.push(supports(`It went to ${place.host}; the preset “${place.presetName}” names ${place.presetHost}.`));
  } else if (place.baseMatchesPreset === false) {
    evidence.push(supports(`The host is the one of the preset “${place.presetName}”, the base path is not.`));
  } else if (place.baseMatchesPreset) {
    evidence.push(neutral(`Host and base path are those of the preset “${place.presetName}”.`));
  } else evidence.push(neutral(`It went to ${place.host}; no preset says what the address should be.`));
  const proof = ever ?? (place.tokenFromSameAddress === false ? null : history.baseAccepted);
  if (proof) {
    evidence.push(
      ever && place.underBase !== true
        ? neutral(`The same token was accepted for ${acceptedFor(proof)}.`)
        : rulesOut(`The same base address accepted ${acceptedFor(proof)}.`),
    );
  }
  return {
    id: 'wrongEnvironment',
    title: 'Wrong environment or base path',
    evidence,
    next: `Compare the ${apiName(exchange.api)} address and its token address in Connections: both must belong to the environment the keys were made in.`,
  };
};

export const noPermission: Judge = (facts) => {
  const { history, status, server } = facts;
  const evidence: Evidence[] = [];
  const other = history.otherAfter ?? history.otherBefore;
  if (status === 403 && server.serverCode === 'FORBIDDEN') {
    evidence.push(supports('The service’s code FORBIDDEN is documented as outside what this application may do.'));
  }
  if (history.sameAfter) {
    evidence.push(
      neutral(
        `The same operation was accepted with the same token ${when(history.sameAfter)}: if permission was missing, it has been given since.`,
      ),
    );
  } else if (other && status === 403) {
    evidence.push(
      supports(`The same token was accepted for ${acceptedFor(other)}, so it is this operation that is refused.`),
    );
  } else if (other) {
    evidence.push(neutral(`The same token was accepted for ${acceptedFor(other)}.`));
  }
  if (history.newerRefused) evidence.push(supports('A newer token was refused for the same operation as well.'));
  else if (history.olderRefused) evidence.push(supports('An older token was refused for the same operation before.'));
  if (history.sameBefore && !history.sameAfter) {
    evidence.push(
      neutral(
        `The same operation was accepted with the same token ${when(history.sameBefore)}: permission would have been withdrawn since.`,
      ),
    );
  }
  if (history.newerAccepted && !history.sameAfter) {
    evidence.push(rulesOut(`The same operation was accepted with a newer token ${when(history.newerAccepted)}.`));
  }
  if (evidence.length === 0) evidence.push(neutral('Nothing else was sent with this token that could be compared.'));
  return {
    id: 'noPermission',
    title: 'The account lacks permission',
    evidence,
    next: 'Ask the account’s owner, then support, whether the account is active and allowed to do this; quote the request id.',
  };
};

const QUOTE_STEPS = new Set(['quoteCreate', 'quoteGet', 'quoteCoupons', 'quoteInstant', 'quoteRequest']);
export const isQuoteStep = (operation: string): boolean => QUOTE_STEPS.has(operation);

/** spec.md, Versioning: two activation steps before the reservation endpoints can be used. */
export const activationSteps: Judge = (facts) => {
  const { history, status } = facts;
  const evidence: Evidence[] = [];
  const others = [history.otherAfter, history.otherBefore].filter((other) => other !== null);
  const search = others.find((other) => !isQuoteStep(other.operation));
  const quote = history.sameAfter ?? history.sameBefore ?? others.find((other) => isQuoteStep(other.operation)) ?? null;
  if (history.reservationBefore) {
    evidence.push(
      rulesOut(
        `A reservation was made through a quote ${when(history.reservationBefore)}, so the source is activated.`,
      ),
    );
  } else evidence.push(neutral('No reservation made through a quote is on record here.'));
  if (quote) evidence.push(neutral(`A quote step was accepted: ${acceptedFor(quote)}.`));
  else if (search && status === 403)
    evidence.push(supports(`The same token was accepted for ${acceptedFor(search)}; only quote steps are refused.`));
  evidence.push(neutral('Whether a direct booking exists in the account cannot be seen from here.'));
  return {
    id: 'activationSteps',
    title: 'The activation steps are not done',
    evidence,
    next: 'Create one direct booking in the account, which activates the manual booking source; then make a first reservation through a quote.',
  };
};
