/** Checks the times of the token that a request carries. The rule `wrongApi` judges its scope and audience. */
import type { CheckFinding } from '../../../shared/model/request-check.ts';
import { formatDuration } from '../../../shared/time/format-duration.ts';
import { utcText } from '../../../shared/time/utc-text.ts';
import { CLOCK_TOLERANCE_MS, type Facts, judgedAt } from '../facts/facts.ts';
import { findingsOn } from './rule-findings.ts';

const expired = findingsOn('refused', 'tokenExpired', 'service.md §3.4, §8.4');
const early = findingsOn('refused', 'clockWrong', 'service.md §3.4');

export function checkToken(facts: Facts): CheckFinding[] {
  const { expiresAt, notBefore } = facts.failure.tokenClaims ?? facts.surroundings.text?.claims ?? NO_TIMES;
  const now = judgedAt(facts);
  if (now === null) return [];
  const when = facts.serverNow === null ? 'before it was read' : 'before the request';
  if (expiresAt !== null && expiresAt <= now)
    return [
      expired(
        `By its own claim the token expired ${formatDuration(now - expiresAt)} ${when}, on ${utcText(expiresAt)}.`,
        'Use the token that is valid now, or request one. A new token costs one slot of the quota.',
      ),
    ];
  if (notBefore === null || notBefore <= now + CLOCK_TOLERANCE_MS) return [];
  const text = `By its own claim the token is not valid until ${utcText(notBefore)}.`;
  return [early(text, 'Compare the clock of the sender with the right time.')];
}

const NO_TIMES = { expiresAt: null, notBefore: null };
