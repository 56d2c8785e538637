/** Pending requests, open circuits and pauses. Instants are on the connection's clock. */

import { z } from 'zod';
import { MAX_ENTRIES } from './bounds.ts';
import { Api, ClockFace, EpochMs, Id } from './primitives.ts';
import { Lane } from './rates.ts';

/**
 * The reason why a pending request waits: for a permit (`limit`), a token, the answer in flight, the next attempt (`backoff`), the circuit breaker of
 * its host, or the end of a pause.
 */
export const WaitPhase = z.enum(['limit', 'token', 'answer', 'backoff', 'circuit', 'pause']);
export type WaitPhase = z.infer<typeof WaitPhase>;

/** A pending request. `until` is when the phase ends by itself, null when unknown. `reason` is a sentence that explains the phase, or null. */
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

/** The open circuit of a host. A trial request may pass from `until` on. The circuit stays listed until it closes, so `until` may be past. */
export const OpenCircuit = z.strictObject({
  host: z.string(),
  failures: z.number().int(),
  since: EpochMs,
  until: EpochMs,
  reason: z.string(),
});
export type OpenCircuit = z.infer<typeof OpenCircuit>;

/** A pause that the service asked for: of an operation after a 503, or of the whole API (`operation` is null) after a 429 or several 503s. */
export const ServicePause = z.strictObject({
  host: z.string(),
  operation: z.string().nullable(),
  until: EpochMs,
  status: z.literal([429, 503]),
});
export type ServicePause = z.infer<typeof ServicePause>;

/** The maximum number of requests in a snapshot; its `total` counts all. */
export const MAX_PENDING_LISTED = MAX_ENTRIES.fields;

export const PendingSnapshot = z.strictObject({
  connectionId: Id,
  revision: z.number().int(),
  clock: ClockFace,
  asOf: EpochMs,
  total: z.number().int(),
  requests: z.array(PendingRequest).max(MAX_PENDING_LISTED),
  openCircuits: z.array(OpenCircuit),
  pauses: z.array(ServicePause),
});
export type PendingSnapshot = z.infer<typeof PendingSnapshot>;
