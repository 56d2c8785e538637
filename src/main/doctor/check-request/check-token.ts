/** Checks the times of the token that a request carries. The rule `wrongApi` judges its scope and audience. */
import type { CheckFinding } from '../../../shared/model/request-check.ts';
import { formatDuration } from '../../../shared/time/format-duration.ts';
import { utcText } from '../../../shared/time/utc-text.ts';
import { CLOCK_TOLERANCE_MS, type Facts, judgedAt } from '../facts/facts.ts';

export function checkToken(facts: Facts): CheckFinding[] {
  const { failure, surroundings } = facts;
  const claims = failure.tokenClaims ?? surroundings.text?.claims ?? null;
  const now = judgedAt(facts);
  if (claims === null || now === null) return [];
  const { expiresAt, notBefore } = claims;
  const when = facts.serverNow === null ? 'before it was read' : 'before the request';
  if (expiresAt !== null && expiresAt <= now)
    return [
      {
        level: 'refused',
        cause: 'tokenExpired',
        text: `By its own claim the token expired ${formatDuration(now - expiresAt)} ${when}, on ${utcText(expiresAt)}.`,
        right: 'Use the token that is valid now, or request one. A new token costs one slot of the quota.',
        source: 'service.md §3.4, §8.4',
      },
    ];
  if (notBefore !== null && notBefore > now + CLOCK_TOLERANCE_MS)
    return [
      {
        level: 'refused',
        cause: 'clockWrong',
        text: `By its own claim the token is not valid until ${utcText(notBefore)}.`,
        right: 'Compare the clock of the sender with the right time.',
        source: 'service.md §3.4',
      },
    ];
  return [];
}
