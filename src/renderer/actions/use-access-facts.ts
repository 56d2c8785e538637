/** The facts from which every screen names the same problems of a connection. */
import type { Connection } from '../../shared/model/connection.ts';
import type { PendingSnapshot } from '../../shared/model/pending.ts';
import type { TokensSnapshot } from '../../shared/model/token.ts';
import { useAsk } from '../ipc/client.ts';
import type { AccessFacts } from '../text/access-text.ts';

const waitsOf = ({ openCircuits, pauses }: PendingSnapshot) => ({ openCircuits, pauses });

export function useAccessFacts(
  connection: Connection,
  { tokens }: Pick<TokensSnapshot, 'tokens'>,
): Omit<AccessFacts, 'now'> {
  const connectionId = connection.id;
  const waits = useAsk('traffic', 'pending', { connectionId }, { select: waitsOf }).data;
  const access = useAsk('doctor', 'access', { connectionId }).data ?? null;
  return { connection, tokens, access, openCircuits: waits?.openCircuits ?? [], pauses: waits?.pauses ?? [] };
}
