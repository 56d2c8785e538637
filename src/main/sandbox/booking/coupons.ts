/** A coupon of the sandbox, which ignores codes of other coupons silently (service.md §7.5). */

export type Coupon =
  | { readonly code: string; readonly name: string; readonly type: 'percentage'; readonly percent: number }
  /** A fixed discount; `euros` are converted to the listing's currency. */
  | { readonly code: string; readonly name: string; readonly type: 'fixed'; readonly euros: number };

const VALID: readonly Coupon[] = [
  { code: 'WELCOME10', name: 'Welcome, 10 % off', type: 'percentage', percent: 10 },
  { code: 'SUMMER50', name: 'Summer, 50 off', type: 'fixed', euros: 50 },
];

/** Returns the valid coupons among `codes`, without duplicates, in the order given. */
export function validCoupons(codes: readonly string[]): Coupon[] {
  const wanted = [...new Set(codes.map((code) => code.trim().toUpperCase()))];
  return wanted.flatMap((code) => VALID.filter((coupon) => coupon.code === code));
}
