/** A recorded exchange for tests, redacted as the journal keeps it. */
import type { Exchange } from '../../../../../src/shared/model/traffic.ts';

export function exchangeOf(seq: number, changes: Partial<Exchange> = {}): Exchange {
  return {
    seq,
    id: `e${seq}`,
    chainId: `c${seq}`,
    attempt: 1,
    connectionId: 'k1',
    credentialId: 'a1',
    api: 'openApi',
    operation: 'listings',
    lane: 'interactive',
    taskId: null,
    method: 'GET',
    host: 'open.example',
    url: `https://open.example/v1/listings?limit=5&skip=${seq}`,
    status: 200,
    error: null,
    requestId: `r-${seq}`,
    tokenGeneration: 3,
    queuedAt: 1_790_000_000_000 + seq * 1_000,
    grantedAt: 1_790_000_000_040 + seq * 1_000,
    sentAt: 1_790_000_000_050 + seq * 1_000,
    firstByteMs: 80.5,
    durationMs: 100,
    requestBytes: null,
    responseBytes: 15,
    requestHeaders: [
      ['accept', 'application/json'],
      ['authorization', 'Bearer [redacted]'],
    ],
    requestBody: null,
    responseHeaders: [
      ['content-type', 'application/json; charset=utf-8'],
      ['x-request-id', `r-${seq}`],
    ],
    responseBody: { text: `{"results":[${seq}]}`, bytes: 15, cut: false },
    failure: null,
    ...changes,
  };
}
