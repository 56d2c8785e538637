/** Recognises an answer with a quote that has no price (service.md §7.4), in each payload shape. */
import { recordOf } from './record-of.ts';

export const UNPRICED_QUOTE = 'No rate plan of the quote has a price: its amounts are zero or missing.';

/** Whether all known amounts of all rate plans in a quote are zero. */
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

const MAX_CURRENCY_CHARACTERS = 4;
const SEPARATORS = /^[.,' ]*$/;

/** True for an amount that is not zero: digits with separators and at most a currency, “240,00 €”; false for a date. */
function isAmount(text: string): boolean {
  const [, before = '', digits = '', after = ''] = /^(\D*)(\d(?:.*\d)?)(\D*)$/s.exec(text) ?? [];
  return (
    /[1-9]/.test(digits) &&
    SEPARATORS.test(before.slice(MAX_CURRENCY_CHARACTERS)) &&
    SEPARATORS.test(digits.replace(/\d/g, '')) &&
    SEPARATORS.test(after.slice(0, -MAX_CURRENCY_CHARACTERS))
  );
}

/** True when a value contains a number that is not zero, also as text, outside of ids. */
function hasAmount(value: unknown): boolean {
  if (typeof value === 'number') return value !== 0;
  if (typeof value === 'string') return isAmount(value.trim());
  if (Array.isArray(value)) return value.some(hasAmount);
  return Object.entries(recordOf(value) ?? {}).some(([name, inner]) => !/^_?id$|Id$/.test(name) && hasAmount(inner));
}
