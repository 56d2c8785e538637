/** Quotes and their outcomes (service.md §7.1). */
import { z } from 'zod';
import { MAX_CHARACTERS, MAX_ENTRIES } from './bounds.ts';
import { Money, PictureRef } from './field.ts';
import { EpochMs, Id, Json, PlainDate } from './primitives.ts';

export const Guest = z.strictObject({
  firstName: z.string().max(MAX_CHARACTERS.name),
  lastName: z.string().max(MAX_CHARACTERS.name),
  email: z.string().max(MAX_CHARACTERS.mailAddress),
  phone: z.string().max(MAX_CHARACTERS.label),
});
export type Guest = z.infer<typeof Guest>;

export const CouponsInput = z.array(z.string().min(1).max(MAX_CHARACTERS.name)).max(MAX_ENTRIES.few);

export const QuoteStay = z.strictObject({
  checkIn: PlainDate,
  checkOut: PlainDate,
  guests: z.number().int().min(1).max(500),
  adults: z.number().int().min(0).max(500).optional(),
  children: z.number().int().min(0).max(500).optional(),
  infants: z.number().int().min(0).max(500).optional(),
  coupons: CouponsInput,
});
export type QuoteStay = z.infer<typeof QuoteStay>;

export const QuoteInput = z.strictObject({
  connectionId: Id,
  applicationId: Id,
  listingId: z.string().min(1).max(MAX_CHARACTERS.name),
  ...QuoteStay.shape,
});
export type QuoteInput = z.infer<typeof QuoteInput>;

/** The people of a stay. A number is null when neither the request nor the answer states it. */
export const Party = z.strictObject({
  adults: z.number().int().nullable(),
  children: z.number().int().nullable(),
  infants: z.number().int().nullable(),
});
export type Party = z.infer<typeof Party>;

export const UNKNOWN_PARTY: Party = { adults: null, children: null, infants: null };

/** A line of a price. `kind` is the service's name for the kind of line; null when the service names none. */
export const PriceLine = z.strictObject({ title: z.string(), amount: Money, kind: z.string().nullable() });
export type PriceLine = z.infer<typeof PriceLine>;

/** A line of a price whose amount cannot be read. `text` is the text that the service sent in place of an amount; empty if it sent none. */
export const UnreadableLine = z.strictObject({ title: z.string(), text: z.string(), kind: z.string().nullable() });
export type UnreadableLine = z.infer<typeof UnreadableLine>;

/**
 * A rate plan of a quote, read from any shape of answer (service.md §7.3). `id` is null when the service sent none; such a plan cannot be booked.
 * `isTotalOurs`: the console summed the total. `unreadable` lines are in no sum. `deposit` is the amount that is due at booking; its name in the
 * answer is assumed, because no source names one.
 */
export const RatePlan = z.strictObject({
  id: z.string().nullable(),
  name: z.string(),
  cancellationPolicy: z.string().nullable(),
  total: Money.nullable(),
  isTotalOurs: z.boolean().optional(),
  /** True when the answer has no price at the known paths; a price may stand elsewhere in the answer. */
  isPriceNotFound: z.literal(true).optional(),
  deposit: Money.optional(),
  lines: z.array(PriceLine),
  unreadable: z.array(UnreadableLine).optional(),
  days: z.array(z.strictObject({ date: PlainDate, price: Money })),
});
export type RatePlan = z.infer<typeof RatePlan>;

export const QuoteCoupon = z.strictObject({
  code: z.string(),
  name: z.string().nullable(),
  adjustment: Money.nullable(),
});
export type QuoteCoupon = z.infer<typeof QuoteCoupon>;

/**
 * The outcome of a quote, which is single-use. The service ends it as `reserved`, as `booked`, or as `used`: with a reservation of another status, or
 * one that the service did not show. `sending`: the booking request is in flight. `unknown`: the answer to the booking request was lost, so the
 * booking is unconfirmed.
 */
export const QuoteOutcome = z.enum(['open', 'sending', 'reserved', 'booked', 'used', 'unknown']);
export type QuoteOutcome = z.infer<typeof QuoteOutcome>;

export const Quote = z.strictObject({
  id: z.string(),
  connectionId: Id,
  applicationId: Id,
  listingId: z.string(),
  listingTitle: z.string().nullable(),
  picture: PictureRef.nullable(),
  checkIn: PlainDate,
  checkOut: PlainDate,
  nights: z.number().int(),
  /** The number of guests; `null` when the service does not state it. */
  guests: z.number().int().nullable(),
  party: Party.default(UNKNOWN_PARTY),
  /**
   * The quote that this quote replaced, and the quote that replaced it, on the same connection. If both name one quote, this quote cannot be booked,
   * because the quote that it replaced is booked or unsettled.
   */
  replaces: z.string().nullable().default(null),
  replacedBy: z.string().nullable().default(null),
  /** The stay of a change that was requested and has no stored replacement yet, also after a restart or a lost answer. Null without one. */
  pendingChange: QuoteStay.nullable().default(null),
  /** The {@link planKey} of the rate plan that a person chose; null before. */
  chosenPlan: z.string().nullable().default(null),
  createdAt: EpochMs,
  expiresAt: EpochMs,
  expiryBasis: z.enum(['server', 'assumed']),
  ratePlans: z.array(RatePlan),
  coupons: z.array(QuoteCoupon),
  /** Coupons that were requested and are missing in the answer: the service drops a coupon without an error (service.md §7.5). */
  droppedCoupons: z.array(z.string()),
  outcome: QuoteOutcome,
  reservation: z
    .strictObject({
      id: z.string().nullable(),
      status: z.string().nullable(),
      confirmationCode: z.string().nullable(),
      at: EpochMs,
      raw: Json,
    })
    .nullable(),
  exchangeId: Id,
  raw: Json,
});
export type Quote = z.infer<typeof Quote>;

export const QuotesSnapshot = z.strictObject({
  connectionId: Id,
  revision: z.number().int(),
  quotes: z.array(Quote),
  /** The ids of the quotes that a person marked as sent. */
  sent: z.array(z.string()),
});
export type QuotesSnapshot = z.infer<typeof QuotesSnapshot>;

/** The hours for which a request to book may be held; −1 means the default of the account (service.md §7.6). */
export const HoldHours = z.union([
  z.literal(-1),
  z.literal(12),
  z.literal(24),
  z.literal(36),
  z.literal(48),
  z.literal(72),
]);
export type HoldHours = z.infer<typeof HoldHours>;
