/** Stores the exchanges of one database, on disk or in memory. Synchronous; errors of SQLite pass through. */
import type { DatabaseSync } from 'node:sqlite';
import type { JournalChoices } from '../../../shared/model/app.ts';
import { type Exchange, type ExchangeSummary, outcomeClass } from '../../../shared/model/traffic.ts';
import type { RedactedExchange } from '../../http/redact-exchange.ts';
import { addCounts, type CountKey } from '../file/minute-counts.ts';
import { pack, unpack } from '../file/pack.ts';
import { hashOf, INSERT_ROW, outcomeNumber, type Row, rowOf, summaryOfRow } from '../file/row.ts';
import { type Segment, segmentLimits } from '../file/segment.ts';
import { SegmentCatalog } from '../file/segment-catalog.ts';
import { conditionTerm } from '../file/segment-index.ts';
import { termsOfExchange } from '../file/terms.ts';

/** An exchange with its sequence number; `recordedAt` is machine time. */
export interface Entry {
  readonly seq: number;
  readonly recordedAt: number;
  readonly exchange: RedactedExchange;
}

export type Retention = Pick<JournalChoices, 'maxDays' | 'maxMegabytes'>;

/** The estimated size of a row without content and index, in bytes. */
const ROW_BYTES = 400;
/** The estimated size of the index for each letter of its terms, in bytes. */
const INDEX_SHARE = 1;

export class ExchangeStore {
  readonly catalog: SegmentCatalog;
  /** Whether the write-ahead log contains deleted content or freed pages. */
  needsCheckpoint = false;
  #retention: Retention;

  constructor(db: DatabaseSync, retention: Retention) {
    this.catalog = new SegmentCatalog(db);
    this.#retention = retention;
  }

  get retention(): Retention {
    return this.#retention;
  }

  setRetention(retention: Retention): void {
    this.#retention = retention;
  }

  /** The highest sequence number ever given in this store; 0 at first. */
  get lastSeq(): number {
    return Number(this.catalog.prepared("SELECT value FROM counters WHERE name = 'seq'").get()?.value ?? 0);
  }

  /** The number of exchanges that are kept. */
  get count(): number {
    return this.catalog.all.reduce((sum, segment) => sum + (this.catalog.isVisible(segment) ? segment.count : 0), 0);
  }

  /** The bytes in use, without free pages. */
  get bytes(): number {
    const pragma = (name: string): number =>
      Number(Object.values(this.catalog.prepared(`PRAGMA ${name}`).get() ?? {})[0]);
    return (pragma('page_count') - pragma('freelist_count')) * pragma('page_size');
  }

