/** Finds the currency of an amount in a record of unknown shape: the sibling field named `currency`. */

/** The path of the field `currency` beside an amount: "prices.currency" for "prices.basePrice". Null when `paths` does not have it. */
export function currencyPathOf(path: string, paths: ReadonlySet<string>): string | null {
  const parent = path.split('.').slice(0, -1);
  const sibling = [...parent, 'currency'].join('.');
  return sibling !== path && paths.has(sibling) ? sibling : null;
}
