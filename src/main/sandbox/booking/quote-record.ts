/** The JSON of a quote, in one of the known payload shapes (service.md §7.3). */
import { dayNumber, nightsBetween } from '../../../shared/model/primitives.ts';
import type { QuoteShape } from '../../../shared/model/sandbox.ts';
import type { StoredQuote } from '../memory.ts';
import type { Service } from '../service.ts';
import { objectId } from '../world/listing-id.ts';
import { hash } from '../world/seeded-random.ts';
import { validCoupons } from './coupons.ts';
import { type Plan, type Priced, plansFor, priceStay } from './pricing.ts';

interface PricedPlan {
  readonly id: string;
  readonly plan: Plan;
  readonly priced: Priced;
}

/** Returns the rate plans of a quote with their prices. Their identifiers differ from quote to quote. */
export function pricedPlans({ world }: Service, quote: StoredQuote): PricedPlan[] {
  const outline = world.at(quote.listing);
  const nights = world.nights(outline, { from: dayNumber(quote.checkIn), to: dayNumber(quote.checkOut) });
  const coupons = validCoupons(quote.coupons);
  return plansFor(nights).map((plan) => ({
    id: objectId(textSeed(quote.id), textSeed(plan.key)),
    plan,
    priced: priceStay(outline, nights, quote.guests, plan, coupons),
  }));
}

export function quoteRecord(service: Service, quote: StoredQuote): Record<string, unknown> {
  const plans = pricedPlans(service, quote);
  const planIn = PLAN_SHAPES[service.memory.settings.quoteShape];
  const adjustments = plans[0]?.priced.adjustments ?? [];
  return {
    _id: quote.id,
    createdAt: new Date(quote.createdAt).toISOString(),
    expiresAt: new Date(quote.expiresAt).toISOString(),
    listingId: service.world.idOf(service.world.at(quote.listing)),
    checkInDateLocalized: quote.checkIn,
    checkOutDateLocalized: quote.checkOut,
    nightsCount: nightsBetween(quote.checkIn, quote.checkOut),
    guestsCount: quote.guests,
    promotions: [],
    coupons: validCoupons(quote.coupons).map(({ code, name, type }, at) => ({
      code,
      name,
      type,
      adjustment: adjustments[at] ?? 0,
    })),
    rates: { ratePlans: plans.map(planIn) },
    ...reservationOf(service, quote),
  };
}

/** The reservation of a booked quote; empty while the quote is open. */
function reservationOf({ memory }: Service, quote: StoredQuote): Record<string, unknown> {
  const made = memory.reservations.find(({ id }) => id === quote.reservationId);
  if (!made) return {};
  return { reservation: { _id: made.id, status: made.status, confirmationCode: made.confirmationCode } };
}

/** The documented shape of a plan, with its facts and its money side by side. */
function flatPlan({ id, plan, priced }: PricedPlan): Record<string, unknown> {
  return { ...planFields(id, plan), days: priced.days, money: priced.money };
}

/** A plan in the shape of real answers: the plan under `ratePlan`, the amounts under `money.money`. */
function nestedPlan({ id, plan, priced }: PricedPlan): Record<string, unknown> {
  return {
    ratePlan: planFields(id, plan),
    days: priced.days,
    money: { _id: objectId(textSeed(id)), money: priced.money },
  };
}

/** A plan in a third shape of real answers, with the amounts inside the plan. */
function inPlan({ id, plan, priced }: PricedPlan): Record<string, unknown> {
  return { ratePlan: { ...planFields(id, plan), money: priced.money }, days: priced.days };
}

/** A plan in the answer of an account whose booking source is not activated. */
function unpricedPlan({ id, plan, priced }: PricedPlan): Record<string, unknown> {
  const { currency } = priced.money;
  return { ratePlan: { ...planFields(id, plan), money: { currency, subTotalPrice: 0, invoiceItems: [] } }, days: [] };
}

const PLAN_SHAPES: Record<QuoteShape, (plan: PricedPlan) => Record<string, unknown>> = {
  flat: flatPlan,
  nested: nestedPlan,
  inPlan,
  unpriced: unpricedPlan,
};

function planFields(id: string, { name, cancellationPolicy }: Plan): Record<string, unknown> {
  return { _id: id, name, cancellationPolicy, mealPlans: [] };
}

function textSeed(text: string): number {
  return hash(...Array.from(text, (letter) => letter.codePointAt(0) ?? 0));
}
