/** The facts from which every screen names the same problems of a connection. */
import { useQuery } from '@tanstack/react-query';
import type { Connection } from '../../shared/model/connection.ts';
import type { PendingSnapshot } from '../../shared/model/pending.ts';
import type { TokensSnapshot } from '../../shared/model/token.ts';
import { ask } from '../ipc/client.ts';
import type { AccessFacts } from '../text/access-text.ts';

const waitsOf = ({ openCircuits, pauses }: PendingSnapshot) => ({ openCircuits, pauses });

export function useAccessFacts(
  connection: Connection,
  { tokens }: Pick<TokensSnapshot, 'tokens'>,
): Omit<AccessFacts, 'now'> {
  const connectionId = connection.id;
  const waits = useQuery({ ...ask('traffic', 'pending', { connectionId }), select: waitsOf }).data;
  const access = useQuery(ask('doctor', 'access', { connectionId })).data ?? null;
  return { connection, tokens, access, openCircuits: waits?.openCircuits ?? [], pauses: waits?.pauses ?? [] };
}
