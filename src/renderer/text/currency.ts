/** Which currency an amount of a record of unknown shape is in: the one that stands beside it. */
import type { Fact } from '../../shared/model/field.ts';
import type { Json } from '../../shared/model/primitives.ts';

/** The path of the currency that stands beside an amount ("prices.currency" for "prices.basePrice"); `null` where none does. */
export function currencyPathOf(path: string, paths: ReadonlySet<string>): string | null {
  const parent = path.split('.').slice(0, -1);
  const beside = [...parent, 'currency'].join('.');
  return beside !== path && paths.has(beside) ? beside : null;
}

/** An amount with the currency beside it; other values as they are. */
export const withCurrency = (value: Json, currency: Json): Json =>
  typeof value === 'number' && typeof currency === 'string' ? { amount: value, currency } : value;

/** The facts of a record with currencies put to their amounts. */
export function priced(facts: readonly Fact[]): Fact[] {
  const values = new Map(facts.map((fact) => [fact.path, fact.value]));
  const paths = new Set(values.keys());
  return facts.map((fact) => {
    const beside = fact.kind === 'money' ? currencyPathOf(fact.path, paths) : null;
    return beside === null ? fact : { ...fact, value: withCurrency(fact.value, values.get(beside) ?? null) };
  });
}
