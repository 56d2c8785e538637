/** Recognises the answer of a quote without a price (service.md §7.4), in each of its payload shapes. */

export const UNPRICED_QUOTE = 'No rate plan of the quote has a price: its amounts are zero or missing.';

/** True for an answer whose rate plans all have their amounts where they belong, and none but zero. */
export function isUnpricedQuote(json: unknown): boolean {
  const plans = recordOf(recordOf(json)?.rates)?.ratePlans;
  return Array.isArray(plans) && plans.length > 0 && plans.every(isUnpricedPlan);
}

function isUnpricedPlan(entry: unknown): boolean {
  const fields = recordOf(entry);
  const plan = recordOf(fields?.ratePlan);
  const money = [fields?.money, plan?.money].filter((value) => recordOf(value) !== null);
  return money.length > 0 && ![...money, fields?.days, plan?.days].some(hasAmount);
}

/** Digits with their separators and at most a currency: “240,00 €”, but no date. */
const AMOUNT = /^\D{0,4}[\d.,' ]*[1-9][\d.,' ]*\D{0,4}$/;

/** True for a number that is not zero, also as text, anywhere but in an id. */
function hasAmount(value: unknown): boolean {
  if (typeof value === 'number') return value !== 0;
  if (typeof value === 'string') return AMOUNT.test(value.trim());
  if (Array.isArray(value)) return value.some(hasAmount);
  return Object.entries(recordOf(value) ?? {}).some(([name, inner]) => !/^_?id$|Id$/.test(name) && hasAmount(inner));
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null;
