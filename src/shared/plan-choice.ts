/** Which rate plan of a quote is chosen. */
import type { Quote, RatePlan } from './model/quote.ts';

/** What tells the rate plans of a quote apart; a plan without an id has its position. */
export const planKey = ({ id }: Pick<RatePlan, 'id'>, at: number): string => id ?? `plan ${at + 1}`;

/** The position of the rate plan with a key, else of the first that can be booked; 0 for a quote without any. */
export function chosenPlanAt(plans: readonly Pick<RatePlan, 'id'>[], key: string | null): number {
  const chosen = plans.findIndex((plan, at) => planKey(plan, at) === key);
  return chosen >= 0
    ? chosen
    : Math.max(
        0,
        plans.findIndex(({ id }) => id !== null),
      );
}

/** The rate plan that an offer shows, which has a total and can be booked: the one that a person chose and no other, else the first. */
export function offeredPlan({ ratePlans, chosenPlan }: Pick<Quote, 'ratePlans' | 'chosenPlan'>): RatePlan | null {
  const canBeOffered = ({ id, total }: RatePlan): boolean => id !== null && total !== null;
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
  before: readonly PlanName[],
  key: string | null,
): string | null {
  if (key === null) return null;
  const at = samePlanAt(plans, before, chosenPlanAt(before, key));
  const plan = plans[at];
  return plan ? planKey(plan, at) : null;
}

type PlanName = Pick<RatePlan, 'id' | 'name'>;
