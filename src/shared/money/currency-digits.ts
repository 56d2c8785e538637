/** The number of decimals in a currency's amounts (ISO 4217): 2 for EUR, 0 for JPY, 3 for KWD; 2 for null and for an unknown code. */

const DIGITS = 2;
const MAX_KNOWN = 500;
const known = new Map<string, number>();

export function currencyDigits(currency: string | null): number {
  if (currency === null) return DIGITS;
  const found = known.get(currency);
  if (found !== undefined) return found;
  let digits = DIGITS;
  try {
    digits =
      new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? DIGITS;
  } catch {
    // `Intl` throws for a text that is no currency code.
  }
  // The bound saves memory, because the codes come from a server.
  if (known.size < MAX_KNOWN) known.set(currency, digits);
  return digits;
}
