/** Requests that are under way or wait, and what they wait for. Times on the connection's clock. */
import { z } from 'zod';
import { Api, ClockFace, EpochMs, Id } from './primitives.ts';
import { Lane } from './rates.ts';

/** `limit`: for a place in the rate windows. `token`: for its access token. `answer`: it was sent. `backoff`: to be sent again. `resting`: for its host to recover. */
export const WaitPhase = z.enum(['limit', 'token', 'answer', 'backoff', 'circuit']);
export type WaitPhase = z.infer<typeof WaitPhase>;

/** `until` is when the phase ends by itself where that is known; `reason` says in a sentence why it waits, where that is not plain. */
export const PendingRequest = z.strictObject({
  id: Id,
  api: Api,
  operation: z.string(),
  title: z.string(),
  method: z.string(),
  lane: Lane,
  taskId: Id.nullable(),
  attempt: z.number().int(),
  since: EpochMs,
  phase: WaitPhase,
  phaseSince: EpochMs,
  until: EpochMs.nullable(),
  reason: z.string().nullable(),
});
export type PendingRequest = z.infer<typeof PendingRequest>;

/**
 * A host that failed `failures` times in a row and is left alone until `until`; then one request tries it. It stays in the list until it
 * has answered, so `until` may be past: then the next request tries it, or one does just now.
 */
export const OpenCircuit = z.strictObject({
  host: z.string(),
  failures: z.number().int(),
  since: EpochMs,
  until: EpochMs,
  reason: z.string(),
});
export type OpenCircuit = z.infer<typeof OpenCircuit>;

/** As many requests as are listed one by one, the oldest first. */
export const MAX_PENDING_LISTED = 100;

export const PendingSnapshot = z.strictObject({
  connectionId: Id,
  revision: z.number().int(),
  clock: ClockFace,
  asOf: EpochMs,
  total: z.number().int(),
  requests: z.array(PendingRequest).max(MAX_PENDING_LISTED),
  openCircuits: z.array(OpenCircuit),
});
export type PendingSnapshot = z.infer<typeof PendingSnapshot>;
