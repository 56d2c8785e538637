/** The handlers of the desks: operations, listings, availability, flexible dates, calendars, quotes and notes on bookings. */
import type { HandlersOf } from '../../shared/contract/index.ts';
import { nothing, pendingDeletion } from '../../shared/contract/outputs.ts';
import { toChosenTable } from '../platform/csv/write-table.ts';
import { copyRows, type Desktop, toChosenFile } from '../platform/desktop.ts';
import type { AvailabilityDesk } from './availability.ts';
import type { BookingNotes } from './booking-notes.ts';
import type { CalendarFiller } from './calendars/calendar-filler.ts';
import type { HomeCalendars } from './calendars/home-calendars.ts';
import type { TakenDates } from './calendars/taken-dates.ts';
import type { Matrix } from './flexible-dates/matrix.ts';
import type { ListingsDesk } from './listings.ts';
import type { OperationsDesk } from './operations.ts';
import type { QuoteBoard } from './quote-board.ts';
import type { QuotesDesk } from './quotes.ts';
import type { SearchStore } from './search-store.ts';
import type { WantedQuotes } from './wanted-quotes.ts';

export interface DeskServices {
  readonly operations: OperationsDesk;
  readonly listings: ListingsDesk;
  readonly availability: AvailabilityDesk;
  readonly searches: SearchStore;
  readonly matrix: Matrix;
  readonly calendars: CalendarFiller;
  readonly homeCalendars: HomeCalendars;
  readonly takenDates: TakenDates;
  readonly quotes: QuotesDesk;
  readonly quoteBoard: QuoteBoard;
  readonly wantedQuotes: WantedQuotes;
  readonly bookingNotes: BookingNotes;
}

export const operationHandlers = ({ operations }: DeskServices): HandlersOf<'operations'> => ({
  list: ({ connectionId }) => operations.list(connectionId),
  chooseVariant: (input) => operations.chooseVariant(input),
  customise: (input) => operations.customise(input),
  reset: (input) => operations.reset(input),
  test: (input, { signal }) => operations.test(input, signal),
  undoFound: (input) => operations.undoFound(input),
  probeSearch: (input, { signal }) => operations.probeSearch(input, signal),
});

export const listingHandlers = ({ listings }: DeskServices, desktop: Desktop): HandlersOf<'listings'> => ({
  status: ({ connectionId }) => listings.opened(connectionId),
  load: ({ connectionId, startOver = false }) => listings.load(connectionId, { startOver }),
  cancel: ({ connectionId }) => nothing(listings.cancel(connectionId)),
  rows: (query) => listings.rows(query),
  detail: ({ connectionId, listingId }) => listings.detail(connectionId, listingId),
  facets: (filter) => listings.facets(filter),
  exportTable: ({ format, ...view }) =>
    toChosenTable(desktop, 'listings', format, (file) => listings.writeTable(file, view)),
  copyCells: async (view) => copyRows(desktop, await listings.copyCells(view)),
  kept: () => listings.kept(),
  deleteKept: ({ connectionId }) => listings.deleteKept(connectionId),
});

export const availabilityHandlers = ({ availability, searches }: DeskServices): HandlersOf<'availability'> => ({
  search: (input, { signal }) => availability.search(input, signal),
  searches: ({ connectionId }) => searches.list(connectionId),
  putSearch: ({ connectionId, ...search }) => nothing(searches.put(connectionId, search)),
  removeSearch: ({ connectionId, parameters }) => nothing(searches.remove(connectionId, parameters)),
});

export const quoteHandlers = (
  { quotes, quoteBoard, wantedQuotes }: DeskServices,
  desktop: Desktop,
): HandlersOf<'quotes'> => ({
  list: ({ connectionId }) => quotes.list(connectionId),
  board: (query) => quoteBoard.rows(query),
  get: (input) => quotes.get(input),
  create: (input) => quotes.create(input),
  plan: (input) => quotes.plan(input),
  keepWanted: (input) => nothing(wantedQuotes.keep(input)),
  takeWanted: async ({ connectionId, alive }) => ({ wanted: await wantedQuotes.take(connectionId, alive) }),
  fetch: (input) => quotes.fetch(input),
  change: (input) => quotes.change(input),
  discardChange: (input) => nothing(quotes.discardChange(input)),
  choosePlan: (input) => nothing(quotes.choosePlan(input)),
  applyCoupons: (input) => quotes.applyCoupons(input),
  request: (input) => quotes.request(input),
  book: (input) => quotes.book(input),
  annotate: (input) => nothing(quotes.annotate(input)),
  exportTable: ({ format, ...filter }) =>
    toChosenTable(desktop, 'quotes', format, (file) => quoteBoard.writeTable(filter, file)),
  exportCalendar: (filter) =>
    toChosenFile(desktop, { suggestedName: 'bookings.ics', kind: 'Calendar', extension: 'ics' }, (path) =>
      quoteBoard.writeCalendar(filter, path),
    ),
  remove: (input) => pendingDeletion(quotes.remove(input)),
});

export const bookingHandlers = ({ bookingNotes }: DeskServices): HandlersOf<'booking'> => ({
  notes: ({ connectionId }) => bookingNotes.list(connectionId),
  tick: ({ step, isDone, ...application }) => nothing(bookingNotes.tick(application, step, isDone)),
  forgetRefusal: ({ listingId, ...application }) => nothing(bookingNotes.forgetRefusal(application, listingId)),
});

export const matrixHandlers = ({ matrix }: DeskServices): HandlersOf<'matrix'> => ({
  window: (query) => matrix.window(query),
  range: (query) => matrix.range(query),
  cheapest: (query) => matrix.cheapest(query),
  choices: ({ connectionId }) => matrix.choices(connectionId),
  nights: (query) => matrix.nights(query),
  readNights: (input, { signal }) => matrix.readNights(input, signal),
  prices: (query) => matrix.prices(query),
  searchPrices: (input, { signal }) => matrix.searchPrices(input, signal),
});

export const calendarHandlers = (
  { calendars, homeCalendars, takenDates }: DeskServices,
  desktop: Desktop,
): HandlersOf<'calendars'> => ({
  status: ({ connectionId }) => calendars.fill(connectionId),
  want: ({ connectionId, listingId }) => nothing(calendars.show(connectionId, [listingId])),
  leave: ({ connectionId }) => nothing(calendars.show(connectionId, [])),
  start: ({ connectionId }) => nothing(calendars.start(connectionId)),
  days: (query) => homeCalendars.days(query),
  grid: (query) => homeCalendars.grid(query),
  gaps: (query) => homeCalendars.gaps(query),
  months: (query) => homeCalendars.months(query),
  exportGaps: ({ format, ...filter }) =>
    toChosenTable(desktop, 'gaps', format, (file) => homeCalendars.writeGaps(filter, file)),
  taken: (query) => takenDates.taken(query),
  takenOpen: ({ connectionId }) => takenDates.firstOpen(connectionId),
  instead: ({ connectionId, quoteId }) => takenDates.instead(connectionId, quoteId),
  exportTable: ({ format, ...filter }) =>
    toChosenTable(desktop, 'occupancy', format, (file) => homeCalendars.writeTable(filter, file)),
});
