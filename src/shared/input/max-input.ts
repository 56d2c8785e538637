/** The limits on data from the renderer; model/bounds.ts makes schemas of them. Without schemas, because the window's first file imports it. */

/** The largest size of one message: the characters of all its texts, plus 8 for each value. Main rejects a larger message before it parses it. */
export const MAX_MESSAGE_CHARACTERS = 4_000_000;
/** The greatest depth to which the values in one message may be nested. */
export const MAX_MESSAGE_DEPTH = 100;

/** The number of Booking Engine applications that an account may have (service.md §2.2). */
export const MAX_APPLICATIONS = 5;

export const MAX_CHARACTERS = {
  /** The forms allow fewer characters. */
  name: 200,
  clientId: 500,
  clientSecret: 2_000,
  address: 2_000,
  host: 300,
  link: 4_000,
  accessToken: 16_000,
  cardReference: 500,
  /** An identifier from the service, of a listing, quote or rate plan. */
  serviceId: 200,
  cursor: 4_000,
  coupon: 100,
  offerClosing: 1_000,
  /** The name of a preset's variant, set of limits or operation. */
  presetEntry: 100,
  search: 500,
  viewName: 60,
  columnTitle: 200,
  /** A cell of a copied table row, as text; also the title of a quote that was not requested yet. */
  cell: 4_000,
  facetValue: 300,
  location: 200,
  /** The part of a page's address that describes an availability search. */
  searchParameters: 4_000,
  guestName: 200,
  /** The length in RFC 5321: 64 characters before the @, 255 after it. */
  mailAddress: 320,
  phone: 60,
  /** A dotted path into a record. */
  fieldPath: 2_000,
  operationPath: 2_000,
  /** The name of a header, a parameter or a value of an operation. */
  parameterName: 200,
  headerValue: 4_000,
  parameterValue: 2_000,
  /** The body of an operation, written as JSON. */
  bodyTemplate: 64_000,
  copiedText: 3_000_000,
  /** An address, a header or a field of a case. */
  caseText: 2_000,
  caseBody: 16_000,
  caseNotes: 20_000,
  caseLabel: 200,
  caseTag: 60,
  quoteNote: 4_000,
  /** A text pasted into the Doctor; a longer one is sent in pieces. */
  pastedText: 1_000_000,
  /** A piece of a file in base64. */
  filePiece: 200_000,
  /** A text that a person marked in a bundle, to be redacted. A text shorter than the minimum would match everywhere. */
  bundleMark: 500,
  bundleMarkMin: 3,
} as const;

export const MAX_ENTRIES = {
  /** The bound is higher than the number for an account, so that a sixth application gets an error of its own. */
  applications: 20,
  rateRules: 8,
  coupons: 20,
  columns: 200,
  /** Rows that the window sends to be copied. */
  copiedRows: 10_000,
  /** Saved views of the listings, of all connections together. */
  listingViews: 60,
  facetValues: 100,
  sortedColumns: 5,
  /** Conditions of one kind in a filter. */
  filter: 50,
  exported: 10_000,
  cancelled: 1_000,
  headers: 50,
  parameters: 100,
  caseHeaders: 100,
  /** Scopes or audiences of a case's token. */
  caseClaims: 20,
  removedCases: 1_000,
  caseTags: 12,
  removedGuests: 1_000,
  guestQuotes: 20,
  quotesAtOnce: 20,
  /** Quotes that one page is going to request. */
  wantedQuotes: 200,
  /** Pages of the console that are open at the same time. */
  pages: 50,
  removedQuotes: 1_000,
  boardRows: 200,
  offeredQuotes: 5,
  bundleMarks: 100,
} as const;

/** The width of a column of the listings, in px. */
export const COLUMN_WIDTH = { min: 56, max: 900 } as const;

/** The greatest number of days from the first to the last arrival of a matrix, both included. */
export const MAX_ARRIVALS = 366;
export const MAX_MATRIX_NIGHTS = 30;
