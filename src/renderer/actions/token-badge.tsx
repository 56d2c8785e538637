/** The badge of a token: its state, or that the service refused it. */
import { answerProblems } from '../../shared/connection/connection-health.ts';
import type { AccessMatrix } from '../../shared/model/access.ts';
import type { TokenStatus } from '../../shared/model/token.ts';
import { useAsk } from '../ipc/client.ts';
import { useCurrentConnectionId } from '../ipc/current.ts';
import { type ShownTokenState, TokenStateBadge } from '../ui/token-state.tsx';

type ShownToken = Pick<TokenStatus, 'credentialId' | 'state' | 'generation'>;

const refusedIn = (access: AccessMatrix) =>
  answerProblems(access, access.asOf).flatMap((problem) => (problem.kind === 'tokenRefused' ? [problem] : []));

/**
 * Returns the token state for the screen: `refused` if the newest answer to a token that should be valid is a 401. `of` is the id of the token's
 * connection, by default the window's.
 */
export function useShownTokenState({ credentialId, state, generation }: ShownToken, of?: string): ShownTokenState {
  const current = useCurrentConnectionId();
  const connectionId = of ?? current ?? '';
  const window = { connectionId };
  const refused = useAsk('doctor', 'access', window, { enabled: connectionId !== '', select: refusedIn }).data;
  const isCurrent = (of: { generation: number | null }): boolean =>
    of.generation === null || of.generation === generation;
  const isRefused =
    (state === 'valid' || state === 'due') &&
    (refused?.some((one) => one.credentialId === credentialId && isCurrent(one)) ?? false);
  return isRefused ? 'refused' : state;
}

export function useTokenReason(token: ShownToken & Pick<TokenStatus, 'reason'>, of?: string): string {
  return useShownTokenState(token, of) === 'refused'
    ? 'The service answered 401 to the newest request with it.'
    : token.reason;
}

export function TokenBadge({ token, connectionId }: { token: ShownToken; connectionId?: string }) {
  return <TokenStateBadge state={useShownTokenState(token, connectionId)} />;
}
