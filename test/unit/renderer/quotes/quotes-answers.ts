/** Main's answers with quotes, for component tests. */

import { AppError } from '../../../../src/shared/app-error.ts';
import type { ApplicationNotes, BookingNotesSnapshot } from '../../../../src/shared/model/booking-notes.ts';
import type { BookingOption } from '../../../../src/shared/model/connection.ts';
import type { SentOffers } from '../../../../src/shared/model/offer.ts';
import type { Quote, QuotesSnapshot } from '../../../../src/shared/model/quote.ts';
import type { BoardRow, BoardRows, QuoteOnBoard } from '../../../../src/shared/model/quote-board.ts';
import type { Answers, FakeMain } from '../../../support/fake-main.ts';
import { applicationFixture, connectionsFixture, sandboxFixture, tokensFixture } from '../../../support/fixtures.ts';

const euro = (amount: number) => ({ amount, currency: 'EUR' });

/** No sent offers, or what a test has. */
export const sentOffers = (changes: Partial<SentOffers> = {}): SentOffers => ({
  offers: [],
  more: 0,
  gone: 0,
  room: { count: 0, maxCount: 500, bytes: 0, maxBytes: 200_000_000 },
  ...changes,
});

export const quoteFixture = (changes: Partial<Quote> = {}): Quote => ({
  id: 'q-1',
  connectionId: 'sandbox',
  applicationId: 'a1',
  listingId: 'l-1',
  listingTitle: 'Harbour loft',
  picture: null,
  checkIn: '2030-12-04',
  checkOut: '2030-12-06',
  nights: 2,
  guests: 2,
  party: { adults: null, children: null, infants: null },
  replaces: null,
  replacedBy: null,
  pendingChange: null,
  chosenPlan: null,
  createdAt: Date.now() - 60_000,
  expiresAt: Date.now() + 80_000_000,
  expiryBasis: 'server',
  ratePlans: [
    {
      id: 'standard',
      name: 'Standard',
      cancellationPolicy: 'Free for a week.',
      total: euro(245),
      lines: [
        { title: 'Accommodation', amount: euro(200), kind: null },
        { title: 'Cleaning', amount: euro(45), kind: null },
      ],
      days: [
        { date: '2030-12-04', price: euro(90) },
        { date: '2030-12-05', price: euro(110) },
      ],
    },
    { id: 'strict', name: 'Non-refundable', cancellationPolicy: null, total: euro(221), lines: [], days: [] },
  ],
  coupons: [],
  droppedCoupons: [],
  outcome: 'open',
  reservation: null,
  exchangeId: 'ex-1',
  raw: { _id: 'q-1' },
  ...changes,
});

export const reservedFixture = (): Quote =>
  quoteFixture({
    outcome: 'reserved',
    reservation: {
      id: 'r-1',
      status: 'reserved',
      confirmationCode: 'LK-42',
      at: Date.now(),
      raw: { status: 'reserved' },
    },
  });

/** The notes on the application of the fixtures. */
export const notesFixture = (changes: Partial<ApplicationNotes> = {}): BookingNotesSnapshot => ({
  connectionId: 'sandbox',
  revision: 1,
  applications: [
    { applicationId: 'a1', quotedAt: 1, directBookingAt: null, reservationAt: null, notBookable: [], ...changes },
  ],
});

export const snapshotOf = (quotes: Quote[], revision = 1, sent: string[] = []): QuotesSnapshot => ({
  connectionId: 'sandbox',
  revision,
  quotes,
  sent,
});

/** Main has other quotes from now on, and says so. */
export function publishQuotes(main: FakeMain, quotes: Quote[], revision = 2): void {
  main.answer({ quotes: { list: () => snapshotOf(quotes, revision) } });
  main.emit('quotes', 'onChanged', { connectionId: 'sandbox', revision, ids: null });
}

/** The board of a connection without quotes. */
const NO_ROWS: BoardRows = {
  ...{
    revision: 1,
    total: 0,
    matched: 0,
    followUps: 0,
    comingFollowUps: 0,
    reservations: 0,
    nextChangeAt: null,
    areGuestsReadable: true,
    hasGuests: false,
    hasReminders: false,
  },
  states: [],
  rows: [],
};

/** A row of the board; the first one has a guest. */
export const boardRowFixture = (id: number, changes: Partial<BoardRow> = {}): BoardRow => ({
  id: `q${id}`,
  listingId: `l${id}`,
  listingTitle: `Place ${id}`,
  checkIn: '2030-12-04',
  checkOut: '2030-12-06',
  nights: 2,
  guests: 2,
  total: { amount: 200 + id, currency: 'EUR' },
  plans: 1,
  createdAt: 0,
  expiresAt: Date.now() + 86_400_000,
  outcome: 'open',
  isReplaced: false,
  reservation: null,
  picture: null,
  guestName: id === 1 ? 'Ada Byron' : null,
  hasNote: false,
  followUpOn: null,
  sentOn: null,
  group: null,
  ...changes,
});

/** An answer with all of these rows. */
export const boardOf = (found: BoardRow[]) => ({
  ...{
    revision: 1,
    total: found.length,
    matched: found.length,
    followUps: 0,
    comingFollowUps: 0,
    reservations: 1,
    nextChangeAt: null,
    areGuestsReadable: true,
    hasGuests: found.some(({ guestName }) => guestName !== null),
    hasReminders: found.some(({ followUpOn, hasNote }) => followUpOn !== null || hasNote),
  },
  states: [{ state: 'open' as const, count: found.length }],
  rows: found,
});

/** Answers with the quotes by their ids, without anything added to them. */
export const getFrom =
  (quotes: readonly Quote[]) =>
  ({ quoteId }: { quoteId: string }): QuoteOnBoard => {
    const quote = quotes.find(({ id }) => id === quoteId);
    if (!quote) throw new AppError('notFound', { what: 'This quote' });
    return { quote, annotation: { note: '', followUpOn: null, sentOn: null, offers: [] } };
  };

export function quotesAnswers(
  quotes: Quote[],
  more: Answers['quotes'] = {},
  bookingOption: BookingOption = 'both',
): Answers {
  const applications = [applicationFixture({ id: 'a1', label: 'Website', bookingOption })];
  return {
    connections: {
      list: () => connectionsFixture([sandboxFixture({ applications, activeApplicationId: 'a1' })]),
    },
    tokens: { status: () => tokensFixture('sandbox') },
    listings: { rows: () => ({ revision: 1, total: 0, matched: 0, offset: 0, rows: [] }) },
    quotes: { list: () => snapshotOf(quotes), board: () => NO_ROWS, get: getFrom(quotes), ...more },
    guests: { ofQuote: () => null, suggest: () => [] },
    offers: { sent: () => sentOffers() },
    booking: { notes: () => notesFixture({ directBookingAt: 1, reservationAt: 1 }) },
    matrix: { nights: () => ({ nights: [] }) },
    calendars: { taken: () => [] },
  };
}
