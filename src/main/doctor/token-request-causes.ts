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
  } else evidence.push(neutral('The service does not document how it answers wrong credentials.'));
  if (history.settled) evidence.push(neutral('A later token request with these credentials succeeded.'));
  else if (history.baseAccepted) {
    evidence.push(
      neutral(
        `This token address issued a token ${when(history.baseAccepted)}; the secret may have been replaced since.`,
      ),
    );
  }
  return {
    id: 'credentialsWrong',
    title: 'Client ID or Client Secret is wrong',
    evidence,
    next: 'Enter the Client Secret again in Connections. The service shows it only once, so create a new one if it is lost.',
  };
};

export const credentialsOfOtherApi: Judge = ({ exchange, credentialApi, history, token }) => {
  const needed = SCOPES[exchange.api];
  const evidence: Evidence[] = [];
  if (credentialApi !== null && credentialApi !== exchange.api) {
    evidence.push(
      supports(
        `The credentials are stored for the ${API_NAMES[credentialApi]}, and this is the ${API_NAMES[exchange.api]}.`,
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
  if (history.settled) evidence.push(rulesOut('A later token request with these credentials succeeded.'));
  if (evidence.length === 0) evidence.push(neutral('The journal does not have the requested scope.'));
  return {
    id: 'wrongApi',
    title: 'The credentials belong to the other API',
    evidence,
    next: 'Check for which of the two APIs the credentials were created: those of one API do not work for the other.',
  };
};
