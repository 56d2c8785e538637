/** Causes of a refused token request (spec.md, Errors: token-endpoint failure causes; RFC 6749 section 5.2 for the code). */

import { API_NAMES } from '../../shared/api-names.ts';
import type { Evidence } from '../../shared/model/refusal.ts';
import { SCOPES } from '../../shared/model/token.ts';
import { type Judge, neutral, rulesOut, supports, when } from './judge.ts';

export const credentialsWrong: Judge = ({ server, history }) => {
  const evidence: Evidence[] = [];
  if (server.serverCode === 'invalid_client') {
    evidence.push(
      supports('The service’s code invalid_client means that it did not accept Client ID and Client Secret.'),
    );
  } else evidence.push(neutral('How this service answers wrong credentials is not documented.'));
  if (history.settled) evidence.push(neutral('A later token request with this key pair succeeded.'));
  else if (history.baseAccepted) {
    evidence.push(
      neutral(`A token was issued here ${when(history.baseAccepted)}; the secret may have been replaced since.`),
    );
  }
  return {
    id: 'credentialsWrong',
    title: 'Client ID or Client Secret is wrong',
    evidence,
    next: 'Enter the Client Secret again in Connections. It is shown only once after it was created, so a lost one has to be made anew.',
  };
};

export const credentialsOfOtherApi: Judge = ({ exchange, credentialApi, history, token }) => {
  const needed = SCOPES[exchange.api];
  const evidence: Evidence[] = [];
  if (credentialApi !== null && credentialApi !== exchange.api) {
    evidence.push(
      supports(
        `The key pair is stored for the ${API_NAMES[credentialApi]}, and this is the ${API_NAMES[exchange.api]}.`,
      ),
    );
  }
  const requested = new URLSearchParams(exchange.requestBody?.text ?? '').get('scope') ?? token?.requestedScope ?? null;
  if (requested !== null) {
    evidence.push(
      requested === needed
        ? neutral(`The request asked for scope “${needed}”, the one this API needs.`)
        : supports(`The request asked for scope “${requested}”; this API needs “${needed}”.`),
    );
  }
  if (history.settled) evidence.push(rulesOut('A later token request with this key pair succeeded.'));
  if (evidence.length === 0) evidence.push(neutral('The requested scope is not on record.'));
  return {
    id: 'wrongApi',
    title: 'The key pair belongs to the other API',
    evidence,
    next: 'Check which of the two APIs the key pair was made for: Open API keys work for the Open API only.',
  };
};
