/** Evidence from the course of a text: the step that failed succeeded later. */
import type { CauseId } from '../../../shared/model/diagnosis.ts';
import type { Facts } from '../facts/facts.ts';
import { type Finding, say } from '../rule.ts';

export const MADE_GOOD = 'After each failure that the text tells, the same step succeeded.';

/** Causes of temporary failures, which end after a wait, with a new token, or at another attempt. */
const PASSING: ReadonlySet<CauseId> = new Set([
  ...(['rateLimit', 'quotaUsedUp', 'renewalLimit', 'upstreamFault', 'networkFailure', 'tokenExpired'] as const),
  ...(['tokenUnknown', 'clockWrong'] as const),
]);

/** Returns a finding against a temporary cause when the failed step succeeded later. */
export const madeGood = (cause: CauseId, { isMadeGood }: Facts): Finding[] =>
  isMadeGood && PASSING.has(cause) ? [say.against(MADE_GOOD)] : [];
