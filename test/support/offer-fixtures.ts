/** Quotes and choices of offers for tests. */
import type { ListingFacts, OfferParts } from '../../src/main/offers/offer-document.ts';
import type { Money } from '../../src/shared/model/field.ts';
import type { OfferSender } from '../../src/shared/model/offer.ts';
import { Quote } from '../../src/shared/model/quote.ts';

/** Monday, 23 November 2026, 00:05 in Lisbon and 09:05 in Tokyo. */
export const JUST_AFTER_MIDNIGHT = Date.UTC(2026, 10, 23, 0, 5);

const euro = (amount: number): Money => ({ amount, currency: 'EUR' });

export const offeredQuote = (changes: Partial<Quote> = {}): Quote =>
  Quote.parse({
    id: 'q-1',
    connectionId: 'c-1',
    applicationId: 'a-1',
    listingId: 'l-1',
    listingTitle: 'Harbour loft',
    picture: { src: '/pictures/harbour', caption: null },
    checkIn: '2030-12-04',
    checkOut: '2030-12-06',
    nights: 2,
    guests: 2,
    createdAt: JUST_AFTER_MIDNIGHT - 86_400_000,
    expiresAt: JUST_AFTER_MIDNIGHT,
    expiryBasis: 'server',
    ratePlans: [
      {
        id: 'standard',
        name: 'Standard',
        cancellationPolicy: 'Free cancellation until seven days before arrival.',
        total: euro(1245.5),
        lines: [
          { title: 'Accommodation', amount: euro(1200), kind: null },
          { title: 'Cleaning', amount: euro(45.5), kind: null },
        ],
        days: [],
      },
    ],
    coupons: [],
    droppedCoupons: [],
    outcome: 'open',
    reservation: null,
    exchangeId: 'x-1',
    raw: null,
    ...changes,
  });

export const HARBOUR: ListingFacts = {
  ...{ city: 'Porto', country: 'Portugal', whole: 'Porto, Portugal', type: 'Loft', roomType: 'Entire home/apt' },
  ...{
    sleeps: 4,
    bedrooms: 2,
    address: 'Rua do Cais 4, 4050-100 Porto, Portugal',
    checkIn: '15:00',
    checkOut: '11:00',
  },
  amenities: ['Wi-Fi', 'Balcony', 'Washing machine'],
};
const SENDER: OfferSender = { name: 'Casa Azul Rentals', closing: '', logo: null };

/** An offer of `titles`, one quote for each. */
export const offerParts = (
  titles: readonly string[] = ['Harbour loft'],
  changes: Partial<OfferParts['input']> = {},
): OfferParts => ({
  quotes: titles.map((listingTitle, at) => ({
    quote: offeredQuote({ id: `q-${at + 1}`, listingTitle }),
    listing: HARBOUR,
    note: '',
  })),
  input: {
    kind: 'offer',
    language: 'en',
    guestName: 'Ada Marsh',
    opening: '',
    closing: '',
    next: '',
    amenities: null,
    ...changes,
  },
  sender: SENDER,
  zone: 'Europe/Lisbon',
});
