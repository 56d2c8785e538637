/** The badge of a token: its state, or that the service refused it. */
import { useQuery } from '@tanstack/react-query';
import { answerProblems } from '../../shared/connection-health.ts';
import type { AccessMatrix } from '../../shared/model/access.ts';
import type { TokenStatus } from '../../shared/model/token.ts';
import { ask } from '../ipc/client.ts';
import { useCurrentConnectionId } from '../ipc/use-clock-face.ts';
import { type ShownTokenState, TokenStateBadge } from '../ui/token-state.tsx';

type ShownToken = Pick<TokenStatus, 'credentialId' | 'state'>;

/** The credentials whose current token the service refused with 401. */
const refusedIn = (access: AccessMatrix): string[] =>
  answerProblems(access, access.asOf).flatMap((problem) =>
    problem.kind === 'tokenRefused' ? [problem.credentialId] : [],
  );

/** The state of a token as every screen shows it; by default, a token of the window's connection. */
export function useShownTokenState({ credentialId, state }: ShownToken, of?: string): ShownTokenState {
  const current = useCurrentConnectionId();
  const connectionId = of ?? current ?? '';
  const refused = useQuery({
    ...ask('doctor', 'access', { connectionId }),
    enabled: connectionId !== '',
    select: refusedIn,
  }).data;
  const isRefused = (state === 'valid' || state === 'due') && (refused?.includes(credentialId) ?? false);
  return isRefused ? 'refused' : state;
}

/** Why a token is in the state that its badge shows. */
export function useTokenReason(token: ShownToken & Pick<TokenStatus, 'reason'>, of?: string): string {
  return useShownTokenState(token, of) === 'refused'
    ? 'Its lifetime is not over, but the service answered 401 to the newest request with it.'
    : token.reason;
}

export function TokenBadge({ token, connectionId }: { token: ShownToken; connectionId?: string }) {
  return <TokenStateBadge state={useShownTokenState(token, connectionId)} />;
}
