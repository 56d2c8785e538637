/** Writes the rows of the board to a CSV file. */
import type { WrittenFile } from '../../shared/model/traffic.ts';
import { STATE_NAMES } from '../../shared/quote/quote-state.ts';
import { writeCsv } from '../platform/csv/write-csv.ts';
import type { Placed } from './placed-quotes.ts';

/** The number of rows that are written between two turns of the event loop. */
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

function cellsOf({ entry: { summary, annotation }, guestName, state }: Placed) {
  const { total, reservation } = summary;
  const instant = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString());
  return [
    ...[guestName, summary.listingTitle ?? summary.listingId, summary.checkIn, summary.checkOut, summary.nights],
    ...[summary.guests, total && (total.exact ?? total.amount), total?.currency ?? null, STATE_NAMES[state]],
    ...[instant(summary.createdAt), instant(summary.expiresAt)],
    ...[reservation?.confirmationCode ?? null, reservation?.status ?? null, annotation.followUpOn],
    ...[instant(annotation.offers[0]?.at), annotation.sentOn, summary.id, ourSumOf(summary.sumWithout)],
  ];
}

const ourSumOf = (without: number | undefined): string | null =>
  without === undefined
    ? null
    : without === 0
      ? 'yes'
      : `yes, without ${without} unreadable ${without === 1 ? 'line' : 'lines'}`;

/** Writes the file. Throws AppError `storageFailed`. */
export function writeBoardCsv(rows: readonly Placed[], path: string): Promise<WrittenFile> {
  function* batches() {
    for (let from = 0; from < rows.length; from += BATCH) yield rows.slice(from, from + BATCH).map(cellsOf);
  }
  return writeCsv(path, CSV_TITLES, batches());
}
