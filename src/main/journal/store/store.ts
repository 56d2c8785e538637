/** Exchanges in one database, a file or memory. Synchronous; every error of SQLite goes to the caller. */
import type { DatabaseSync } from 'node:sqlite';
import type { JournalChoices } from '../../../shared/model/app.ts';
import { type Exchange, type ExchangeSummary, outcomeClass } from '../../../shared/model/traffic.ts';
import { countMarks, type Mark } from '../file/minute-counts.ts';
import { pack, unpack } from '../file/pack.ts';
import { hashOf, INSERT_ROW, outcomeNumber, type Row, rowOf, summaryOfRow } from '../file/row.ts';
import { type Era, eraLimits } from '../file/segment.ts';
import { EraBook } from '../file/segment-catalog.ts';
import { conditionWord } from '../file/segment-index.ts';
import { wordsOfExchange } from '../file/terms.ts';
import type { RedactedExchange } from './redact-raw.ts';

/** An exchange with its place in the journal; `recordedAt` is machine time. */
export interface Entry {
  readonly seq: number;
  readonly recordedAt: number;
  readonly exchange: RedactedExchange;
}

export type Retention = Pick<JournalChoices, 'maxDays' | 'maxMegabytes'>;

/** About what a row takes beside its content and its words. */
const ROW_BYTES = 400;
/** What the index takes of each letter of its words, about. */
const INDEX_SHARE = 1;

export class Store {
  readonly book: EraBook;
  /** The write-ahead log has pages that the file should have by now. */
  isStale = false;
  #retention: Retention;

  constructor(db: DatabaseSync, retention: Retention) {
    this.book = new EraBook(db);
    this.#retention = retention;
  }

  get retention(): Retention {
    return this.#retention;
  }

  retain(retention: Retention): void {
    this.#retention = retention;
  }

  /** The largest number that was ever given to an exchange here; 0 at first. */
  get lastSeq(): number {
    return Number(this.book.sql("SELECT value FROM counters WHERE name = 'seq'").get()?.value ?? 0);
  }

  /** Exchanges that are kept. */
  get count(): number {
    return this.book.all.reduce((sum, era) => sum + (this.book.isSeen(era) ? era.count : 0), 0);
  }

  /** Bytes in use, without those of pages that wait to be returned. */
  get bytes(): number {
    const pragma = (name: string): number => Number(Object.values(this.book.sql(`PRAGMA ${name}`).get() ?? {})[0]);
    return (pragma('page_count') - pragma('freelist_count')) * pragma('page_size');
  }

