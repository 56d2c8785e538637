/** A clock for long spans of virtual time, with a heap of alarms. Short tests use ManualClock. */
import type { Clock } from '../../../src/main/platform/ports.ts';
import { settle, VirtualTime } from '../../bench/support/virtual-time.ts';

export class VirtualClock extends VirtualTime implements Clock {
  constructor(now = Date.UTC(2026, 10, 21, 9, 0, 0)) {
    super(now);
  }

  /** Lets earlier work set its alarms first. */
  override async advanceTo(instant: number): Promise<void> {
    await settle();
    await super.advanceTo(instant);
  }

  /** One turn: a limiter waits for promises only, which all settle in it. */
  protected override async settle(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
  }

  face() {
    return { anchorMachine: 0, anchorVirtual: 0, rate: 1 };
  }
}
