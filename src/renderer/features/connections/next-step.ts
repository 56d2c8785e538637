/** Suggests the next step after a connection test. */
import type { Connection } from '../../../shared/model/connection.ts';
import type { ConnectionTest, TestedRead } from '../../../shared/model/connection-test.ts';

type Tab = 'credentials' | 'addresses' | 'operations';

/** A step for the person. `to` is a tab of the connection, the Doctor, the page of a token, or Traffic. */
export type NextStep =
  | { readonly to: 'tab'; readonly tab: Tab; readonly label: string }
  | { readonly to: 'doctor'; readonly exchangeId: string | null; readonly label: string }
  | { readonly to: 'token'; readonly credentialId: string; readonly label: string }
  | { readonly to: 'traffic'; readonly label: string };

const tab = (name: Tab, label: string): NextStep => ({ to: 'tab', tab: name, label });

export const firstFailureOf = ({ reads }: ConnectionTest): TestedRead | undefined =>
  reads.find(({ state }) => state === 'failed');

export function nextStepOf({ operation, error }: TestedRead, connection: Connection): NextStep {
  if (!error) return { to: 'traffic', label: 'Open Traffic' };
  switch (error.code) {
    case 'secretMissing':
    case 'secretUnreadable':
    case 'credentialsRejected':
      return tab('credentials', 'Open Credentials');
    case 'addressMissing':
    case 'unreachable':
    case 'timedOut':
    case 'tokenEndpointUnreachable':
    case 'tokenEndpointFailed':
    case 'tokenAnswerUnusable':
      return tab('addresses', 'Open Addresses');
    case 'refused':
    case 'answerUnusable':
    case 'invalidInput':
      return tab('operations', 'Open Operations');
    case 'unauthorized':
    case 'forbidden':
      return { to: 'doctor', exchangeId: error.server.exchangeId, label: 'Open Doctor' };
    case 'quotaExhausted':
    case 'lastSlot':
    case 'reserveKept':
    case 'tokenNeeded':
      return tokenStep(operation, connection);
    default:
      return { to: 'traffic', label: 'Open Traffic' };
  }
}

function tokenStep(operation: TestedRead['operation'], connection: Connection): NextStep {
  const id = operation === 'listListings' ? connection.openApi?.id : connection.activeApplicationId;
  return id ? { to: 'token', credentialId: id, label: 'Open the token' } : tab('credentials', 'Open Credentials');
}