  /** Writes exchanges in one transaction: all of them, or none when it throws. Their numbers grow. */
  insert(entries: readonly Entry[]): void {
    if (entries.length === 0) return;
    this.book.within(() => {
      const touched = new Set<Era>();
      const marks: Mark[] = [];
      for (const entry of entries) touched.add(this.#insert(entry, marks));
      countMarks(this.book, marks);
      for (const era of touched) {
        this.book.names(era).flush();
        this.book.write(era);
      }
      this.#reach(entries.at(-1)?.seq ?? 0);
    });
  }

  #insert({ seq, recordedAt, exchange }: Entry, marks: Mark[]): Era {
    const { book } = this;
    const era = book.open(exchange.connectionId, seq, recordedAt, eraLimits(this.#retention));
    const names = book.names(era);
    const writing = book.writing(era);
    book.sql(INSERT_ROW).run(...rowOf(exchange, { seq, era: era.id, recordedAt }, names.use));
    const { codec, bytes, text } = pack(exchange, era.dictionary);
    book.sql('INSERT INTO contents (seq, codec, pack) VALUES (?, ?, ?)').run(seq, codec, bytes);
    if (era.dictionary === null) this.#makeDictionary(era, writing.dictionary.add(text));
    const outcome = outcomeNumber(outcomeClass(exchange.status));
    const operation = names.find('operation', exchange.operation) ?? 0;
    const host = names.find('host', exchange.host) ?? 0;
    marks.push({ era: era.id, sentAt: exchange.sentAt, outcome, operation, host });
    const conditions = [
      conditionWord('outcome', outcome),
      conditionWord('operation', operation),
      conditionWord('host', host),
    ];
    const { taskId } = exchange;
    if (taskId !== null) conditions.push(conditionWord('task', names.find('task', taskId) ?? 0));
    const indexed = writing.index.add(seq, wordsOfExchange(exchange), conditions);
    era.lastSeq = seq;
    era.count += 1;
    era.bytes += ROW_BYTES + bytes.byteLength + indexed * INDEX_SHARE;
    return era;
  }

  /** Notes that places up to this one were given away; it writes in any case, and so throws while nothing can be written. */
  reach(seq: number): void {
    this.book.within(() => this.#reach(seq));
  }

  #reach(seq: number): void {
    this.book
      .sql(
        "INSERT INTO counters (name, value) VALUES ('seq', ?1) ON CONFLICT (name) DO UPDATE SET value = max(value, ?1)",
      )
      .run(seq);
  }

  /** The oldest exchanges, for copying them into another store. */
  oldest(most: number): Entry[] {
    const rows = this.book
      .sql('SELECT * FROM exchanges WHERE era IN (SELECT id FROM eras WHERE dead = 0) ORDER BY seq LIMIT ?')
      .all(most);
    return rows.flatMap((row) => {
      const era = this.book.find(Number(row.era));
      if (!era) return [];
      const { seq, ...exchange } = this.whole(row, era);
      return [{ seq, recordedAt: Number(row.recorded_at), exchange }];
    });
  }

  #makeDictionary(era: Era, dictionary: Uint8Array | null): void {
    if (dictionary === null) return;
    era.dictionary = dictionary;
    this.book.sql('UPDATE eras SET dictionary = ? WHERE id = ?').run(dictionary, era.id);
  }

  /** The summary of one exchange; `null` when it is not here. */
  find(id: string): ExchangeSummary | null {
    const found = this.#rows('id', id)[0];
    return found ? this.summary(found.row, found.era) : null;
  }

  /** One exchange whole; `null` when it is not here. Throws Unreadable when its content is damaged. */
  get(id: string): Exchange | null {
    const found = this.#rows('id', id)[0];
    return found ? this.whole(found.row, found.era) : null;
  }

  /** All attempts of one request, the first one first. */
  chain(chainId: string): ExchangeSummary[] {
    return this.#rows('chain', chainId).map(({ row, era }) => this.summary(row, era));
  }

  summary(row: Row, era: Era): ExchangeSummary {
    return summaryOfRow(row, era.connection, this.book.names(era).text);
  }

  whole(row: Row, era: Era): Exchange {
    const content = this.book.sql('SELECT codec, pack FROM contents WHERE seq = ?').get(Number(row.seq));
    const made = { codec: Number(content?.codec), bytes: (content?.pack ?? new Uint8Array()) as Uint8Array };
    return { ...this.summary(row, era), ...unpack(Number(row.seq), made, era.dictionary) };
  }

  #rows(by: 'id' | 'chain', id: string): { row: Row; era: Era }[] {
    const which = by === 'id' ? 'id_hash = ?1 AND id = ?2' : 'chain_hash = ?1 AND coalesce(chain_id, id) = ?2';
    const rows = this.book.sql(`SELECT * FROM exchanges WHERE ${which} ORDER BY seq`).all(hashOf(id), id);
    return rows.flatMap((row) => {
      const era = this.book.find(Number(row.era));
      return era ? [{ row, era }] : [];
    });
  }

  /** Shows nothing of a connection until it is cleared. */
  hide(connectionId: string): void {
    this.book.hidden.add(connectionId);
  }

  /** Forgets the exchanges of a connection: nobody sees them from now on; upkeep returns their room. */
  clear(connectionId: string): void {
    this.book.within(() => {
      for (const era of this.book.all)
        if (era.connection === connectionId && !era.dead) {
          era.dead = true;
          this.book.close(era);
        }
    });
    this.book.hidden.delete(connectionId);
  }

  /** Takes the write-ahead log over into the file and empties it: on a full disk that may be all the room there is. */
  flush(): void {
    this.book.db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    this.isStale = false;
  }

  close(): void {
    this.book.db.close();
  }
}
