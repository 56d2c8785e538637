/** The subjects of the limiter bench: anything that decides when a request is sent. */
import type { Lane } from '../../../src/shared/model/rates.ts';
import type { Reply } from '../../support/rate-servers/network.ts';

export interface Pacer {
  /** Sends the request when the limits allow it; settles with the answer. */
  send(lane: Lane, request: () => Promise<Reply>): Promise<unknown>;
}

/** `spec`: the limits of the Booking Engine. `wide`: the same windows with limits that no bench reaches, for measuring the cost. */
export type Limits = 'spec' | 'wide';

/** A subject of the bench. `settings`: its configuration in words. */
export interface PacerKind {
  readonly name: string;
  readonly settings: string;
  open(limits: Limits): Promise<Pacer>;
}

/** The limit of a wide window. */
export const WIDE = 1_000_000;
