/** Stores the exchanges of one database. Synchronous; errors of SQLite pass through. */

import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import { type Exchange, ExchangeSummary, outcomeClass } from '../../../shared/model/traffic.ts';
import type { RedactedExchange } from '../../http/redact-exchange.ts';
import { SqlConnection, VACUUMED_PAGES } from '../../platform/sqlite.ts';
import { compressContent, contentOf } from '../file/content.ts';
import { faultOf, isOfDamagedFile, usable } from '../file/database.ts';
import { indexedText } from '../file/search.ts';

type Row = Record<string, SQLOutputValue>;

const SUMMARY_COLUMNS = Object.keys(ExchangeSummary.shape) as (keyof ExchangeSummary)[];
/** The columns of an exchange's summary, for SELECT. */
export const SUMMARY = SUMMARY_COLUMNS.join(', ');
const INSERT = `INSERT INTO exchanges (${SUMMARY}, outcome, recordedAt, content) VALUES (${SUMMARY_COLUMNS.map(() => '?').join(', ')}, ?, ?, ?)`;
/** The number of exchanges that the journal writes or deletes in one transaction. It is small, so that queries do not wait long. */
export const BATCH = 100;
/** The condition that an exchange was not cleared. */
const NOT_CLEARED = 'seq > coalesce((SELECT upTo FROM cleared WHERE cleared.connectionId = exchanges.connectionId), 0)';

export class ExchangeStore {
  /** Selects the first term of the index from a text on. */
  readonly firstTermFrom: StatementSync;
  readonly #connection: SqlConnection;
  /** The sequence number up to which earlier clearings deleted, by connection, while the last clearing can be undone. In memory only. */
  readonly #restorable = new Map<string, number>();

  constructor(db: DatabaseSync) {
    this.#connection = new SqlConnection(db);
    db.exec('CREATE VIRTUAL TABLE temp.terms USING fts5vocab (main, words, instance)');
    this.firstTermFrom = db.prepare('SELECT term FROM temp.terms WHERE term >= ? LIMIT 1');
  }

  prepared(sql: string): StatementSync {
    return this.#connection.prepared(sql);
  }

  /** The number of exchanges that are kept. */
  get count(): number {
    return Number(this.prepared('SELECT sum(count) AS n FROM counts').get()?.n ?? 0);
  }

  /** The bytes in use, without free pages. */
  get bytes(): number {
    return (this.#pragma('page_count') - this.#pragma('freelist_count')) * this.#pragma('page_size');
  }

  #pragma(name: string): number {
    return Number(Object.values(this.prepared(`PRAGMA ${name}`).get() ?? {})[0]);
  }

  /**
   * Writes exchanges in one transaction; none is written when it throws. Returns their summaries; an exchange that is already on record stays as it
   * is. An exchange that cannot be written is left out and given to `onFailed`. `now` is machine time.
   */
  insert(
    exchanges: readonly RedactedExchange[],
    now: number,
    onFailed: (error: unknown) => void = () => {},
  ): ExchangeSummary[] {
    const summaries = (): ExchangeSummary[] =>
      exchanges.flatMap((exchange) => {
        try {
          const isKnown = this.prepared('SELECT 1 FROM exchanges WHERE id = ?').get(exchange.id) !== undefined;
          return isKnown ? (this.find(exchange.id) ?? []) : this.#insert(exchange, now);
        } catch (error) {
          if (faultOf(error) || isOfDamagedFile(error)) throw error;
          onFailed(error);
          return [];
        }
      });
    return usable(() => this.#connection.transaction(summaries));
  }

  #insert(exchange: RedactedExchange, now: number): ExchangeSummary {
    const values = SUMMARY_COLUMNS.map((column) => (column === 'seq' ? null : exchange[column]));
    const content = compressContent(exchange);
    const { lastInsertRowid: seq } = this.prepared(INSERT).run(...values, outcomeClass(exchange.status), now, content);
    this.prepared('INSERT INTO words (rowid, terms) VALUES (?, ?)').run(seq, indexedText(exchange));
    return summaryOf({ ...exchange, seq: Number(seq) });
  }

  /** The summary of one exchange, or null. */
  find(id: string): ExchangeSummary | null {
    const row = this.prepared(`SELECT ${SUMMARY} FROM exchanges WHERE id = ? AND ${NOT_CLEARED}`).get(id);
    return row ? summaryOfRow(row) : null;
  }

  /** One exchange with headers and bodies, or null. */
  get(id: string): Exchange | null {
    const row = this.prepared(`SELECT ${SUMMARY}, content FROM exchanges WHERE id = ? AND ${NOT_CLEARED}`).get(id);
    if (!row) return null;
    const { content, ...summary } = row;
    return { ...summaryOfRow(summary), ...contentOf(content as Uint8Array) };
  }

  /** The attempts of one request, in their order. */
  chain(chainId: string): ExchangeSummary[] {
    return this.prepared(`SELECT ${SUMMARY} FROM exchanges WHERE chainId = ? AND ${NOT_CLEARED} ORDER BY seq`)
      .all(chainId)
      .map(summaryOfRow);
  }

  /** The sequence number up to which the exchanges of a connection are cleared. */
  clearedUpTo(connectionId: string): number {
    return Number(this.prepared('SELECT upTo FROM cleared WHERE connectionId = ?').get(connectionId)?.upTo ?? 0);
  }

