/** Pending requests and open circuits. Instants on the connection's clock. */
import { z } from 'zod';
import { Api, ClockFace, EpochMs, Id } from './primitives.ts';
import { Lane } from './rates.ts';

/**
 * The phase in which a pending request waits. `limit`: for a permit. `token`: for its access token. `answer`: it was sent. `backoff`: for the
 * next attempt. `circuit`: for its host's circuit breaker. `pause`: for the end of a pause.
 */
export const WaitPhase = z.enum(['limit', 'token', 'answer', 'backoff', 'circuit', 'pause']);
export type WaitPhase = z.infer<typeof WaitPhase>;

/** A pending request. `until`: when the phase ends by itself, if known. `reason`: a sentence that explains the phase, if needed. */
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
 * The circuit of a host that failed `failures` times in a row, open until `until`; then a trial request may pass. It is listed until the circuit
 * closes, so `until` may be past: the next request is the trial, or the trial is in flight.
 */
export const OpenCircuit = z.strictObject({
  host: z.string(),
  failures: z.number().int(),
  since: EpochMs,
  until: EpochMs,
  reason: z.string(),
});
export type OpenCircuit = z.infer<typeof OpenCircuit>;

/**
 * A pause until `until` that the service asked for. A 503 pauses the operation of that name; several of them pause everything (`operation` is
 * `null`). A 429 pauses the whole API.
 */
export const ServicePause = z.strictObject({
  host: z.string(),
  operation: z.string().nullable(),
  until: EpochMs,
  status: z.literal([429, 503]),
});
export type ServicePause = z.infer<typeof ServicePause>;

/** The number of requests that a snapshot lists; `total` counts all. */
export const MAX_PENDING_LISTED = 100;

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
