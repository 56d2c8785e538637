/** Writes the board's rows (quotes with their annotations) to a CSV file. */
import type { WrittenFile } from '../../shared/model/traffic.ts';
import { quoteStateOf, STATE_NAMES } from '../../shared/quote/quote-state.ts';
import { writeCsv } from '../platform/csv/write-csv.ts';
import type { Row } from '../store/store-database.ts';
import type { BoardQuestion } from './board-sql.ts';
import { annotationIn, summaryIn } from './quote-database.ts';

/** Rows that are written between two turns of the event loop. */
const BATCH = 500;

const CSV_TITLES = [
  ...[
    'Guest',
    'Property',
    'Check-in',
    'Check-out',
    'Nights',
    'Guests',
    'Total',
    'Currency',
    'State',
    'Made',
    'Expires',
  ],
  ...[
    'Confirmation code',
    'Reservation status',
    'Follow-up',
    'Offer made',
    'Offer sent',
    'Quote id',
    'Total is our sum',
  ],
];

export interface BoardCsv extends Pick<BoardQuestion, 'names' | 'now'> {
  /** The numbers of the rows to write, in order. */
  readonly numbers: readonly number[];
  /** Reads rows by number. A row that was deleted meanwhile is left out. */
  readonly rowsOf: (numbers: readonly number[]) => readonly Row[];
}

function cellsOf(row: Row, { names, now }: BoardCsv) {
  const summary = summaryIn(row);
  if (!summary) return [];
  const { followUpOn, sentOn, offers } = annotationIn(row);
  const { total, reservation } = summary;
  const state = quoteStateOf({ ...summary, isSent: sentOn !== null }, now);
  const instant = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString());
  return [
    [
      ...[names.get(summary.id) ?? null, summary.listingTitle ?? summary.listingId, summary.checkIn, summary.checkOut],
      ...[summary.nights, summary.guests, total && (total.exact ?? total.amount), total?.currency ?? null],
      ...[STATE_NAMES[state], instant(summary.createdAt), instant(summary.expiresAt)],
      ...[reservation?.confirmationCode ?? null, reservation?.status ?? null, followUpOn],
      ...[instant(offers[0]?.at), sentOn, summary.id, ourSumOf(summary.sumWithout)],
    ],
  ];
}

const ourSumOf = (without: number | undefined): string | null =>
  without === undefined
    ? null
    : without === 0
      ? 'yes'
      : `yes, without ${without} unreadable ${without === 1 ? 'line' : 'lines'}`;

/** Throws AppError `storageFailed`. */
export function writeBoardCsv(board: BoardCsv, path: string): Promise<WrittenFile> {
  function* batches() {
    for (let from = 0; from < board.numbers.length; from += BATCH)
      yield board.rowsOf(board.numbers.slice(from, from + BATCH)).flatMap((row) => cellsOf(row, board));
  }
  return writeCsv(path, CSV_TITLES, batches());
}