  /**
   * Deletes the exchanges of a connection. Queries skip them from now on, and maintenance deletes their rows; `canRestore` postpones that until
   * {@link keepCleared}. Returns whether they can be restored; those that were cleared before cannot.
   */
  clear(connectionId: string, { canRestore = false } = {}): boolean {
    const before = this.clearedUpTo(connectionId);
    this.keepCleared(connectionId);
    const { changes } = this.#connection.transaction(() => {
      this.prepared(
        `INSERT INTO cleared SELECT ?1, coalesce(max(seq), 0) FROM exchanges WHERE true ON CONFLICT DO UPDATE SET upTo = excluded.upTo`,
      ).run(connectionId);
      return this.prepared('DELETE FROM counts WHERE connectionId = ?').run(connectionId);
    });
    const isRestorable = canRestore && Number(changes) > 0;
    if (isRestorable) this.#restorable.set(connectionId, before);
    return isRestorable;
  }

  /** Undoes the last `clear` of a connection. Returns false when that is no longer possible. */
  restore(connectionId: string): boolean {
    const before = this.#restorable.get(connectionId);
    if (before === undefined) return false;
    this.#connection.transaction(() => {
      this.prepared('UPDATE cleared SET upTo = ? WHERE connectionId = ?').run(before, connectionId);
      this.prepared('DELETE FROM counts WHERE connectionId = ?').run(connectionId);
      this.prepared(
        `INSERT INTO counts SELECT connectionId, operation, host, coalesce(credentialId, ''), count(*) FROM exchanges
         WHERE connectionId = ? AND seq > ? GROUP BY operation, host, credentialId`,
      ).run(connectionId, before);
    });
    return this.#restorable.delete(connectionId);
  }

  /** Ends the time in which the exchanges of the last `clear` can be restored. */
  keepCleared(connectionId: string): void {
    this.#restorable.delete(connectionId);
  }

  /** Whether any cleared exchange can be restored. Such exchanges take room as well. */
  get hasRestorable(): boolean {
    return this.#restorable.size > 0;
  }

  /** The connections with rows to delete, each with the last sequence number to delete. */
  toDelete(): { connectionId: string; upTo: number }[] {
    return this.prepared('SELECT connectionId, upTo FROM cleared')
      .all()
      .map((row) => {
        const connectionId = String(row.connectionId);
        return { connectionId, upTo: this.#restorable.get(connectionId) ?? Number(row.upTo) };
      });
  }

  /** Forgets that a connection was cleared up to a number, because no row of it is left. */
  forgetCleared(connectionId: string, upTo: number): void {
    this.prepared('DELETE FROM cleared WHERE connectionId = ? AND upTo <= ?').run(connectionId, upTo);
  }

  /** Deletes the next rows up to a sequence number, of one connection or of all. Returns false when there are none. */
  deleteOldest(upTo: number, connectionId: string | null = null): boolean {
    const where = connectionId === null ? 'seq <= ?' : 'seq <= ? AND connectionId = ?';
    const values = connectionId === null ? [upTo] : [upTo, connectionId];
    return this.#connection.transaction(() => {
      const rows = this.prepared(`SELECT seq FROM exchanges WHERE ${where} ORDER BY seq LIMIT ${BATCH}`).all(...values);
      for (const { seq } of rows) {
        this.prepared('DELETE FROM words WHERE rowid = ?').run(Number(seq));
        this.prepared('DELETE FROM exchanges WHERE seq = ?').run(Number(seq));
      }
      this.prepared('DELETE FROM counts WHERE count = 0').run();
      return rows.length > 0;
    });
  }

  /**
   * The sequence number of the last exchange that is too old: recorded before `cutoff`, and before any exchange that is recent enough. The age of
   * exchanges recorded after `now` is unknown, because the clock was set back since.
   */
  lastExpired(cutoff: number, now: number): number {
    const firstRecent = 'SELECT seq FROM exchanges WHERE recordedAt BETWEEN ?1 AND ?2 ORDER BY seq LIMIT 1';
    const last = this.prepared(
      `SELECT max(seq) AS seq FROM exchanges WHERE recordedAt < ?1 AND seq < coalesce((${firstRecent}), ?3)`,
    ).get(cutoff, now, Number.MAX_SAFE_INTEGER);
    return Number(last?.seq ?? 0);
  }

  /** Merges a piece of the full-text index, which removes the terms of deleted exchanges. Returns false when nothing is left to merge. */
  mergeIndex(): boolean {
    const changes = (): number => Number(this.prepared('SELECT total_changes() AS n').get()?.n);
    const before = changes();
    // A negative number of pages merges towards a single piece, some pages per call (sqlite.org/fts5.html, "merge"): about 5 ms.
    this.prepared("INSERT INTO words (words, rank) VALUES ('merge', -8)").run();
    return changes() - before >= 2;
  }

  /** Returns free pages to the system. Returns false when too few are free. */
  vacuum(): boolean {
    if (this.#pragma('freelist_count') < VACUUMED_PAGES) return false;
    this.#connection.db.exec(`PRAGMA incremental_vacuum(${VACUUMED_PAGES})`);
    return true;
  }

  /** Empties the write-ahead log, which may have deleted content. On a full disk this may free the only available space. */
  checkpoint(): void {
    this.#connection.db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  }

  close(): void {
    this.#connection.close();
  }
}

export const summaryOfRow = (row: Row): ExchangeSummary => ({ ...row }) as unknown as ExchangeSummary;

/** Removes headers and bodies from an exchange. */
export const summaryOf = (exchange: Exchange): ExchangeSummary =>
  Object.fromEntries(SUMMARY_COLUMNS.map((column) => [column, exchange[column]])) as ExchangeSummary;
