/**
 * The limits on the data that the renderer may send; model/bounds.ts makes schemas of them. This file imports no schemas, because the first file
 * that the window loads imports it.
 */

/** The size of one message: the characters of all texts, plus 8 for each value. Main refuses a larger message before it parses it. */
export const MAX_MESSAGE_CHARACTERS = 4_000_000;
/** The nesting depth of the values in one message. */
export const MAX_MESSAGE_DEPTH = 100;

/** The number of Booking Engine applications of an account (service.md §2.2). */
export const MAX_APPLICATIONS = 5;

/** The largest number of characters in one text. */
export const MAX_CHARACTERS = {
  /** A name or label; the forms allow fewer. */
  name: 200,
  clientId: 500,
  clientSecret: 2_000,
  /** An address of a connection, as a person enters it. */
  address: 2_000,
  host: 300,
  /** A link out of the console. */
  link: 4_000,
  accessToken: 16_000,
  cardReference: 500,
  /** An identifier that the service made: a listing, quote or rate plan. */
  serviceId: 200,
  /** A cursor that the service made. */
  cursor: 4_000,
  coupon: 100,
  /** The closing text of an offer, of several lines. */
  offerClosing: 1_000,
  /** The name of a preset's variant, set of limits or operation. */
  presetEntry: 100,
  search: 500,
  /** The name of a saved view of the listings. */
  viewName: 60,
  columnTitle: 200,
  /** A cell of a copied table row, as text; also the title of a quote that is still to be requested. */
  cell: 4_000,
  /** A value of a facet, such as a city. */
  facetValue: 300,
  location: 200,
  /** The part of a page's address that describes a search. */
  searchParameters: 4_000,
  guestName: 200,
  /** The length in RFC 5321: 64 characters before the @, 255 after it. */
  mailAddress: 320,
  phone: 60,
  /** A dotted path into a record. */
  fieldPath: 2_000,
  /** The path of an operation. */
  operationPath: 2_000,
  /** The name of a header, a parameter or a value of an operation. */
  parameterName: 200,
  headerValue: 4_000,
  /** The fixed value of a parameter of an operation. */
  parameterValue: 2_000,
  /** The body of an operation, written as JSON. */
  bodyTemplate: 64_000,
  copiedText: 3_000_000,
  /** An address, a header or a field of a case. */
  caseText: 2_000,
  caseBody: 16_000,
  caseNotes: 20_000,
  quoteNote: 4_000,
  /** A text pasted into the Doctor; a longer one is sent in pieces. */
  pastedText: 1_000_000,
  /** A piece of a file in base64. */
  filePiece: 200_000,
  /** A text that is redacted in a bundle, and its minimum: a shorter text would match everywhere. */
  bundleMark: 500,
  bundleMarkMin: 3,
} as const;

/** The largest number of entries in one list or map. */
export const MAX_ENTRIES = {
  /** More applications than an account may have, so that a sixth one gets its own error. */
  applications: 20,
  /** The limits of one API. */
  rateRules: 8,
  coupons: 20,
  columns: 200,
  /** Rows that the window itself sends for copying. */
  copiedRows: 10_000,
  /** Saved views of the listings, of all connections. */
  listingViews: 60,
  /** Chosen values of one facet. */
  facetValues: 100,
  /** Columns by which a table is sorted at once. */
  sortedColumns: 5,
  /** Conditions of one kind in a filter. */
  filter: 50,
  /** Exchanges of an export. */
  exported: 10_000,
  /** Pending requests that one call cancels. */
  cancelled: 1_000,
  headers: 50,
  parameters: 100,
  caseHeaders: 100,
  /** Scopes or audiences of a case's token. */
  caseClaims: 20,
  /** Cases that one call removes. */
  removedCases: 1_000,
  /** Guests that one call removes. */
  removedGuests: 1_000,
  /** Quotes with which one call remembers a guest. */
  guestQuotes: 20,
  /** Quotes that are requested together. */
  quotesAtOnce: 20,
  /** Quotes that one page has not requested yet. */
  wantedQuotes: 200,
  /** Pages of the console that are open at the same time. */
  pages: 50,
  /** Quotes that one call deletes. */
  removedQuotes: 1_000,
  /** Rows of the board that one call reads. */
  boardRows: 200,
  /** Quotes of one offer. */
  offeredQuotes: 5,
  bundleMarks: 100,
} as const;

/** The width of a column of the listings, in px. */
export const COLUMN_WIDTH = { min: 56, max: 900 } as const;

/** The number of days between the first and the last arrival of a matrix, both included. */
export const MAX_ARRIVALS = 366;
export const MAX_MATRIX_NIGHTS = 30;
