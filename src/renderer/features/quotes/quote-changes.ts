/** Describes how a quote changed between two readings, in short phrases; empty when nothing visible has changed. */
import type { Quote, RatePlan } from '../../../shared/model/quote.ts';
import { isUnpriced, samePlanAt } from '../../../shared/quote/plan-choice.ts';
import { formatMoney } from '../../text/format.ts';

type Read = Pick<Quote, 'outcome' | 'reservation' | 'ratePlans' | 'coupons' | 'expiresAt'>;

export function changesBetween(before: Read, after: Read): string[] {
  const status = ({ reservation, outcome }: Read) => reservation?.status ?? (outcome === 'open' ? null : outcome);
  const changes: string[] = [];
  if (status(before) !== status(after))
    changes.push(`the status is ${status(after) ?? 'open'}${status(before) ? `, it was ${status(before)}` : ''}`);
  for (const [at, plan] of after.ratePlans.entries()) {
    const known = before.ratePlans[samePlanAt(before.ratePlans, after.ratePlans, at)];
    if (!known) changes.push(`${plan.name} is new`);
    else if (priceOf(known) !== priceOf(plan))
      changes.push(`${plan.name} costs ${priceOf(plan)}, it was ${priceOf(known)}`);
  }
  for (const [at, plan] of before.ratePlans.entries())
    if (samePlanAt(after.ratePlans, before.ratePlans, at) < 0) changes.push(`${plan.name} is gone`);
  if (codesOf(before) !== codesOf(after)) changes.push(`coupons: ${codesOf(after) || 'none'}`);
  if (before.expiresAt !== after.expiresAt) changes.push('it expires at another time');
  return changes;
}

const priceOf = (plan: RatePlan): string => {
  if (isUnpriced(plan)) return 'an unstated amount';
  return plan.total ? formatMoney(plan.total) : 'an unknown amount';
};

const codesOf = ({ coupons }: Read): string => coupons.map(({ code }) => code).join(', ');
