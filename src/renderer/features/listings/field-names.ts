/** How fields are named where their place is clear, and which currency an amount beside them is in. */
import type { Column, Fact } from '../../../shared/model/field.ts';
import type { Json } from '../../../shared/model/primitives.ts';

/** Joins the names of an object and of a field inside it in the titles that main infers. */
const JOINT = ' · ';

/** The last part of a title: "Prices · Base price" as "Base price". */
export const lastName = (title: string): string => title.split(JOINT).at(-1) ?? title;

/** Heads of columns by path: the last part of the title, or all of it where two would read the same. */
export function headsOf(columns: readonly Column[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  for (const { title } of columns) counts.set(lastName(title), (counts.get(lastName(title)) ?? 0) + 1);
  return new Map(
    columns.map(({ path, title }) => [path, (counts.get(lastName(title)) ?? 0) > 1 ? title : lastName(title)]),
  );
}

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
