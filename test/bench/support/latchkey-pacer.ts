/** The console's limiter as a subject, on the console's machine clock, which is virtual on a fake machine. */
import { machineClock } from '../../../src/main/platform/machine.ts';
import { Limiter } from '../../../src/main/traffic/limits/limiter.ts';
import type { RateRule } from '../../../src/shared/model/rates.ts';
import { answerOf } from '../../support/answer-of.ts';
import { type PacerKind, WIDE } from './pacer.ts';

/** The Booking Engine's limits (service.md §4.2). */
export const BOOKING_RULES: readonly RateRule[] = [
  { windowMs: 1_000, limit: 5 },
  { windowMs: 60_000, limit: 275 },
  { windowMs: 3_600_000, limit: 16_500 },
];

/** `readsHeaders`: the limiter also sees the rate-limit headers. */
function latchkey(name: string, readsHeaders: boolean): PacerKind {
  return {
    name,
    settings: `the three windows, default guard; ${readsHeaders ? 'rate headers on every answer' : 'no rate headers'}`,
    async open(limits) {
      const rules = limits === 'spec' ? BOOKING_RULES : BOOKING_RULES.map((rule) => ({ ...rule, limit: WIDE }));
      const limiter = new Limiter({ api: 'booking', rules, clock: machineClock, maxQueued: WIDE });
      return {
        async send(lane, request) {
          const permit = await limiter.acquire({ kind: 'search', lane, task: lane === 'bulk' ? 'task' : '' });
          permit.sent();
          const { status, headers } = await request();
          permit.answered(answerOf(readsHeaders ? { status, headers } : { status }, machineClock.now()));
        },
      };
    },
  };
}

export const latchkeys: readonly PacerKind[] = [latchkey('latchkey', false), latchkey('latchkey, rate headers', true)];
