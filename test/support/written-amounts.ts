/** Amounts of money as a service may write them, for property tests. */
import fc from 'fast-check';

/** The digits of currencies after the point (ISO 4217); two for one that is not known. */
export const DIGITS = { JPY: 0, EUR: 2, KWD: 3, XQZ: 2, 'no code': 2 } as const;

export const currencyCode = fc.constantFrom(...(Object.keys(DIGITS) as (keyof typeof DIGITS)[]));

/** Below 10¹²: no answer with a greater amount is read. */
const whole = fc.integer({ min: 0, max: 999_999_999_999 });
const sign = fc.constantFrom('', '-');
const plain = fc
  .tuple(sign, whole, fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 24 }))
  .map(([minus, units, fraction]) => `${minus}${units}${fraction === '' ? '' : `.${fraction}`}`);
/** Amounts in the smallest unit of a currency. */
const usual = fc
  .tuple(fc.integer({ min: -20_000_000, max: 99_000_000 }), fc.constantFrom(0, 2, 3))
  .map(([units, digits]) => (units / 10 ** digits).toFixed(digits));
const withExponent = fc
  .tuple(sign, fc.bigInt({ min: 1n, max: 10n ** 22n }), fc.integer({ min: -30, max: -11 }), fc.constantFrom('e', 'E'))
  .map(([minus, units, exponent, letter]) => `${minus}${units}${letter}${exponent}`);
const scientific = fc
  .tuple(sign, fc.integer({ min: 1, max: 9 }), fc.nat({ max: 10 ** 9 }), fc.integer({ min: -5, max: 11 }))
  .map(([minus, first, fraction, exponent]) => `${minus}${first}.${fraction}e${exponent < 0 ? '' : '+'}${exponent}`);

/** The text of an amount other than zero written with a sign. */
export const amountText: fc.Arbitrary<string> = fc
  .oneof(usual, plain, withExponent, scientific)
  .map((text) => (Number(text) === 0 ? '0' : text));
