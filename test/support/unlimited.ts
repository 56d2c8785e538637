/** A limiter that delays nothing and has no answer yet. */
import type { QuoteLimiter } from '../../src/main/desk/quote-plan.ts';

export const unlimited: QuoteLimiter = {
  snapshot: () => ({ lanes: { interactive: 0, background: 0, bulk: 0 } }),
  timeToSend: () => ({ ms: 0 }),
  latencyMs: () => null,
};
