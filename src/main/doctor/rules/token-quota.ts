/** The quota of a token endpoint is used up: tokens of the Open API (service.md §3.5), renewals of a Booking Engine application (§3.6). */
import { formatDuration } from '../../../shared/time/format-duration.ts';
import { utcText } from '../../../shared/time/utc-text.ts';
import { secondsMs } from '../../http/headers.ts';
import type { Facts } from '../facts/facts.ts';
import { allOf, type Finding, type Rule, say, statementIn, told } from '../rule.ts';
import { otherWays } from './new-token.ts';

/** The longest wait that a rate limit causes. A longer wait is for a slot of the token quota. */
export const MAX_RATE_WAIT_MS = 120_000;
/** Headers that report the quota (service.md §3.7). */
const REMAINING = ['ratelimit-remaining', 'x-ratelimit-remaining-day'];

/** The header that reports the remaining slots, with its value; undefined without one. */
const slotsLeft = ({ header }: Facts): { name: string; value: string } | undefined =>
  REMAINING.map((name) => ({ name, value: header(name)?.trim() ?? '' })).find(({ value }) => value !== '');

type Quota = 'tokenQuota' | 'renewalLimit';

/** Whether an answer may be about the token quota: a 429 of a token endpoint, or a refusal there that names the quota or comes without a free slot. */
const mayBeQuota = (facts: Facts, meaning: Quota): boolean =>
  facts.isToken &&
  (facts.status === 429 ||
    ((facts.status === 400 || facts.isRefused) &&
      (statementIn(facts, meaning) !== null ||
        slotsLeft(facts)?.value === '0' ||
        facts.surroundings.ledger?.remaining === 0)));

function quotaFindings(facts: Facts, meaning: Quota): Finding[] {
  const { status, surroundings, envelope } = facts;
  const left = slotsLeft(facts);
  const said = told(facts, meaning, say.strong);
  const waitMs = waitOf(facts);
  const remaining = surroundings.ledger?.remaining ?? null;
  return allOf(
    status === 429 && say.strong('The token endpoint answered 429, and its limit is that of tokens in 24 hours.'),
    left?.value === '0' && say.decisive(`The header “${left.name}” says that no slot is left.`),
    left && Number(left.value) > 0 && say.excluded(`The header “${left.name}” says that ${left.value} slots are left.`),
    said,
    waitMs !== null &&
      (waitMs > MAX_RATE_WAIT_MS ? say.moderate : say.against)(`The service asks to wait ${formatDuration(waitMs)}.`),
    status !== 429 &&
      said.length === 0 &&
      envelope.oauthCode !== null &&
      say.against(`The service’s code ${envelope.oauthCode} names another reason.`),
    remaining === 0 && say.strong('By the ledger, all slots of these credentials are used.'),
    remaining !== null &&
      remaining > 0 &&
      say.against(`By the ledger, ${remaining} slots are left, unless another client used them.`),
  );
}

const waitOf = ({ header }: Facts): number | null =>
  secondsMs(header('retry-after')) ?? secondsMs(header('ratelimit-reset'));

/** Returns a sentence with the time at which the next slot of the quota is free. */
function quotaWait(facts: Facts): string {
  const { surroundings, serverNow } = facts;
  const waitMs = waitOf(facts);
  const next = surroundings.ledger?.nextSlotAt ?? null;
  if (next !== null) return `The next slot is free at ${utcText(next)}.`;
  if (waitMs === null) return 'A slot is free again 24 hours after it was used.';
  return serverNow === null
    ? `The next slot is free ${formatDuration(waitMs)} after that answer.`
    : `The next slot is free at ${utcText(serverNow + waitMs)}.`;
}

const others = ({ surroundings }: Facts): string => otherWays(surroundings.connection?.otherApplications ?? []);

export const quotaUsedUp: Rule = {
  cause: 'quotaUsedUp',
  title: 'The token quota is used up',
  source: 'service.md §3.5, §3.9',
  confirm: {
    text: 'Count the token requests of the last 24 hours of every machine that has this Client ID.',
    cost: 'customer',
  },
  remedy: (facts) =>
    `${quotaWait(facts)} Tokens that were issued still work until they expire. ${others(facts)} Then keep tokens over restarts, and request none after a 403.`,
  weigh: (facts) => {
    if (!mayBeQuota(facts, 'tokenQuota') || (facts.api === 'booking' && facts.surroundings.ledger?.unit === 'renewals'))
      return null;
    const isOther = facts.api === 'booking' || statementIn(facts, 'renewalLimit') !== null;
    return allOf(
      quotaFindings(facts, 'tokenQuota'),
      isOther && say.against('The Booking Engine limits renewals of an application, not tokens.'),
    );
  },
};

export const renewalLimit: Rule = {
  cause: 'renewalLimit',
  title: 'The application has no renewal left',
  source: 'service.md §3.6',
  confirm: {
    text: 'Count the renewals of this application in the last 24 hours on every machine that uses it.',
    cost: 'customer',
  },
  remedy: (facts) =>
    `${quotaWait(facts)} The token that was issued last still works until it expires. ${others(facts)}`,
  weigh: (facts) => {
    if (facts.api === 'openApi' || !mayBeQuota(facts, 'renewalLimit')) return null;
    const isUnsure = facts.api === null && statementIn(facts, 'renewalLimit') === null;
    return allOf(
      quotaFindings(facts, 'renewalLimit'),
      say.known(
        'The specification allows three renewals in 24 hours, the vendor’s page since October 2026 five. What the answer’s headers report counts before both; without them, choose the set that applies under Connections, Limits.',
      ),
      (facts.surroundings.ledger?.unit === 'issuances' || isUnsure) &&
        say.against('These credentials have a quota of tokens, or it is not known of which API they are.'),
    );
  },
};
