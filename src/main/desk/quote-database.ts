/** Reads and writes quotes in console.db. The service's answers are not written, because they may name guests. */
import { z } from 'zod';
import type { Money } from '../../shared/model/field.ts';
import type { PlainDate } from '../../shared/model/primitives.ts';
import { Quote } from '../../shared/model/quote.ts';
import { MadeOffer, type QuoteAnnotation, QuoteSummary } from '../../shared/model/quote-board.ts';
import { compareMoney, decimalOfMoney } from '../../shared/money/money.ts';
import { isUnpriced, planKey } from '../../shared/quote/plan-choice.ts';
import { textOf } from '../../shared/stay/decimal.ts';
import { jsonOrNull } from '../../shared/text/json-or-null.ts';
import { DAY_MS } from '../../shared/time/units.ts';
import type { Row, StoreDatabase } from '../store/store-database.ts';

/** A quote with the address of its picture. After a restart, the picture's path is made from the address. */
export interface StoredQuote {
  readonly quote: Quote;
  readonly pictureUrl: string | null;
}

/** The SQL condition for quotes that no pending deletion hides. */
export const SHOWN = 'removed_at IS NULL';
const NO_ANNOTATION: QuoteAnnotation = { note: '', followUpOn: null, sentOn: null, offers: [] };

/** Reads a quote; `null` when it is not stored or its stored form is unknown. */
export function readStored(db: StoreDatabase, connectionId: string, id: string): StoredQuote | null {
  const row = db.get('SELECT quote, picture_url FROM quotes WHERE connection_id = ? AND id = ?', connectionId, id);
  return row ? storedIn(row) : null;
}

export function storedIn(row: Row): StoredQuote | null {
  const quote = Quote.safeParse(jsonOrNull(String(row.quote))).data;
  return quote ? { quote, pictureUrl: textOrNull(row.picture_url) } : null;
}

/** Reads the annotation of a quote. It is empty for an unknown quote and, unless `evenHidden`, for a quote that a pending deletion hides. */
export function readAnnotation(
  db: StoreDatabase,
  connectionId: string,
  id: string,
  { evenHidden = false } = {},
): QuoteAnnotation {
  const row = db.get(
    `SELECT note, follow_up_on, sent, sent_on FROM quotes WHERE connection_id = ? AND id = ? AND (? OR ${SHOWN})`,
    ...[connectionId, id, Number(evenHidden)],
  );
  return row ? annotationIn(row) : NO_ANNOTATION;
}

export const annotationIn = (row: Row): QuoteAnnotation => ({
  note: String(row.note),
  followUpOn: textOrNull(row.follow_up_on),
  offers: z
    .array(MadeOffer)
    .catch([])
    .parse(jsonOrNull(String(row.sent))),
  sentOn: textOrNull(row.sent_on),
});

/** Reads the summary of a quote; `null` when its stored form is unknown. */
export const summaryIn = (row: Row): QuoteSummary | null =>
  QuoteSummary.safeParse(jsonOrNull(String(row.summary))).data ?? null;

/** Inserts a quote at the end, or updates it and keeps its annotation. A quote that was hidden by a pending deletion is shown again. */
export function writeQuote(db: StoreDatabase, stored: StoredQuote): void {
  const { connectionId, id } = stored.quote;
  const columns = { ...columnsOfQuote(stored), picture_url: stored.pictureUrl };
  const names = Object.keys(columns);
  db.run(
    `INSERT INTO quotes (connection_id, id, ${names.join(', ')}) VALUES (?, ?, ${names.map(() => '?').join(', ')})
     ON CONFLICT (connection_id, id) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}, removed_at = NULL`,
    ...[connectionId, id, ...Object.values(columns)],
  );
}

/** Updates a stored quote. A quote hidden by a pending deletion stays hidden. */
export function rewriteQuote(db: StoreDatabase, stored: StoredQuote): void {
  const columns = columnsOfQuote(stored);
  const names = Object.keys(columns);
  db.run(
    `UPDATE quotes SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE connection_id = ? AND id = ?`,
    ...[...Object.values(columns), stored.quote.connectionId, stored.quote.id],
  );
}

function columnsOfQuote(stored: StoredQuote) {
  const { quote } = withoutAnswers(stored);
  return { quote: JSON.stringify(quote), ...columnsOf(summaryOf(quote)) };
}

/** Returns the summary that the board shows, and the columns by which it filters, searches, sorts and groups. */
export function columnsOf(summary: QuoteSummary) {
  const { id, listingId, listingTitle, checkIn, checkOut, createdAt, expiresAt, outcome, reservation, total } = summary;
  const searched = [listingTitle, listingId, id, checkIn, checkOut, reservation?.confirmationCode];
  return {
    outcome,
    summary: JSON.stringify(summary),
    is_replaced: summary.isReplaced ? 1 : 0,
    created_at: createdAt,
    expires_at: expiresAt,
    check_in: checkIn,
    place: (listingTitle ?? listingId).toLowerCase(),
    search_text: searched.join(' ').toLowerCase(),
    made_week: mondayOfInstant(createdAt),
    arrival_week: mondayOf(checkIn),
    currency: total?.currency ?? null,
    total_key: total && sortKeyOf(total),
  };
}

