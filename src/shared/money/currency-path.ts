/** Finds the field `currency` beside an amount in a record of unknown form: "prices.currency" for "prices.basePrice". Returns null without one. */

export function currencyPathOf(path: string, paths: ReadonlySet<string>): string | null {
  const parent = path.split('.').slice(0, -1);
  const sibling = [...parent, 'currency'].join('.');
  return sibling !== path && paths.has(sibling) ? sibling : null;
}
