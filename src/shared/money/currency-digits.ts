/** The number of digits after the point in a currency's amounts (ISO 4217): 2 for EUR, 0 for JPY, 3 for KWD. */

const DIGITS = 2;
const MAX_KNOWN = 500;
const known = new Map<string, number>();

/** The digits of a currency; two for an unknown one. */
export function currencyDigits(currency: string | null): number {
  if (currency === null) return DIGITS;
  const found = known.get(currency);
  if (found !== undefined) return found;
  let digits = DIGITS;
  try {
    digits =
      new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? DIGITS;
  } catch {
    // A code that is none.
  }
  // Codes come from a server: a few dozen exist.
  if (known.size < MAX_KNOWN) known.set(currency, digits);
  return digits;
}
