/** Evidence from the course of a text: what failed for a moment succeeded later. */
import type { CauseId } from '../../../shared/model/diagnosis.ts';
import type { Facts } from '../facts/facts.ts';
import { type Finding, say } from '../rule.ts';

export const MADE_GOOD = 'After each failure that the text tells, the same step succeeded.';

/** Causes of failures that pass: by waiting, by a new token, by another try. */
const PASSING: ReadonlySet<CauseId> = new Set([
  ...(['rateLimit', 'quotaUsedUp', 'renewalLimit', 'upstreamFault', 'networkFailure', 'tokenExpired'] as const),
  ...(['tokenUnknown', 'clockWrong'] as const),
]);

/** Returns a finding against a temporary cause when the failed step succeeded later. */
export const madeGood = (cause: CauseId, { isMadeGood }: Facts): Finding[] =>
  isMadeGood && PASSING.has(cause) ? [say.against(MADE_GOOD)] : [];
