/** The segments of a database in memory, each with its names and its writers, and the connection that reads and writes them. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { SqlConnection } from '../../platform/sqlite.ts';
import { DictionaryBuilder } from './pack.ts';
import { isFull, readSegments, type Segment, type SegmentLimits } from './segment.ts';
import { createIndex, IndexWriter } from './segment-index.ts';
import { SegmentNames } from './segment-names.ts';

/** The writers through which an exchange is inserted into a segment. */
export interface SegmentWriters {
  readonly index: IndexWriter;
  readonly dictionary: DictionaryBuilder;
}

export class SegmentCatalog {
  readonly db: DatabaseSync;
  /** Connections whose exchanges queries skip. */
  readonly hidden = new Set<string>();
  /** The ids of deleted segments that can be restored, by connection; their rows are not removed yet. In memory only. */
  readonly restorable = new Map<string, readonly number[]>();
  #segments: Segment[];
  readonly #names = new Map<number, SegmentNames>();
  readonly #writers = new Map<number, SegmentWriters>();
  readonly #connection: SqlConnection;

  constructor(db: DatabaseSync) {
    this.db = db;
    this.#connection = new SqlConnection(db);
    this.#segments = readSegments(db);
  }

  /** All segments, oldest first, deleted ones included. */
  get all(): readonly Segment[] {
    return this.#segments;
  }

  /** The visible segments of a connection, newest first. */
  visibleOf(connectionId: string): Segment[] {
    return this.#segments.filter((segment) => segment.connection === connectionId && this.isVisible(segment)).reverse();
  }

  isVisible(segment: Segment): boolean {
    return !segment.deleted && !this.hidden.has(segment.connection);
  }

  /** The next deleted segment that cannot be restored; null when there is none. */
  nextToPurge(): Segment | null {
    const kept = new Set([...this.restorable.values()].flat());
    return this.#segments.find(({ id, deleted }) => deleted && !kept.has(id)) ?? null;
  }

  /** A visible segment by its id. */
  find(id: number): Segment | null {
    return this.#segments.find((segment) => segment.id === id && this.isVisible(segment)) ?? null;
  }

  namesOf(segment: Segment): SegmentNames {
    const names = this.#names.get(segment.id) ?? new SegmentNames(this.db, segment.id);
    this.#names.set(segment.id, names);
    return names;
  }

  writersOf(segment: Segment): SegmentWriters {
    const writers = this.#writers.get(segment.id) ?? {
      index: new IndexWriter(this.db, segment),
      dictionary: new DictionaryBuilder(),
    };
    this.#writers.set(segment.id, writers);
    return writers;
  }

  prepared(sql: string): StatementSync {
    return this.#connection.prepared(sql);
  }

  /** The open segment of a connection. Creates one when there is none or it is full. Call within a transaction. */
  segmentFor(connectionId: string, seq: number, now: number, limits: SegmentLimits): Segment {
    const current = this.#segments.findLast(
      (segment) => segment.connection === connectionId && !segment.deleted && !segment.closed,
    );
    if (current && !isFull(current, limits, now)) return current;
    if (current) this.close(current);
    this.prepared(
      `INSERT INTO eras (connection, first_seq, last_seq, count, bytes, started_at, closed, dead, settled, vocabulary)
       VALUES (?, ?, ?, 0, 0, ?, 0, 0, 0, 1)`,
    ).run(connectionId, seq, seq, now);
    const id = Number(this.db.prepare('SELECT last_insert_rowid() AS id').get()?.id);
    createIndex(this.db, id);
    const segment: Segment = {
      id,
      connection: connectionId,
      firstSeq: seq,
      lastSeq: seq,
      count: 0,
      bytes: 0,
      startedAt: now,
      closed: false,
      deleted: false,
      merged: false,
      vocabulary: true,
      dictionary: null,
    };
    this.#segments.push(segment);
    return segment;
  }

  close(segment: Segment): void {
    segment.closed = true;
    this.#writers.delete(segment.id);
    this.write(segment);
  }

  /** Writes the segment's row. Call within a transaction. */
  write(segment: Segment): void {
    const flag = (value: boolean): number => (value ? 1 : 0);
    this.prepared(
      `UPDATE eras SET first_seq = ?, last_seq = ?, count = ?, bytes = ?, closed = ?, dead = ?, settled = ?, vocabulary = ?
       WHERE id = ?`,
    ).run(
      segment.firstSeq,
      segment.lastSeq,
      segment.count,
      Math.round(segment.bytes),
      flag(segment.closed),
      flag(segment.deleted),
      flag(segment.merged),
      flag(segment.vocabulary),
      segment.id,
    );
  }

  /** Removes a segment that has no rows left. */
  remove(segment: Segment): void {
    this.prepared('DELETE FROM eras WHERE id = ?').run(segment.id);
    this.#segments = this.#segments.filter((other) => other !== segment);
    this.#names.delete(segment.id);
    this.#writers.delete(segment.id);
    this.#connection.dropStatements(`words_${segment.id} `);
  }

  /** Runs `work` in one transaction. When it throws, the catalog is reloaded from the file. */
  transaction<Value>(work: () => Value): Value {
    try {
      return this.#connection.transaction(work);
    } catch (error) {
      this.#reload();
      throw error;
    }
  }

  #reload(): void {
    this.#names.clear();
    this.#writers.clear();
    try {
      this.#segments = readSegments(this.db);
    } catch {
      // The first error says what is wrong with the file.
    }
  }
}
