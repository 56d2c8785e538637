/** Prices a stay under a rate plan, line by line, in the currency's smallest unit, so that the total is the sum of its lines. */
import { plainDateOf } from '../../../shared/model/primitives.ts';
import type { Night } from '../world/calendar.ts';
import { detailsOf } from '../world/listing-details.ts';
import type { Outline } from '../world/outline.ts';
import type { Coupon } from './coupons.ts';

export interface Plan {
  readonly key: string;
  readonly name: string;
  readonly cancellationPolicy: string;
  /** The plan's price as a share of the calendar's price. */
  readonly share: number;
  readonly minNights: number;
}

export const PLANS: readonly Plan[] = [
  {
    key: 'flexible',
    name: 'Flexible',
    cancellationPolicy: 'Free cancellation until 7 days before arrival',
    share: 1,
    minNights: 1,
  },
  {
    key: 'non-refundable',
    name: 'Non-refundable',
    cancellationPolicy: 'No refund after booking',
    share: 0.9,
    minNights: 1,
  },
  {
    key: 'weekly',
    name: 'Weekly stay',
    cancellationPolicy: 'Free cancellation until 30 days before arrival',
    share: 0.86,
    minNights: 7,
  },
];

export const plansFor = (nights: readonly Night[]): Plan[] =>
  PLANS.filter(({ minNights }) => nights.length >= minNights);

interface InvoiceItem {
  readonly title: string;
  readonly amount: number;
  readonly currency: string;
  readonly type: string;
}

export interface Priced {
  readonly days: readonly { date: string; price: number; currency: string; basePrice: number }[];
  readonly money: {
    readonly currency: string;
    readonly fareAccommodation: number;
    readonly fareAccommodationAdjusted: number;
    readonly fareCleaning: number;
    readonly totalFees: number;
    readonly subTotalPrice: number;
    readonly totalTaxes: number;
    readonly totalPrice: number;
    readonly hostPayout: number;
    readonly invoiceItems: readonly InvoiceItem[];
  };
  /** The discount of each coupon, in the order of the coupons: zero or negative. */
  readonly adjustments: readonly number[];
}

/** Prices the nights of a stay for `guests` people. Amounts are in major units of the listing's currency. */
export function priceStay(
  outline: Outline,
  nights: readonly Night[],
  guests: number,
  plan: Plan,
  coupons: readonly Coupon[],
): Priced {
  const { code: currency, decimals, scale } = outline.city.currency;
  const { prices } = detailsOf(outline);
  const unit = 10 ** decimals;
  const minor = (amount: number) => Math.round(amount * unit);
  const major = (amount: number) => amount / unit;
  const item = (title: string, amount: number, type: string) => ({ title, amount: major(amount), currency, type });

  const paid = nights.map((night) => minor(night.price * plan.share));
  const fare = sum(paid);
  let discounted = fare;
  const discounts = coupons.map((coupon) => {
    const discount = Math.min(
      discounted,
      coupon.type === 'percentage' ? Math.round((fare * coupon.percent) / 100) : minor(coupon.euros * scale),
    );
    discounted -= discount;
    return discount;
  });
  const cleaning = minor(prices.cleaningFee);
  const extra = minor(prices.extraPersonFee) * Math.max(0, guests - prices.guestsIncludedInRegularFee) * nights.length;
  const fees = cleaning + extra;
  const subTotal = discounted + fees;
  const { tax } = outline.city;
  const shareTax = Math.round(subTotal * tax.share);
  const guestTax = minor(tax.perGuestNight) * guests * nights.length;
  const taxes = shareTax + guestTax;

  const invoiceItems = [
    item('Accommodation fare', fare, 'ACCOMMODATION_FARE'),
    ...coupons.map(({ code }, at) => item(`Coupon ${code}`, -(discounts[at] ?? 0), 'COUPON')),
    item('Cleaning fee', cleaning, 'CLEANING_FEE'),
    ...(extra > 0 ? [item('Extra guests', extra, 'EXTRA_PERSON_FEE')] : []),
    item(`${tax.name} ${Math.round(tax.share * 100_000) / 1_000} %`, shareTax, 'TAX'),
    ...(guestTax > 0 ? [item(`${tax.name} per guest and night`, guestTax, 'TAX')] : []),
  ];
  return {
    days: nights.map((night, at) => ({
      date: plainDateOf(night.day),
      price: major(paid[at] ?? 0),
      currency,
      basePrice: night.price,
    })),
    money: {
      currency,
      fareAccommodation: major(fare),
      fareAccommodationAdjusted: major(discounted),
      fareCleaning: major(cleaning),
      totalFees: major(fees),
      subTotalPrice: major(subTotal),
      totalTaxes: major(taxes),
      totalPrice: major(subTotal + taxes),
      hostPayout: major(subTotal + taxes),
      invoiceItems,
    },
    adjustments: discounts.map((discount) => -major(discount)),
  };
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
