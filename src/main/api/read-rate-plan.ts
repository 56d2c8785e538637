/** Reads one rate plan of a quote in either payload shape: `{_id, name, money}` or `{ratePlan: {_id, name}, money: {money}}`. */
import type { Money } from '../../shared/model/field.ts';
import { isPlainDate, type Json } from '../../shared/model/primitives.ts';
import type { PriceLine, RatePlan } from '../../shared/model/quote.ts';
import { moneyOf, sumOf } from '../../shared/money.ts';
import {
  AMOUNTS,
  firstCurrency,
  firstDay,
  firstText,
  firstWritten,
  isObject,
  type JsonObject,
  readPath,
} from './read-json.ts';

/** The amounts that become price lines when the answer has no invoice items; the total of fees includes the cleaning fee. */
const FALLBACK_LINES = [
  { title: 'Accommodation', kind: 'ACCOMMODATION_FARE', paths: ['fareAccommodationAdjusted', 'fareAccommodation'] },
  { title: 'Fees', kind: 'FEE', paths: ['totalFees', 'fareCleaning'] },
  { title: 'Taxes', kind: 'TAX', paths: ['totalTaxes'] },
] as const;

/** An assumption: neither spec.md nor domain.md names a deposit. A security deposit, which is paid back, is another thing. */
const DEPOSIT = ['deposit', 'deposit.amount', 'depositAmount'];

/** The rate plan; `null` when the entry is no object. */
export function readRatePlan(entry: Json): RatePlan | null {
  if (!isObject(entry)) return null;
  const plan = isObject(entry.ratePlan) ? entry.ratePlan : entry;
  const id = firstText(plan, '_id', 'id', 'ratePlanId') ?? firstText(entry, 'ratePlanId', '_id', 'id');
  const money = amountsOf(entry, plan);
  const currency =
    firstCurrency(money, 'currency') ?? firstCurrency(entry, 'currency', 'days.0.currency', 'money.currency');
  const lines = linesOf(money, currency);
  const deposit = moneyAt(money, currency, ...DEPOSIT) ?? moneyAt(plan, currency, ...DEPOSIT);
  return {
    id,
    name: firstText(plan, 'name', 'title') ?? firstText(entry, 'name') ?? 'Rate plan',
    cancellationPolicy: policyOf(plan) ?? policyOf(entry),
    ...totalOf(money, lines, currency),
    ...(deposit === null ? {} : { deposit }),
    lines,
    days: daysOf(readPath(entry, 'days') ?? readPath(plan, 'days') ?? null, currency),
  };
}

/** The amounts: the innermost `money`. */
function amountsOf(entry: JsonObject, plan: JsonObject): JsonObject {
  const money =
    [readPath(entry, 'money.money'), entry.money, readPath(plan, 'money.money'), plan.money].find(isObject) ?? {};
  const items = readPath(entry, 'money.invoiceItems');
  return 'invoiceItems' in money || items === undefined ? money : { ...money, invoiceItems: items };
}

const LINE_AMOUNTS = ['amount', 'baseAmount', 'price'];

function linesOf(money: JsonObject, currency: string | null): PriceLine[] {
  const items = Array.isArray(money.invoiceItems) ? money.invoiceItems : [];
  const lines = items.flatMap((item): PriceLine[] => {
    const amount = moneyAt(item, firstCurrency(item, 'currency') ?? currency, ...LINE_AMOUNTS);
    if (amount === null) return [];
    const title = firstText(item, 'title', 'name', 'description', 'type') ?? 'Other';
    return [{ title, amount, kind: firstText(item, 'type', 'normalType') }];
  });
  if (lines.length > 0) return lines;
  return FALLBACK_LINES.flatMap(({ title, kind, paths }) => {
    const amount = moneyAt(money, currency, ...paths);
    return amount === null || amount.amount === 0 ? [] : [{ title, amount, kind }];
  });
}

/** What the guest pays: the stated total, else the sum of the lines, else subtotal and taxes. `hostPayout` is what the host gets: no total. */
function totalOf(
  money: JsonObject,
  lines: readonly PriceLine[],
  currency: string | null,
): Pick<RatePlan, 'total' | 'isTotalOurs'> {
  const stated = moneyAt(money, currency, 'totalPrice', 'total', 'grandTotal');
  if (stated !== null) return { total: stated };
  if (hasUnreadableLine(money)) return { total: null };
  const subTotal = moneyAt(money, currency, 'subTotalPrice');
  const parts = lines.length > 0 ? lines.map(({ amount }) => amount) : [subTotal ?? []].flat();
  const taxes = lines.length > 0 ? null : moneyAt(money, currency, 'totalTaxes');
  const total = sumOf(parts.length > 0 && taxes ? [...parts, taxes] : parts);
  return total === null ? { total } : { total, isTotalOurs: true };
}

/** True when the answer names an amount that is no number: a sum without it would be wrong. */
function hasUnreadableLine(money: JsonObject): boolean {
  const items = Array.isArray(money.invoiceItems) ? money.invoiceItems : [];
  const isUnreadable = (json: Json, paths: readonly string[]) =>
    moneyAt(json, null, ...paths) === null && paths.some((path) => !isNothing(readPath(json, path)));
  return (
    items.some((item) => isUnreadable(item, LINE_AMOUNTS)) ||
    [...FALLBACK_LINES.map(({ paths }) => paths), ['subTotalPrice'], ['totalTaxes']].some((paths) =>
      isUnreadable(money, paths),
    )
  );
}

const isNothing = (value: Json | undefined): boolean => value === undefined || value === null || value === '';

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

/** The amount at the first path that has one, exactly as the answer wrote it. */
export function moneyAt(json: Json, currency: string | null, ...paths: string[]): Money | null {
  const written = firstWritten(AMOUNTS, json, ...paths);
  return written === null ? null : moneyOf(written, currency);
}
