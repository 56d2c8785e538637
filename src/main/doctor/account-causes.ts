/** Causes of a refused API request in the account or the addresses (domain.md, "What hurts people"): environment, permission, activation. */

import { API_NAMES } from '../../shared/api-names.ts';
import type { Evidence } from '../../shared/model/refusal.ts';
import { acceptedFor, type Judge, neutral, rulesOut, supports, tokenEverAccepted, when } from './judge.ts';

export const wrongEnvironment: Judge = (facts) => {
  const { address, history, exchange } = facts;
  const evidence: Evidence[] = [];
  const ever = tokenEverAccepted(facts);
  if (address.doubledVersion)
    evidence.push(supports('The path holds its version twice: the base address already ends in one.'));
  if (address.tokenFromSameAddress === false) {
    evidence.push(supports('The last token came from another token address than the connection has now.'));
  }
  if (address.ownSandbox) evidence.push(rulesOut('The console itself sets the addresses of the sandbox.'));
  if (address.underBase === false)
    evidence.push(neutral('The connection’s address has been changed since this request.'));
  if (address.hostMatchesPreset === false) {
    evidence.push(
      supports(`The request went to ${address.host}; the preset “${address.presetName}” names ${address.presetHost}.`),
    );
  } else if (address.baseMatchesPreset === false) {
    evidence.push(supports(`The host is that of the preset “${address.presetName}”, the base path is not.`));
  } else if (address.baseMatchesPreset) {
    evidence.push(neutral(`Host and base path are those of the preset “${address.presetName}”.`));
  } else if (!address.ownSandbox) {
    evidence.push(neutral(`The request went to ${address.host}; no preset names an address to compare.`));
  }
  const proof = ever ?? (address.tokenFromSameAddress === false ? null : history.baseAccepted);
  if (proof) {
    evidence.push(
      ever && address.underBase !== true
        ? neutral(`The same token was accepted for ${acceptedFor(proof)}.`)
        : rulesOut(`The same base address accepted ${acceptedFor(proof)}.`),
    );
  }
  return {
    id: 'wrongEnvironment',
    title: 'Wrong environment or base path',
    evidence,
    next: `Compare the ${API_NAMES[exchange.api]} address and its token address in Connections: both must belong to the environment in which the credentials were created.`,
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
        `The same operation was accepted with the same token ${when(history.sameAfter)}: if permission was missing, it has been granted since.`,
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
  if (evidence.length === 0) evidence.push(neutral('The journal has no other request with this token to compare.'));
  return {
    id: 'noPermission',
    title: 'The account lacks permission',
    evidence,
    next: 'Ask the account’s owner, then support, whether the account is active and allowed to do this; quote the request id.',
  };
};

const QUOTE_STEPS = new Set(['quoteCreate', 'quoteGet', 'quoteCoupons', 'quoteInstant', 'quoteRequest']);
export const isQuoteStep = (operation: string): boolean => QUOTE_STEPS.has(operation);

/** Two activation steps precede the use of the reservation endpoints (spec.md, Versioning). */
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
  } else evidence.push(neutral('The journal has no reservation that was made through a quote.'));
  if (quote) evidence.push(neutral(`A quote step was accepted: ${acceptedFor(quote)}.`));
  else if (search && status === 403)
    evidence.push(supports(`The same token was accepted for ${acceptedFor(search)}; only quote steps are refused.`));
  evidence.push(neutral('The console cannot see whether the account has a direct booking.'));
  return {
    id: 'activationSteps',
    title: 'The activation steps are not done',
    evidence,
    next: 'Create one direct booking in the account, which activates the manual booking source; then make a first reservation through a quote.',
  };
};
