/** Suggests the next step after a connection test. */

import type { Connection } from '../../../shared/model/connection.ts';
import type { ConnectionTest, TestedRead } from '../../../shared/model/connection-test.ts';
import type { LinkTo } from '../../navigation/page-link.tsx';

export const firstFailureOf = ({ reads }: ConnectionTest): TestedRead | undefined =>
  reads.find(({ state }) => state === 'failed');

/** The next step: a tab of the connection, the Doctor, the page of a token, or Traffic. */
export function nextStepOf({ operation, error }: TestedRead, connection: Connection): LinkTo {
  const tab = (name: 'credentials' | 'addresses' | 'operations', text: string): LinkTo => ({
    to: '/connections',
    search: { id: connection.id, tab: name },
    text,
  });
  if (!error) return { to: '/traffic', text: 'Open Traffic' };
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
      return { to: '/doctor', search: { exchangeId: error.server.exchangeId ?? undefined }, text: 'Open Doctor' };
    case 'quotaExhausted':
    case 'lastSlot':
    case 'reserveKept':
    case 'tokenNeeded': {
      const id = operation === 'listListings' ? connection.openApi?.id : connection.activeApplicationId;
      return id ? { to: '/token', search: { id }, text: 'Open the token' } : tab('credentials', 'Open Credentials');
    }
    default:
      return { to: '/traffic', text: 'Open Traffic' };
  }
}
