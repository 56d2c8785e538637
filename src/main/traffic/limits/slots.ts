/** Slots let the desktops of a team share one limit: each request takes one, beside the limiter's own schedule. Without a team there are none. */
import type { Lane } from '../../../shared/model/rates.ts';
import type { Subscribable } from '../../platform/ports.ts';
import type { Windows } from './windows.ts';

/** The team's permission to send one request. `arrived` or `unused` ends it. */
export interface Slot {
  /** Tells the team the latest instant at which the request can have arrived, in the limiter's time. */
  arrived(at: number): void;
  unused(): void;
}

export interface Slots {
  /**
   * Takes the slot for a request that leaves now. Else returns when to try again, or `null` when only `changed` tells. No slot is taken before
   * `ownAt`, when the limiter's own schedule lets the request leave.
   */
  take(lane: Lane, now: number, ownAt: number): Slot | number | null;
  /** Emits when `take` may give more than before. */
  readonly changed: Subscribable<void>;
  /** Reports that a request of ours, sent at `sentAt`, got a 429 that asks for a pause. */
  refused(sentAt: number, pauseMs: number): void;
  /** Reports that a person ended the pause. */
  resumed(): void;
  /** Stops sharing the limit with the team. */
  close(): void;
}

/** The part of a limiter that its slots see. */
export interface SlotsView {
  /** The limiter's time. */
  now(): number;
  after(delayMs: number, run: () => void): () => void;
  readonly windows: Windows;
  /** The shortest round trip to the service, `null` before the first. */
  fastestMs(): number | null;
}

export type MakeSlots = (view: SlotsView) => Slots;
