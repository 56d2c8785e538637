/** Joins amounts in a record of unknown shape with their currencies. */
import type { Fact } from '../../shared/model/field.ts';
import type { Json } from '../../shared/model/primitives.ts';
import { currencyPathOf } from '../../shared/money/currency-path.ts';
import { amountOf } from './field-text.ts';

/** Joins an amount (a number or a text) with its currency. Returns a value that is no amount unchanged. */
export function withCurrency(value: Json, currency: Json): Json {
  const amount = amountOf(value);
  return amount !== null && typeof currency === 'string' ? { amount, currency } : value;
}

export function priced(facts: readonly Fact[]): Fact[] {
  const values = new Map(facts.map((fact) => [fact.path, fact.value]));
  const paths = new Set(values.keys());
  return facts.map((fact) => {
    const sibling = fact.kind === 'money' ? currencyPathOf(fact.path, paths) : null;
    return sibling === null ? fact : { ...fact, value: withCurrency(fact.value, values.get(sibling) ?? null) };
  });
}
