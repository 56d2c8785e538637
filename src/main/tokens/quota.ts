/** Calculates the token quota: a pure function of the ledger's issuances and of the quota that the server last reported. */
import type { QuotaReset } from '../../shared/model/connection.ts';
import type { Issuance, ServerQuota, TokenQuota } from '../../shared/model/token.ts';
import type { TokenRules } from '../../shared/model/token-rules.ts';
import { formatDuration } from '../../shared/time/format-duration.ts';
import { isSpent, latestAt, latestRegenerationAt, QUOTA_WINDOW_MS } from '../../shared/token/issuance-slots.ts';
import type { CountReport } from './foreign-use.ts';
import { utcDayOf } from './utc-day.ts';

/** Returns the maximum number of tokens in 24 h; `null` without a limit. A limit on renewals allows one more: the first token (service.md §3.6). */
export const maxPerDay = ({ unit, limit }: Pick<TokenRules, 'unit' | 'limit'>): number | null =>
  limit === null ? null : unit === 'renewals' ? limit + 1 : limit;

/**
 * Returns the token rules that apply to a service. An assumed quota is dropped when it cannot cover a day with tokens of this lifetime, because it is
 * then another service's. `lifetimeMs`: the lifetime that the last answer stated, or `null`.
 */
export function rulesInForce(rules: TokenRules, assumed: boolean, lifetimeMs: number | null): TokenRules {
  const perDay = maxPerDay(rules);
  if (!assumed || lifetimeMs === null || perDay === null || lifetimeMs * perDay >= QUOTA_WINDOW_MS) return rules;
  return { ...rules, unit: 'issuances', limit: null };
}

/** The quota that the server reported with the answer to one issuance. */
export interface QuotaReport {
  readonly quota: ServerQuota;
  /** The issuance whose answer reported the quota; `null` when it no longer counts. */
  readonly issuanceId: string | null;
}

export interface QuotaFacts {
  readonly rules: Pick<TokenRules, 'unit' | 'limit'>;
  readonly reset: QuotaReset;
  /** The issuances of one ledger key, in the order of the file, oldest first. */
  readonly issuances: readonly Issuance[];
  readonly server: QuotaReport | null;
  /** The counts that the server reported, oldest first. */
  readonly countReports?: readonly CountReport[];
  readonly now: number;
}

/** Whether an issuance at `now` would be a renewal: another token was issued in the last 24 h (service.md §3.6). */
export const wouldRenew = (issuances: readonly Issuance[], now: number): boolean =>
  issuances.some((issuance) => isSpent(issuance) && latestAt(issuance) + QUOTA_WINDOW_MS > now);

/**
 * Computes the remaining quota and when its next slot regenerates. Unconfirmed issuances count as used. When the quota is used up only because of
 * them, `unconfirmed` is their number, and a person may still request a token.
 */
export function quotaOf(facts: QuotaFacts): TokenQuota {
  const quota = countedQuota(facts);
  const isUnconfirmed = ({ outcome }: Issuance) => outcome === 'lost';
  const confirmed = facts.issuances.filter((issuance) => !isUnconfirmed(issuance));
  if (quota.mayIssue || !countedQuota({ ...facts, issuances: confirmed }).mayIssue) return quota;
  const since = facts.now - QUOTA_WINDOW_MS;
  return { ...quota, unconfirmed: facts.issuances.filter((it) => isUnconfirmed(it) && latestAt(it) > since).length };
}

/**
 * Returns the quota, as the server reports it or else as the ledger counts it. An older report than the newest issuance, or one whose count did not
 * fall, counts only if it leaves no more than the ledger.
 */
function countedQuota(facts: QuotaFacts): TokenQuota {
  const ledger = ledgerQuota(facts, facts.now);
  const report = facts.server;
  if (report === null || report.quota.remaining === null) return ledger;
  const limit = report.quota.limit ?? ledger.limit ?? report.quota.remaining;
  if (report.quota.remaining > limit) return ledger;
  if (facts.now >= reportEndsAt(facts, report.quota)) return quotaAfterReport(facts, report, ledger);
  const spent = spentSince(facts.issuances, report.issuanceId, report.quota.receivedAt);
  const remaining = Math.max(0, report.quota.remaining - spent);
  const isFrozen = didNotFall(facts, report);
  if ((spent > 0 || isFrozen) && ledger.remaining !== null && ledger.remaining < remaining)
    return isFrozen ? { ...ledger, doubt: frozenText(report.quota.remaining) } : ledger;
  const { resetAt } = report.quota;
  const slotAt = resetAt === null ? null : credibleReset(report.quota, resetAt);
  return {
    ...ledger,
    limit,
    used: Math.max(0, limit - remaining),
    remaining,
    mayIssue: remaining > 0,
    nextSlotAt: remaining >= limit ? null : (slotAt ?? ledger.nextSlotAt ?? reportEndsAt(facts, report.quota)),
    basis: resetAt === null ? ledger.basis : 'server',
    ...(resetAt === slotAt ? {} : { doubt: distantText((resetAt ?? 0) - report.quota.receivedAt) }),
  };
}

const frozenText = (remaining: number): string =>
  `The token endpoint reports ${remaining} left, a count that did not fall when it issued a token, so this app’s ledger counts.`;

const distantText = (waitMs: number): string =>
  `The token endpoint names ${formatDuration(waitMs)} until the next slot; slots regenerate within 24 hours, so 24 hours count.`;

/** The reported reset, at most a day ahead. A later one is a mistake, such as milliseconds for seconds: a slot regenerates within a day. */
const credibleReset = ({ receivedAt }: ServerQuota, resetAt: number): number =>
  Math.min(resetAt, latestRegenerationAt(receivedAt));

