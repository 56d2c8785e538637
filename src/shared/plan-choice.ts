/** Which rate plan of a quote is chosen. */
import type { RatePlan } from './model/quote.ts';

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

/** The key of the plan among `plans` that has the name of the one chosen `before`; plans of another quote have other ids. */
export function keyOfSamePlan(
  plans: readonly RatePlan[],
  before: readonly RatePlan[],
  key: string | null,
): string | null {
  if (key === null) return null;
  const name = before[chosenPlanAt(before, key)]?.name;
  const at = plans.findIndex((plan) => plan.name === name);
  const plan = plans[at];
  return plan ? planKey(plan, at) : null;
}
