/** Exact arithmetic with decimals: 0.1 + 0.2 is 0.3. A number stands for the shortest decimal that denotes it. */

/** A decimal number: `units` / 10 ** `scale`. */
export interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

export const ZERO: Decimal = { units: 0n, scale: 0 };

/** Converts a text such as "1.50" or "1e3", or a finite number's shortest text, to a decimal. */
export function decimalOf(amount: number | string): Decimal {
  const [digits = '0', exponent = '0'] = String(amount).toLowerCase().split('e');
  const [whole = '0', fraction = ''] = digits.split('.');
  const scale = fraction.length - Number(exponent);
  const units = BigInt(whole + fraction);
  return scale < 0 ? { units: units * 10n ** BigInt(-scale), scale: 0 } : { units, scale };
}

export function add(one: Decimal, other: Decimal): Decimal {
  const scale = Math.max(one.scale, other.scale);
  return { units: unitsAt(one, scale) + unitsAt(other, scale), scale };
}

export const subtract = (one: Decimal, other: Decimal): Decimal =>
  add(one, { units: -other.units, scale: other.scale });

export const multiply = ({ units, scale }: Decimal, count: number): Decimal => ({
  units: units * BigInt(count),
  scale,
});

/** Divides a decimal by a count of at least 1. The quotient is rounded to `digits` digits after the point; a half is rounded away from zero. */
export function divide(dividend: Decimal, count: number, digits: number): Decimal {
  const scale = Math.max(dividend.scale, digits);
  const divisor = BigInt(count) * 10n ** BigInt(scale - digits);
  const units = unitsAt(dividend, scale);
  const half = units < 0n ? -divisor : divisor;
  return { units: (2n * units + half) / (2n * divisor), scale: digits };
}

/** True for decimals of equal value, such as 1.5 and 1.50. */
export const isSame = (one: Decimal, other: Decimal): boolean => subtract(one, other).units === 0n;

/** Writes a decimal as plain text, without zeros at the end of the fraction. */
export function textOf({ units, scale }: Decimal): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

export const numberOf = ({ units, scale }: Decimal): number => Number(`${units}e-${scale}`);

/** Adds amounts exactly, and rounds the sum to the nearest double. */
export const sumAmounts = (amounts: readonly number[]): number =>
  numberOf(amounts.reduce((sum, amount) => add(sum, decimalOf(amount)), ZERO));

const unitsAt = ({ units, scale }: Decimal, wanted: number): bigint => units * 10n ** BigInt(wanted - scale);