  /** Writes exchanges in one transaction; none is written when it throws. Their sequence numbers ascend. */
  insert(entries: readonly Entry[]): void {
    if (entries.length === 0) return;
    this.catalog.transaction(() => {
      const touched = new Set<Segment>();
      const counted: CountKey[] = [];
      for (const entry of entries) touched.add(this.#insert(entry, counted));
      addCounts(this.catalog, counted);
      for (const segment of touched) {
        this.catalog.namesOf(segment).flush();
        this.catalog.write(segment);
      }
      this.#raiseLastSeq(entries.at(-1)?.seq ?? 0);
    });
  }

  #insert({ seq, recordedAt, exchange }: Entry, counted: CountKey[]): Segment {
    const { catalog } = this;
    const segment = catalog.segmentFor(exchange.connectionId, seq, recordedAt, segmentLimits(this.#retention));
    const names = catalog.namesOf(segment);
    const writers = catalog.writersOf(segment);
    catalog.prepared(INSERT_ROW).run(...rowOf(exchange, { seq, segment: segment.id, recordedAt }, names.use));
    const { codec, bytes, text } = pack(exchange, segment.dictionary);
    catalog.prepared('INSERT INTO contents (seq, codec, pack) VALUES (?, ?, ?)').run(seq, codec, bytes);
    if (segment.dictionary === null) this.#makeDictionary(segment, writers.dictionary.add(text));
    const outcome = outcomeNumber(outcomeClass(exchange.status));
    const operation = names.find('operation', exchange.operation) ?? 0;
    const host = names.find('host', exchange.host) ?? 0;
    counted.push({ segment: segment.id, sentAt: exchange.sentAt, outcome, operation, host });
    const conditions = [
      conditionTerm('outcome', outcome),
      conditionTerm('operation', operation),
      conditionTerm('host', host),
    ];
    const { taskId } = exchange;
    if (taskId !== null) conditions.push(conditionTerm('task', names.find('task', taskId) ?? 0));
    const indexed = writers.index.add(seq, termsOfExchange(exchange), conditions);
    segment.lastSeq = seq;
    segment.count += 1;
    segment.bytes += ROW_BYTES + bytes.byteLength + indexed * INDEX_SHARE;
    return segment;
  }

  /** Persists the highest sequence number. It always writes, so it throws while the disk fails. */
  persistLastSeq(seq: number): void {
    this.catalog.transaction(() => this.#raiseLastSeq(seq));
  }

  #raiseLastSeq(seq: number): void {
    this.catalog
      .prepared(
        "INSERT INTO counters (name, value) VALUES ('seq', ?1) ON CONFLICT (name) DO UPDATE SET value = max(value, ?1)",
      )
      .run(seq);
  }

  /** The oldest exchanges, for copying into another store. */
  oldest(max: number): Entry[] {
    const rows = this.catalog
      .prepared('SELECT * FROM exchanges WHERE era IN (SELECT id FROM eras WHERE dead = 0) ORDER BY seq LIMIT ?')
      .all(max);
    return rows.flatMap((row) => {
      const segment = this.catalog.find(Number(row.era));
      if (!segment) return [];
      const { seq, ...exchange } = this.exchangeOf(row, segment);
      return [{ seq, recordedAt: Number(row.recorded_at), exchange }];
    });
  }

  #makeDictionary(segment: Segment, dictionary: Uint8Array | null): void {
    if (dictionary === null) return;
    segment.dictionary = dictionary;
    this.catalog.prepared('UPDATE eras SET dictionary = ? WHERE id = ?').run(dictionary, segment.id);
  }

  /** The summary of one exchange, or null. */
  find(id: string): ExchangeSummary | null {
    const found = this.#rows('id', id)[0];
    return found ? this.summaryOf(found.row, found.segment) : null;
  }

  /** One exchange with headers and bodies, or null. Throws UnreadableContent. */
  get(id: string): Exchange | null {
    const found = this.#rows('id', id)[0];
    return found ? this.exchangeOf(found.row, found.segment) : null;
  }

  /** The attempts of one request, in their order. */
  chain(chainId: string): ExchangeSummary[] {
    return this.#rows('chain', chainId).map(({ row, segment }) => this.summaryOf(row, segment));
  }

  summaryOf(row: Row, segment: Segment): ExchangeSummary {
    return summaryOfRow(row, segment.connection, this.catalog.namesOf(segment).text);
  }

  exchangeOf(row: Row, segment: Segment): Exchange {
    const content = this.catalog.prepared('SELECT codec, pack FROM contents WHERE seq = ?').get(Number(row.seq));
    const packed = { codec: Number(content?.codec), bytes: (content?.pack ?? new Uint8Array()) as Uint8Array };
    return { ...this.summaryOf(row, segment), ...unpack(Number(row.seq), packed, segment.dictionary) };
  }

  #rows(by: 'id' | 'chain', id: string): { row: Row; segment: Segment }[] {
    const which = by === 'id' ? 'id_hash = ?1 AND id = ?2' : 'chain_hash = ?1 AND coalesce(chain_id, id) = ?2';
    const rows = this.catalog.prepared(`SELECT * FROM exchanges WHERE ${which} ORDER BY seq`).all(hashOf(id), id);
    return rows.flatMap((row) => {
      const segment = this.catalog.find(Number(row.era));
      return segment ? [{ row, segment }] : [];
    });
  }

  /** Hides a connection's exchanges until `clear` succeeds. */
  hide(connectionId: string): void {
    this.catalog.hidden.add(connectionId);
  }

  /**
   * Deletes the exchanges of a connection. Queries skip them from now on, and maintenance frees their space; `canRestore` postpones that until
   * {@link keepDeleted}. Exchanges that were deleted before can no longer be restored.
   */
  clear(connectionId: string, { canRestore = false } = {}): void {
    const { catalog } = this;
    const segments = catalog.all.filter(({ connection, deleted }) => connection === connectionId && !deleted);
    catalog.transaction(() => {
      for (const segment of segments) {
        segment.deleted = true;
        catalog.close(segment);
      }
    });
    catalog.hidden.delete(connectionId);
    this.keepDeleted(connectionId);
    if (canRestore && segments.length > 0)
      catalog.restorable.set(
        connectionId,
        segments.map(({ id }) => id),
      );
  }

  /** Undoes the last `clear` of a connection. Returns false when that is no longer possible. */
  restore(connectionId: string): boolean {
    const { catalog } = this;
    const ids = catalog.restorable.get(connectionId);
    if (!ids) return false;
    catalog.transaction(() => {
      for (const segment of catalog.all.filter(({ id }) => ids.includes(id))) {
        segment.deleted = false;
        catalog.write(segment);
      }
    });
    return catalog.restorable.delete(connectionId);
  }

  /** Ends the time in which the exchanges of the last `clear` can be restored. */
  keepDeleted(connectionId: string): void {
    this.catalog.restorable.delete(connectionId);
  }

  /** Checkpoints and truncates the write-ahead log. On a full disk this may free the only available space. */
  checkpoint(): void {
    this.catalog.db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    this.needsCheckpoint = false;
  }

  close(): void {
    this.catalog.db.close();
  }
}
