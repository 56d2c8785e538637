/** Decides which rate plan of a quote is chosen. */
import type { Quote, RatePlan } from '../model/quote.ts';

/**
 * True for a rate plan that the service sent without a price: without amounts, or with zeros only (service.md §7.4). False when a price may stand
 * elsewhere in the answer, and for a free stay, which has lines that are not zero.
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

export const PRICE_NOT_FOUND =
  'No price was found in the answer, so this quote cannot be offered. Look at “The quote as the service sent it” before you book.';

export const NO_PRICE = 'The service sent no price, so this quote can be neither offered nor booked.';
/** The sentence on what to do when a quote has no price (service.md §7.9). */
export const NO_PRICE_REMEDY =
  'That happens while the booking source of the account is not activated: make one direct booking in the account at the service, then ask for a new quote.';

/** Returns the key of a rate plan within its quote: its id, or else its position from 1 ("plan 2"). */
export const planKey = ({ id }: Pick<RatePlan, 'id'>, at: number): string => id ?? `plan ${at + 1}`;

/** Returns the position of the rate plan with this key, or else of the first plan that can be booked, or else 0. */
export function chosenPlanAt(plans: readonly RatePlan[], key: string | null): number {
  const chosen = plans.findIndex((plan, at) => planKey(plan, at) === key);
  if (chosen >= 0) return chosen;
  const bookable = plans.findIndex((plan) => plan.id !== null && !isUnpriced(plan));
  return Math.max(0, bookable);
}

/**
 * Returns the rate plan that an offer shows. A plan can be shown if it is bookable and has a total. Without a choice, the first such plan is shown.
 * Null when the chosen plan cannot be shown, or no plan can.
 */
export function offeredPlan({ ratePlans, chosenPlan }: Pick<Quote, 'ratePlans' | 'chosenPlan'>): RatePlan | null {
  const canBeOffered = (plan: RatePlan): boolean => plan.id !== null && plan.total !== null && !isUnpriced(plan);
  const chosen = ratePlans.find((plan, at) => planKey(plan, at) === chosenPlan);
  if (chosen) return canBeOffered(chosen) ? chosen : null;
  return ratePlans.find(canBeOffered) ?? null;
}

/**
 * Finds the rate plan in `plans` that corresponds to `mine[at]`; returns its position, or -1. Plans correspond by id, or if no ids match, by name and
 * order.
 */
export function samePlanAt(plans: readonly PlanName[], mine: readonly PlanName[], at: number): number {
  const wanted = mine[at];
  if (!wanted) return -1;
  const byId = wanted.id === null ? -1 : plans.findIndex(({ id }) => id === wanted.id);
  if (byId >= 0) return byId;
  const rank = positionsOf(wanted.name, mine, plans).indexOf(at);
  return positionsOf(wanted.name, plans, mine)[rank] ?? -1;
}

/** The positions in `list` of the plans with this name whose id no plan of `others` has. */
function positionsOf(name: string, list: readonly PlanName[], others: readonly PlanName[]): number[] {
  const ids = new Set(others.flatMap(({ id }) => id ?? []));
  return list.flatMap((plan, at) => (plan.name === name && (plan.id === null || !ids.has(plan.id)) ? at : []));
}

/** Finds the rate plan in `plans` that corresponds to the plan `key` of `before`. Returns its key; null when there is none or `key` is null. */
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
