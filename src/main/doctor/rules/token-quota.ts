/** Findings about a used-up quota of a token endpoint, shared by the two quotas (service.md §3.5, §3.6). */
import { formatDuration } from '../../../shared/time/format-duration.ts';
import { utcText } from '../../../shared/time/utc-text.ts';
import { secondsMs } from '../../http/headers.ts';
import type { Facts } from '../facts/facts.ts';
import type { Meaning } from '../facts/statements.ts';
import { allOf, type Finding, say, saysText, statementIn } from '../rule.ts';

/** The longest wait that a rate limit causes. A longer wait is for a slot of the token quota. */
export const MAX_RATE_WAIT_MS = 120_000;

/** Headers that report the quota (service.md §3.7). */
const REMAINING = ['ratelimit-remaining', 'x-ratelimit-remaining-day'];

/** The header that reports the remaining slots, with its value; null without one. */
const slotsLeft = ({ header }: Facts): { name: string; value: string } | null =>
  REMAINING.flatMap((name) => {
    const value = header(name)?.trim();
    return value ? [{ name, value }] : [];
  })[0] ?? null;

/**
 * Whether an answer may be about the token quota: a 429 of a token endpoint, or a refusal there that names the quota or comes without a free slot.
 */
export const mayBeQuota = (facts: Facts, meaning: Meaning): boolean =>
  facts.isToken &&
  (facts.status === 429 ||
    ((facts.status === 400 || facts.isRefused) &&
      (statementIn(facts, meaning) !== null ||
        slotsLeft(facts)?.value === '0' ||
        facts.surroundings.ledger?.remaining === 0)));

export function quotaFindings(facts: Facts, meaning: Meaning): Finding[] {
  const { status, surroundings } = facts;
  const left = slotsLeft(facts);
  const said = statementIn(facts, meaning);
  const waitMs = waitOf(facts);
  const remaining = surroundings.ledger?.remaining ?? null;
  const reason = facts.envelope.oauthCode;
  return allOf(
    status === 429
      ? say.strong('The token endpoint answered 429, and its limit is that of tokens in 24 hours.')
      : say.known('The status of a used-up quota is not documented.'),
    left?.value === '0' && say.decisive(`The header “${left.name}” says that no slot is left.`),
    left && Number(left.value) > 0 && say.excluded(`The header “${left.name}” says that ${left.value} slots are left.`),
    said && say.strong(saysText(said)),
    waitMs !== null &&
      (waitMs > MAX_RATE_WAIT_MS ? say.moderate : say.unlikely)(`The service asks to wait ${formatDuration(waitMs)}.`),
    status !== 429 && !said && reason !== null && say.against(`The service’s code ${reason} names another reason.`),
    remaining !== null &&
      (remaining === 0
        ? say.strong('By the ledger, all slots of these credentials are used.')
        : say.against(`By the ledger, ${remaining} slots are left, unless another client used them.`)),
  );
}

const waitOf = ({ header }: Facts): number | null =>
  secondsMs(header('retry-after')) ?? secondsMs(header('ratelimit-reset'));

/** Returns a sentence with the time at which the next slot of the quota is free. */
export function quotaWait(facts: Facts): string {
  const {
    surroundings: { ledger },
    serverNow,
  } = facts;
  const waitMs = waitOf(facts);
  if (ledger?.nextSlotAt != null) return `The next slot is free at ${utcText(ledger.nextSlotAt)}.`;
  if (waitMs === null) return 'A slot is free again 24 hours after it was used.';
  return serverNow === null
    ? `The next slot is free ${formatDuration(waitMs)} after that answer.`
    : `The next slot is free at ${utcText(serverNow + waitMs)}.`;
}
