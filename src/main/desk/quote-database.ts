/** How a quote is written in its table. `number`: the order in which quotes came; `removed_at`: set while the quote is hidden. Answers of the service are left out, because they may name guests. */
import { z } from 'zod';
import { Quote } from '../../shared/model/quote.ts';
import { MadeOffer, type QuoteAnnotation, QuoteSummary } from '../../shared/model/quote-board.ts';
import { compareMoney } from '../../shared/money/money.ts';
import { isUnpriced, planKey } from '../../shared/quote/plan-choice.ts';
import type { Row, StoreDatabase } from '../store/store-database.ts';

/** A quote with the address of its picture, from which a new picture path is made after a restart. */
export interface StoredQuote {
  readonly quote: Quote;
  readonly pictureUrl: string | null;
}

/** The part of a quote that the board keeps in memory. */
export interface BoardEntry {
  readonly number: number;
  readonly connectionId: string;
  readonly summary: QuoteSummary;
  readonly pictureUrl: string | null;
  readonly annotation: QuoteAnnotation;
}

const ENTRY = 'number, connection_id, summary, picture_url, note, follow_up_on, sent, sent_on';

export const readEntries = (db: StoreDatabase, where: string, ...values: (string | number)[]): (BoardEntry | null)[] =>
  db.all(`SELECT ${ENTRY} FROM quotes WHERE ${where} ORDER BY number`, ...values).map((row) => entryIn(db, row));

/**
 * A page of the quotes that are not removed, null for those of an unknown form. `next`: the number after which the next page begins; null after
 * the last.
 */
export function readPage(db: StoreDatabase, after: number, limit: number) {
  const sql = `SELECT ${ENTRY} FROM quotes WHERE number > ? AND removed_at IS NULL ORDER BY number LIMIT ?`;
  const rows = db.all(sql, after, limit);
  return {
    entries: rows.map((row) => entryIn(db, row)),
    next: rows.length < limit ? null : Number(rows.at(-1)?.number),
  };
}

/** The quote of a number; null when its form is unknown. */
export function readStored(db: StoreDatabase, number: number): StoredQuote | null {
  const row = db.get('SELECT quote, picture_url FROM quotes WHERE number = ?', number);
  const quote = row && Quote.safeParse(parsed(row.quote)).data;
  return quote ? { quote, pictureUrl: textOrNull(row.picture_url) } : null;
}

/** Writes a quote and its annotation in place of the earlier ones. */
export function writeQuote(db: StoreDatabase, { number, summary, annotation }: BoardEntry, stored: StoredQuote): void {
  const { quote, pictureUrl } = withoutAnswers(stored);
  db.run(
    `INSERT INTO quotes (number, connection_id, id, outcome, quote, summary, picture_url, note, follow_up_on, sent, sent_on)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (connection_id, id) DO UPDATE SET outcome = excluded.outcome, quote = excluded.quote, summary = excluded.summary,
       picture_url = excluded.picture_url, note = excluded.note, follow_up_on = excluded.follow_up_on, sent = excluded.sent,
       sent_on = excluded.sent_on, removed_at = NULL`,
    ...[
      number,
      quote.connectionId,
      quote.id,
      quote.outcome,
      JSON.stringify(quote),
      JSON.stringify(summary),
      pictureUrl,
    ],
    ...[annotation.note, annotation.followUpOn, JSON.stringify(annotation.offers), annotation.sentOn],
  );
}

/** Writes the quote of an existing row; leaves its annotation and its removal unchanged. */
export function rewriteQuote(db: StoreDatabase, { number, summary }: BoardEntry, stored: StoredQuote): void {
  const { quote } = withoutAnswers(stored);
  db.run(
    'UPDATE quotes SET quote = ?, summary = ? WHERE number = ?',
    ...[JSON.stringify(quote), JSON.stringify(summary), number],
  );
}

/** The stored form of a quote. Answers stay in memory only, because they may repeat a guest's name, mail and phone. */
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
  // Amounts of two currencies have no lowest.
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

function entryIn(db: StoreDatabase, row: Row): BoardEntry | null {
  const summary = QuoteSummary.safeParse(parsed(row.summary)).data;
  if (!summary) return null;
  const number = Number(row.number);
  // Summaries of earlier versions have a total of 0 where the service sent no price.
  const whole = summary.total?.amount === 0 ? readStored(db, number) : null;
  return {
    number,
    connectionId: String(row.connection_id),
    summary: whole ? summaryOf(whole.quote) : summary,
    pictureUrl: textOrNull(row.picture_url),
    annotation: {
      note: String(row.note),
      followUpOn: textOrNull(row.follow_up_on),
      offers: z.array(MadeOffer).catch([]).parse(parsed(row.sent)),
      sentOn: textOrNull(row.sent_on),
    },
  };
}

const textOrNull = (value: Row[string] | undefined): string | null => (typeof value === 'string' ? value : null);

function parsed(text: Row[string] | undefined): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return null;
  }
}
