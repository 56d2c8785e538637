/** Reads one rate plan of a quote, shaped `{_id, name, money}`, `{ratePlan: {_id, name}, money: {money}}` or `{ratePlan: {_id, name, money}}`. */
import type { Money } from '../../shared/model/field.ts';
import { isPlainDate, type Json } from '../../shared/model/primitives.ts';
import type { RatePlan, UnreadableLine } from '../../shared/model/quote.ts';
import { sumOf } from '../../shared/money/money.ts';
import { isUnpriced } from '../../shared/quote/plan-choice.ts';
import { firstCurrency, firstDay, firstText, isObject, type JsonObject, objectIn, readPath } from './read-json.ts';
import { FALLBACK_LINES, isUnreadable, moneyAt, type PriceLines, priceLinesOf, textAt } from './read-price-lines.ts';

/** Assumed names of the deposit, because no source names one (service.md §7.3). A security deposit, which is paid back, does not count. */
const DEPOSIT = ['deposit', 'deposit.amount', 'depositAmount'];

export function readRatePlan(entry: Json): RatePlan | null {
  if (!isObject(entry)) return null;
  const plan = objectIn(entry.ratePlan) ?? entry;
  const id = firstText(plan, '_id', 'id', 'ratePlanId') ?? firstText(entry, 'ratePlanId', '_id', 'id');
  const found = amountsOf(entry, plan);
  const money = found ?? {};
  const currency =
    firstCurrency(money, 'currency') ?? firstCurrency(entry, 'currency', 'days.0.currency', 'money.currency');
  const read = priceLinesOf(money, currency);
  const statedTotal = statedTotalOf(money, currency);
  const isTotalUnreadable = statedTotal === null && isUnreadable(money, TOTALS);
  const unreadable = [...read.unreadable, ...(isTotalUnreadable ? [unreadableTotal(money)] : [])];
  const { lines } = read;
  const total = statedTotal === null ? ourTotalOf(money, { lines, unreadable }, currency) : { total: statedTotal };
  const deposit = moneyAt(money, currency, ...DEPOSIT) ?? moneyAt(plan, currency, ...DEPOSIT);
  const isWithoutPrice = isUnpriced({ ...total, lines, unreadable });
  return {
    id,
    name: firstText(plan, 'name', 'title') ?? firstText(entry, 'name') ?? 'Rate plan',
    cancellationPolicy: policyOf(plan) ?? policyOf(entry),
    ...(isWithoutPrice ? { total: null } : total),
    ...(isWithoutPrice && (found === null || hasAnyAmount(found)) ? { isPriceNotFound: true } : {}),
    ...(deposit === null ? {} : { deposit }),
    lines,
    ...(unreadable.length === 0 ? {} : { unreadable }),
    days: daysOf(readPath(entry, 'days') ?? readPath(plan, 'days') ?? null, currency),
  };
}

/** The object with the amounts: the innermost `money`; `null` when there is none. */
function amountsOf(entry: JsonObject, plan: JsonObject): JsonObject | null {
  const [ofEntry, ofPlan] = [objectIn(entry.money), objectIn(plan.money)];
  const money = objectIn(ofEntry?.money) ?? ofEntry ?? objectIn(ofPlan?.money) ?? ofPlan ?? null;
  const items = ofEntry?.invoiceItems;
  return items === undefined || (money && 'invoiceItems' in money) ? money : { ...money, invoiceItems: items };
}

/** True when any amount, whatever its name, is not zero. */
const hasAnyAmount = (money: JsonObject): boolean =>
  Object.keys(money).some((name) => (moneyAt(money, null, name, `${name}.amount`)?.amount ?? 0) !== 0);

/** The names of totals. A total may stand alone or in an object, beside its currency. */
const TOTALS = ['totalPrice', 'total', 'grandTotal'];

/** Returns the total that the guest pays, if the answer states it. `hostPayout`, the host's share, does not count. */
function statedTotalOf(money: JsonObject, currency: string | null): Money | null {
  const found = TOTALS.map((path) =>
    moneyAt(money, firstCurrency(money, `${path}.currency`) ?? currency, path, `${path}.amount`),
  );
  return found.find((total) => total !== null) ?? null;
}

const unreadableTotal = (money: JsonObject): UnreadableLine => ({
  title: 'Total',
  text: textAt(money, TOTALS),
  kind: null,
});

/** The total that this app computes: the sum of the lines, else subtotal and taxes; `null` without amounts, or when one of them is not a number. */
function ourTotalOf(
  money: JsonObject,
  { lines, unreadable }: PriceLines,
  currency: string | null,
): Pick<RatePlan, 'total' | 'isTotalOurs'> {
  if (cannotBeSummed(money, unreadable)) return { total: null };
  const subTotal = moneyAt(money, currency, 'subTotalPrice');
  const parts = lines.length > 0 ? lines.map(({ amount }) => amount) : [subTotal ?? []].flat();
  const taxes = lines.length > 0 ? null : moneyAt(money, currency, 'totalTaxes');
  const total = sumOf(parts.length > 0 && taxes ? [...parts, taxes] : parts);
  return total === null ? { total } : { total, isTotalOurs: true };
}

/** Whether an amount is no number, so that a sum would be wrong. A line without an amount is reported beside the sum instead. */
const cannotBeSummed = (money: JsonObject, unreadable: readonly UnreadableLine[]): boolean =>
  unreadable.some(({ text }) => text !== '') ||
  [...FALLBACK_LINES.map(({ paths }) => paths), ['subTotalPrice']].some((paths) => isUnreadable(money, paths));

function policyOf(plan: JsonObject): string | null {
  const policy = plan.cancellationPolicy;
  if (Array.isArray(policy)) return policy.filter((part) => typeof part === 'string').join(', ') || null;
  return firstText(plan, 'cancellationPolicy', 'cancellationPolicy.name', 'cancellationPolicy.title');
}

function daysOf(days: Json, currency: string | null): RatePlan['days'] {
  return (Array.isArray(days) ? days : []).flatMap((day) => {
    const date = firstDay(day, 'date') ?? '';
    const price = moneyAt(day, firstCurrency(day, 'currency') ?? currency, 'price', 'price.amount', 'basePrice');
    return isPlainDate(date) && price !== null ? [{ date, price }] : [];
  });
}
