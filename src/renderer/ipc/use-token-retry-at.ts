/** The instant at which the next token may be requested. Until then, a request that failed for lack of a token would fail again. */
import type { TokenStatus } from '../../shared/model/token.ts';
import { useAsk } from './client.ts';

/** Returns when the next token may be requested, on the connection's clock; `null` for now and for an unknown time. */
function retryAtOf(token: TokenStatus | undefined): number | null {
  if (token?.state === 'unreachable') return token.retryAt;
  return token?.state === 'blocked' ? token.quota.nextSlotAt : null;
}

/** Returns when a request that lacked a token may be tried again; null for now and for any other `error`. A null `credentialId`: the Open API. */
export function useTokenRetryAt(connectionId: string, credentialId: string | null, error: unknown): number | null {
  const { data } = useAsk('tokens', 'status', { connectionId });
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  if (code !== 'tokenEndpointUnreachable' && code !== 'quotaExhausted') return null;
  return retryAtOf(
    data?.tokens.find((token) =>
      credentialId === null ? token.api === 'openApi' : token.credentialId === credentialId,
    ),
  );
}
