/** Evidence that concerns many causes alike: who answered, whether a token was sent, and what succeeded later. The engine adds it to each cause. */
import type { CauseId } from '../../../shared/model/diagnosis.ts';
import type { Facts } from '../facts/facts.ts';
import { allOf, type Finding, say } from '../rule.ts';

export const MADE_GOOD = 'After each failure that the text tells, the same step succeeded.';

const causes = (...ids: readonly CauseId[]): ReadonlySet<CauseId> => new Set(ids);

/** Causes of failures that pass: by waiting, by a new token, by another try. */
const PASSING = causes(
  ...(['rateLimit', 'quotaUsedUp', 'renewalLimit', 'upstreamFault', 'networkFailure', 'tokenExpired'] as const),
  ...(['tokenUnknown', 'clockWrong'] as const),
);
/** Causes in a token or an account, which only a token that arrived can have. */
const OF_TOKEN = causes(
  ...(['tokenExpired', 'tokenUnknown', 'clockWrong', 'wrongApi', 'wrongEnvironment', 'noPermission'] as const),
  ...(['activationSteps', 'listingNotBookable', 'quoteUsed'] as const),
);
/** Causes that are named where another host than the service's answered. */
export const OF_ANY_HOST = causes(
  ...(['wrongEnvironment', 'oldApi', 'notHttps', 'browserRefused', 'intermediary', 'nothingWrong'] as const),
);
/** The forms of an Authorization header in which a service finds a token, or of which nothing is known. */
const WITH_TOKEN: ReadonlySet<string> = new Set(['bearer', 'unknown']);

export function generalEvidence(cause: CauseId, facts: Facts): Finding[] {
  const { standing, isMadeGood, isRefused, isToken, failure, answeredBy } = facts;
  const isOfService = !OF_ANY_HOST.has(cause);
  const isByOther = answeredBy.kind === 'intermediary' && isOfService && cause !== 'rateLimit';
  return allOf(
    isMadeGood && PASSING.has(cause) && say.against(MADE_GOOD),
    isRefused &&
      !isToken &&
      OF_TOKEN.has(cause) &&
      !WITH_TOKEN.has(failure.authorization.kind) &&
      say.excluded('The Authorization header carried no token that a service can read.'),
    isByOther &&
      (answeredBy.certain ? say.against : say.unlikely)(
        `The service did not answer by itself: ${answeredBy.signs[0] ?? 'its answers are JSON'}.`,
      ),
    isOfService && standing.kind === 'foreign' && say.excluded(standing.because),
  );
}
