/** Which rate plan of a quote is chosen. */
import type { Quote, RatePlan } from '../model/quote.ts';

/**
 * True for a plan that the service answered without a price: no amounts where they stand, or only zeros (service.md §7.4).
 * A stay that a discount makes free has other lines than zeros.
 */
export const isUnpriced = ({
  total,
  lines,
  unreadable = [],
  isPriceNotFound,
}: Pick<RatePlan, 'total' | 'lines' | 'unreadable' | 'isPriceNotFound'>): boolean =>
  isPriceNotFound !== true &&
  (total === null || total.amount === 0) &&
  unreadable.length === 0 &&
  lines.every(({ amount }) => amount.amount === 0);

/** About a plan with `isPriceNotFound`. */
export const PRICE_NOT_FOUND =
  'No price was found in the answer, so this quote cannot be offered. Look at the full response before you book.';

export const NO_PRICE = 'The service sent no price, so this quote can be neither offered nor booked.';
/** What to do about it (service.md §7.9). */
export const NO_PRICE_REMEDY =
  'That happens while the booking source of the account is not activated: make one direct booking in the account at the service, then ask for a new quote.';

/** What tells the rate plans of a quote apart; a plan without an id has its position. */
export const planKey = ({ id }: Pick<RatePlan, 'id'>, at: number): string => id ?? `plan ${at + 1}`;

/** The position of the rate plan with a key, else of the first that can be booked; 0 for a quote without any. */
export function chosenPlanAt(plans: readonly RatePlan[], key: string | null): number {
  const chosen = plans.findIndex((plan, at) => planKey(plan, at) === key);
  if (chosen >= 0) return chosen;
  const bookable = plans.findIndex((plan) => plan.id !== null && !isUnpriced(plan));
  return Math.max(0, bookable);
}

/** The rate plan that an offer shows, which has a total and can be booked: the one that a person chose and no other, else the first. */
export function offeredPlan({ ratePlans, chosenPlan }: Pick<Quote, 'ratePlans' | 'chosenPlan'>): RatePlan | null {
  const canBeOffered = (plan: RatePlan): boolean => plan.id !== null && plan.total !== null && !isUnpriced(plan);
  const chosen = ratePlans.find((plan, at) => planKey(plan, at) === chosenPlan);
  if (chosen) return canBeOffered(chosen) ? chosen : null;
  return ratePlans.find(canBeOffered) ?? null;
}

/**
 * The position among `plans` of the plan that is the same as that at `at` of `mine`: the one of its id, else the next of its name that is no
 * other plan by its id, because plans of another quote may have other ids; -1 for none. Both lists agree on it.
 */
export function samePlanAt(plans: readonly PlanName[], mine: readonly PlanName[], at: number): number {
  const wanted = mine[at];
  if (!wanted) return -1;
  const byId = wanted.id === null ? -1 : plans.findIndex(({ id }) => id === wanted.id);
  if (byId >= 0) return byId;
  const rank = positionsOf(wanted.name, mine, plans).indexOf(at);
  return positionsOf(wanted.name, plans, mine)[rank] ?? -1;
}

/** The positions in `list` of the plans with a name whose id no plan of `others` has. */
function positionsOf(name: string, list: readonly PlanName[], others: readonly PlanName[]): number[] {
  const ids = new Set(others.flatMap(({ id }) => id ?? []));
  return list.flatMap((plan, at) => (plan.name === name && (plan.id === null || !ids.has(plan.id)) ? at : []));
}

/** The key of the plan among `plans` that is the same as the one chosen `before`. */
export function keyOfSamePlan(
  plans: readonly PlanName[],
  before: readonly RatePlan[],
  key: string | null,
): string | null {
  if (key === null) return null;
  const at = samePlanAt(plans, before, chosenPlanAt(before, key));
  const plan = plans[at];
  return plan ? planKey(plan, at) : null;
}

type PlanName = Pick<RatePlan, 'id' | 'name'>;
