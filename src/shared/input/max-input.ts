/** The limits on data from the renderer; model/bounds.ts makes schemas of them. Without schemas, because the window's first file imports it. */

/** The maximum size of one message: the characters of all its texts, plus 8 for each value. Main rejects a larger message before it parses it. */
export const MAX_MESSAGE_CHARACTERS = 4_000_000;
/** The maximum depth of nested values in one message. */
export const MAX_MESSAGE_DEPTH = 100;

/** The maximum number of Booking Engine applications of an account (service.md §2.2). */
export const MAX_APPLICATIONS = 5;

/** The maximum lengths of texts, in characters. A field uses the smallest one that fits every honest value. */
export const MAX_CHARACTERS = {
  /** The name of a view, a tag, a telephone number. */
  label: 60,
  /** A name, a title, or an identifier from the service. The forms allow fewer characters. */
  name: 200,
  /** The length in RFC 5321: 64 characters before the @, 255 after it. */
  mailAddress: 320,
  /** A search, a host, a client ID, a value of a filter. */
  phrase: 500,
  /** An address, a secret, a path into a record, a field of a case. */
  line: 2_000,
  /** A link, a header's value, a cell of a copied table row, a note. */
  text: 4_000,
  /** An access token, a body or the notes of a case. */
  body: 20_000,
  /** The body of an operation, written as JSON. */
  bodyTemplate: 64_000,
  /** A piece of a file in base64. */
  filePiece: 200_000,
  /** A text pasted into the Doctor; a longer one is sent in pieces. */
  pastedText: 1_000_000,
  copiedText: 3_000_000,
  /** A text that a person marked in a bundle, to be redacted. A shorter text would match everywhere. */
  bundleMarkMin: 3,
} as const;

/** The maximum lengths of lists. */
export const MAX_ENTRIES = {
  offeredQuotes: 5,
  sortedColumns: 5,
  rateRules: 8,
  /** Quotes that are requested together. */
  quotesAtOnce: 20,
  /** Applications, coupons, tags or claims. There is room for a sixth application, so that it gets an error of its own. */
  few: 20,
  /** Headers, parameters, values of a filter, saved views or open pages. */
  fields: 100,
  /** Columns of a table, or rows of one page. */
  page: 200,
  /** Rows that a person has chosen to delete or to cancel. */
  chosen: 1_000,
  /** Rows that are exported or copied. */
  rows: 10_000,
  /** Notes on one thing, such as the offers of a quote. */
  noted: 500,
  /** Quotes or cases that are kept. */
  kept: 20_000,
  /** Listings of an account, or steps of a task. */
  listings: 50_000,
} as const;

/** The minimum and the maximum width of a column of the listings, in px. */
export const COLUMN_WIDTH = { min: 56, max: 900 } as const;

/** The maximum number of days from the first to the last arrival of a matrix, both included. */
export const MAX_ARRIVALS = 366;
export const MAX_MATRIX_NIGHTS = 30;