/** The number of digits before the decimal point in a sort key: more than any amount of money has. */
const KEY_DIGITS = 30;

/** Makes a text that sorts like the amount: zero-padded, and for a negative amount with each digit d replaced by 9 - d. */
function sortKeyOf(total: Money): string {
  const text = textOf(decimalOfMoney(total));
  const isNegative = text.startsWith('-');
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const digits = `${whole.padStart(KEY_DIGITS, '0')}.${fraction}`;
  if (!isNegative) return `1${digits}`;
  // ":" sorts after "9": of two negative amounts with the same beginning, the one with more decimals is smaller.
  return `0${digits.replace(/\d/g, (digit) => String(9 - Number(digit)))}:`;
}

/** Fills the columns of at most `limit` rows that come from a file of an earlier version. Returns the number of filled rows. */
export function fillColumns(db: StoreDatabase, limit: number): number {
  const rows = db.all(
    `SELECT number, summary, iif(json_extract(summary, '$.total.amount') = 0, quote, NULL) AS quote
     FROM quotes WHERE search_text IS NULL LIMIT ?`,
    limit,
  );
  db.transaction(() => {
    for (const row of rows) {
      // Summaries of earlier versions have a total of 0 where the service sent no price.
      const whole = row.quote === null ? null : storedIn(row);
      const summary = whole ? summaryOf(whole.quote) : summaryIn(row);
      const columns = summary ? columnsOf(summary) : { search_text: '' };
      const names = Object.keys(columns);
      db.run(
        `UPDATE quotes SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE number = ?`,
        ...[...Object.values(columns), Number(row.number)],
      );
    }
  });
  return rows.length;
}

/** Removes the service's answers, which may contain a guest's name, mail and phone, before a quote is stored. */
function withoutAnswers({ quote, pictureUrl }: StoredQuote): StoredQuote {
  const reservation = quote.reservation && { ...quote.reservation, raw: null };
  return { pictureUrl, quote: { ...quote, picture: null, raw: null, reservation } };
}

export function summaryOf(quote: Quote): QuoteSummary {
  const { chosenPlan } = quote;
  const chosen = quote.ratePlans.filter((plan, at) => planKey(plan, at) === chosenPlan);
  const plans = chosen.length > 0 ? chosen : quote.ratePlans;
  const priced = plans
    .filter((plan) => !isUnpriced(plan))
    .flatMap(({ total, isTotalOurs = false, unreadable = [] }) =>
      total ? [{ total, ...(isTotalOurs ? { sumWithout: unreadable.length } : {}) }] : [],
    );
  // Amounts in different currencies have no lowest one.
  const isOneCurrency = new Set(priced.map(({ total }) => total.currency)).size <= 1;
  const [lowest = { total: null }] = isOneCurrency
    ? priced.toSorted((one, other) => compareMoney(one.total, other.total))
    : [];
  const { reservation } = quote;
  return {
    id: quote.id,
    listingId: quote.listingId,
    listingTitle: quote.listingTitle,
    checkIn: quote.checkIn,
    checkOut: quote.checkOut,
    nights: quote.nights,
    guests: quote.guests,
    ...lowest,
    ...(plans.length > 0 && plans.every(isUnpriced) ? { isUnpriced: true } : {}),
    plans: plans.length,
    createdAt: quote.createdAt,
    expiresAt: quote.expiresAt,
    outcome: quote.outcome,
    isReplaced: quote.replacedBy !== null,
    reservation: reservation && {
      status: reservation.status,
      confirmationCode: reservation.confirmationCode,
      at: reservation.at,
    },
  };
}

export const textOrNull = (value: Row[string] | undefined): string | null => (typeof value === 'string' ? value : null);

/** Returns the Monday of a day's week. */
const mondayOf = (day: PlainDate): PlainDate => mondayOfMidnight(Date.parse(day));

/** The Monday of the week of an instant (epoch ms), on this computer's calendar. */
function mondayOfInstant(at: number): PlainDate {
  const local = new Date(at);
  return mondayOfMidnight(Date.UTC(local.getFullYear(), local.getMonth(), local.getDate()));
}

/** Returns the Monday of a day's week. `midnight`: epoch ms of the day's 00:00 UTC. */
const mondayOfMidnight = (midnight: number): PlainDate =>
  new Date(midnight - ((new Date(midnight).getUTCDay() + 6) % 7) * DAY_MS).toISOString().slice(0, 10);
