/** Computes the use of one quota over time from known issuances and noticed foreign ones. Pure. */

import type { QuotaReset } from '../../../shared/model/connection.ts';
import { MAX_QUOTA_STEPS, type QuotaStep } from '../../../shared/model/incident.ts';
import type { TokenStatus } from '../../../shared/model/token.ts';
import { isSpent, latestAt, QUOTA_WINDOW_MS, slotRegeneratesAt } from '../../../shared/token/issuance-slots.ts';
import type { KnownIssuance } from './incident-events.ts';

/** An interval `[at, until)` in which `used` slots of the quota are taken. */
interface Use {
  readonly at: number;
  readonly until: number;
  readonly used: number;
}

/**
 * Computes how many slots of a quota were used in `[from, until)`; the first step begins at `from`. From `now` on, the count of the token manager
 * applies.
 */
export function quotaSteps(
  { api, foreignUse, quota }: Pick<TokenStatus, 'api' | 'foreignUse' | 'quota'>,
  known: readonly KnownIssuance[],
  reset: QuotaReset,
  { from, until, now }: { readonly from: number; readonly until: number; readonly now: number },
): QuotaStep[] {
  const uses = known.flatMap(({ issuance }): Use[] => {
    if (!isSpent(issuance)) return [];
    const end = slotRegeneratesAt(issuance, api, reset);
    return end === null ? [] : [{ at: latestAt(issuance), until: end, used: 1 }];
  });
  if (foreignUse)
    uses.push({ at: foreignUse.noticedAt, until: foreignUse.noticedAt + QUOTA_WINDOW_MS, used: foreignUse.count });
  const last = Math.min(until, now);
  const instants = [from, ...uses.flatMap((use) => [use.at, use.until])].filter((at) => at >= from && at < last);
  const changes = [...new Set(instants)].sort((one, two) => one - two);
  const steps = changes.map((at) => ({ at, used: usedAt(uses, at) }));
  if (now >= from && now < until) steps.push({ at: now, used: quota.used });
  return thinned(steps.filter(({ used }, index) => index === 0 || used !== steps[index - 1]?.used));
}

const usedAt = (uses: readonly Use[], at: number): number =>
  uses.reduce((sum, use) => sum + (use.at <= at && at < use.until ? use.used : 0), 0);

/** Reduces the steps to MAX_QUOTA_STEPS; of several neighbours the fullest stays. */
function thinned(steps: QuotaStep[]): QuotaStep[] {
  const size = Math.ceil(steps.length / MAX_QUOTA_STEPS);
  if (size <= 1) return steps;
  const groups = Map.groupBy(steps, (step) => Math.floor(steps.indexOf(step) / size));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first ? [{ at: first.at, used: Math.max(...group.map(({ used }) => used)) }] : [];
  });
}
