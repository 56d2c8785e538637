/** The eras of a database with what is at hand of each, and its prepared statements. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { DictionaryBuilder } from './pack.ts';
import { isFull, readSegments, type Segment, type SegmentLimits } from './segment.ts';
import { createIndex, IndexWriter } from './segment-index.ts';
import { SegmentNames } from './segment-names.ts';

/** What is needed to write into an era. */
export interface SegmentWriting {
  readonly index: IndexWriter;
  readonly dictionary: DictionaryBuilder;
}

export class SegmentCatalog {
  readonly db: DatabaseSync;
  /** Connections of which nothing is to be seen. */
  readonly hidden = new Set<string>();
  #segments: Segment[];
  readonly #names = new Map<number, SegmentNames>();
  readonly #writing = new Map<number, SegmentWriting>();
  readonly #statements = new Map<string, StatementSync>();

  constructor(db: DatabaseSync) {
    this.db = db;
    this.#segments = readSegments(db);
  }

  /** Oldest first, dead ones too. */
  get all(): readonly Segment[] {
    return this.#segments;
  }

  /** The eras of a connection that can be seen, newest first. */
  visibleOf(connectionId: string): Segment[] {
    return this.#segments.filter((segment) => segment.connection === connectionId && this.isVisible(segment)).reverse();
  }

  isVisible(segment: Segment): boolean {
    return !segment.deleted && !this.hidden.has(segment.connection);
  }

  /** An era that can be seen. */
  find(id: number): Segment | null {
    return this.#segments.find((segment) => segment.id === id && this.isVisible(segment)) ?? null;
  }

  namesOf(segment: Segment): SegmentNames {
    const names = this.#names.get(segment.id) ?? new SegmentNames(this.db, segment.id);
    this.#names.set(segment.id, names);
    return names;
  }

  writingOf(segment: Segment): SegmentWriting {
    const writing = this.#writing.get(segment.id) ?? {
      index: new IndexWriter(this.db, segment),
      dictionary: new DictionaryBuilder(),
    };
    this.#writing.set(segment.id, writing);
    return writing;
  }

  /** The prepared statement of a text. */
  prepared(text: string): StatementSync {
    const statement = this.#statements.get(text) ?? this.db.prepare(text);
    this.#statements.set(text, statement);
    return statement;
  }

  /** The era that an exchange of the connection goes to; a new one when there is none or it is full. Within a transaction. */
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
    this.#writing.delete(segment.id);
    this.write(segment);
  }

  /** Writes down how an era stands; within a transaction. */
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

  /** Forgets an era whose rows are all gone. */
  remove(segment: Segment): void {
    this.prepared('DELETE FROM eras WHERE id = ?').run(segment.id);
    this.#segments = this.#segments.filter((other) => other !== segment);
    this.#names.delete(segment.id);
    this.#writing.delete(segment.id);
    for (const text of this.#statements.keys())
      if (text.includes(`words_${segment.id} `)) this.#statements.delete(text);
  }

  /** Runs `work` in a transaction. When it fails, what is at hand is what the file has. */
  transaction<Value>(work: () => Value): Value {
    try {
      this.db.exec('BEGIN IMMEDIATE');
      const value = work();
      this.db.exec('COMMIT');
      return value;
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  #rollBack(): void {
    this.#names.clear();
    this.#writing.clear();
    try {
      if (this.db.isTransaction) this.db.exec('ROLLBACK');
      this.#segments = readSegments(this.db);
    } catch {
      // A file in such a state is dealt with by whoever gets the first error.
    }
  }
}
