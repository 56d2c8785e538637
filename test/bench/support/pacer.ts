/** What is measured: something that lets requests go, as its users would use it. */
import type { Lane } from '../../../src/shared/model/rates.ts';
import type { Reply } from '../../support/rate-servers/network.ts';

export interface Pacer {
  /** Sends when it is time to; settles when the answer is there. */
  send(lane: Lane, request: () => Promise<Reply>): Promise<unknown>;
}

/** `spec`: the limits of the Booking Engine. `wide`: the same shape with limits that nothing here reaches, for its cost. */
export type Limits = 'spec' | 'wide';

/** A subject of the bench: `settings` say how it is set up for the limits. */
export interface PacerKind {
  readonly name: string;
  readonly settings: string;
  open(limits: Limits): Promise<Pacer>;
}

/** Requests of a wide limit. */
export const WIDE = 1_000_000;