/**
 * Whether the reported count is wrong: its answer brought a token, the count did not fall, and no slot can have regenerated since the previous count.
 * A slot regenerates when an issuance leaves the window, at midnight (UTC), or at the reported reset.
 */
function didNotFall({ issuances, countReports = [] }: QuotaFacts, { quota, issuanceId }: QuotaReport): boolean {
  const index = countReports.findIndex((report) => report.issuanceId === issuanceId);
  const before = countReports[index - 1];
  const [earlier, own] = [before?.issuanceId, issuanceId].map((id) => issuances.find((issuance) => issuance.id === id));
  if (!before || !earlier || own?.outcome !== 'confirmed' || before.limit !== quota.limit) return false;
  if ((quota.remaining ?? 0) < (before.exhausted ? 0 : (before.remaining ?? 0))) return false;
  const [from, to] = [earlier.at, latestAt(own)];
  const regenerated = [...issuances.map((it) => latestAt(it) + QUOTA_WINDOW_MS), before.resetAt ?? from];
  return utcDayOf(from) === utcDayOf(to) && !regenerated.some((at) => at > from && at <= to);
}

/**
 * Returns the quota after the server's report has expired. One slot regenerates at the reported instant (service.md §3.7), even if the ledger does
 * not show it yet. One request may then be tried, because a refused request spends no slot.
 */
function quotaAfterReport(facts: QuotaFacts, report: QuotaReport, ledger: TokenQuota): TokenQuota {
  const requested = requestsSince(facts.issuances, report.issuanceId, report.quota.receivedAt);
  if (ledger.mayIssue || ledger.limit === null || report.quota.resetAt === null || requested.length > 0) return ledger;
  return { ...ledger, used: Math.max(0, ledger.limit - 1), remaining: 1, mayIssue: true, basis: 'server' };
}

/** The earliest and the latest instant at which the server can have issued a token. */
interface SpentSlot {
  readonly earliest: number;
  readonly latest: number;
}

function ledgerQuota(facts: QuotaFacts, now: number): TokenQuota {
  const { reset } = facts;
  const { unit, limit } = facts.rules;
  const spent = facts.issuances.filter(isSpent).map((it): SpentSlot => ({ earliest: it.at, latest: latestAt(it) }));
  const used = usedAt(unit, reset, spent, now);
  if (limit === null)
    return { unit, limit, used, remaining: null, mayIssue: true, nextSlotAt: null, basis: reset, asOf: now };
  const remainingAt = (at: number) => Math.max(0, limit - usedAt(unit, reset, spent, at)) + freeAt(unit, spent, at);
  const left = remainingAt(now);
  const next = regenerationTimes(reset, spent, now).find((at) => remainingAt(at) > left);
  return { unit, limit, used, remaining: left, mayIssue: left > 0, nextSlotAt: next ?? null, basis: reset, asOf: now };
}

/** The number of issuances or renewals that count at `now`; `spent` is in the order of the requests. */
function usedAt(unit: TokenRules['unit'], reset: QuotaReset, spent: readonly SpentSlot[], now: number): number {
  const counts = (at: number) => (reset === 'rolling' ? at + QUOTA_WINDOW_MS > now : utcDayOf(at) >= utcDayOf(now));
  return spent.filter(({ earliest, latest }, index) => {
    if (!counts(latest)) return false;
    // An issuance that may have been a renewal counts as one.
    return unit === 'issuances' || spent.slice(0, index).some((before) => before.latest + QUOTA_WINDOW_MS > earliest);
  }).length;
}

/** How many token requests at `now` would use no slot: 1 when the next token is not a renewal, else 0. */
const freeAt = (unit: TokenRules['unit'], spent: readonly SpentSlot[], now: number): number =>
  unit === 'issuances' || spent.some((before) => before.latest + QUOTA_WINDOW_MS > now) ? 0 : 1;

/** Instants after `now` at which a slot can regenerate, ascending. */
function regenerationTimes(reset: QuotaReset, slots: readonly SpentSlot[], now: number): number[] {
  const spent = slots.map((slot) => slot.latest);
  const ends = spent.map((at) => at + QUOTA_WINDOW_MS);
  const midnights = reset === 'utcMidnight' ? [now, ...spent].map((at) => (utcDayOf(at) + 1) * QUOTA_WINDOW_MS) : [];
  return [...ends, ...midnights].filter((at) => at > now).sort((one, other) => one - other);
}

/** Returns when the server's report expires: at its own reset, or else at the end of the window in which it was received. */
function reportEndsAt(facts: QuotaFacts, quota: ServerQuota): number {
  if (quota.resetAt !== null) return credibleReset(quota, quota.resetAt);
  if (facts.reset === 'utcMidnight') return (utcDayOf(quota.receivedAt) + 1) * QUOTA_WINDOW_MS;
  return quota.receivedAt + QUOTA_WINDOW_MS;
}

function spentSince(issuances: readonly Issuance[], issuanceId: string | null, receivedAt: number): number {
  return requestsSince(issuances, issuanceId, receivedAt).filter(isSpent).length;
}

/** The token requests after the request whose answer carried the report. */
function requestsSince(
  issuances: readonly Issuance[],
  issuanceId: string | null,
  receivedAt: number,
): readonly Issuance[] {
  const index = issuances.findIndex((issuance) => issuance.id === issuanceId);
  return index < 0 ? issuances.filter((issuance) => issuance.at >= receivedAt) : issuances.slice(index + 1);
}
