/** The eras of a database with what is at hand of each, and its prepared statements. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { DictionaryMaker } from './pack.ts';
import { type Era, type EraLimits, isFull, readEras } from './segment.ts';
import { createIndex, IndexWriter } from './segment-index.ts';
import { EraNames } from './segment-names.ts';

/** What is needed to write into an era. */
export interface Writing {
  readonly index: IndexWriter;
  readonly dictionary: DictionaryMaker;
}

export class EraBook {
  readonly db: DatabaseSync;
  /** Connections of which nothing is to be seen. */
  readonly hidden = new Set<string>();
  #eras: Era[];
  readonly #names = new Map<number, EraNames>();
  readonly #writing = new Map<number, Writing>();
  readonly #statements = new Map<string, StatementSync>();

  constructor(db: DatabaseSync) {
    this.db = db;
    this.#eras = readEras(db);
  }

  /** Oldest first, dead ones too. */
  get all(): readonly Era[] {
    return this.#eras;
  }

  /** The eras of a connection that can be seen, newest first. */
  of(connectionId: string): Era[] {
    return this.#eras.filter((era) => era.connection === connectionId && this.isSeen(era)).reverse();
  }

  isSeen(era: Era): boolean {
    return !era.dead && !this.hidden.has(era.connection);
  }

  /** An era that can be seen. */
  find(id: number): Era | null {
    return this.#eras.find((era) => era.id === id && this.isSeen(era)) ?? null;
  }

  names(era: Era): EraNames {
    const names = this.#names.get(era.id) ?? new EraNames(this.db, era.id);
    this.#names.set(era.id, names);
    return names;
  }

  writing(era: Era): Writing {
    const writing = this.#writing.get(era.id) ?? {
      index: new IndexWriter(this.db, era),
      dictionary: new DictionaryMaker(),
    };
    this.#writing.set(era.id, writing);
    return writing;
  }

  /** The prepared statement of a text. */
  sql(text: string): StatementSync {
    const statement = this.#statements.get(text) ?? this.db.prepare(text);
    this.#statements.set(text, statement);
    return statement;
  }

  /** The era that an exchange of the connection goes to; a new one when there is none or it is full. Within a transaction. */
  open(connectionId: string, seq: number, now: number, limits: EraLimits): Era {
    const current = this.#eras.findLast((era) => era.connection === connectionId && !era.dead && !era.closed);
    if (current && !isFull(current, limits, now)) return current;
    if (current) this.close(current);
    this.sql(
      `INSERT INTO eras (connection, first_seq, last_seq, count, bytes, started_at, closed, dead, settled, vocabulary)
       VALUES (?, ?, ?, 0, 0, ?, 0, 0, 0, 1)`,
    ).run(connectionId, seq, seq, now);
    const id = Number(this.db.prepare('SELECT last_insert_rowid() AS id').get()?.id);
    createIndex(this.db, id);
    const era: Era = {
      id,
      connection: connectionId,
      firstSeq: seq,
      lastSeq: seq,
      count: 0,
      bytes: 0,
      startedAt: now,
      closed: false,
      dead: false,
      settled: false,
      vocabulary: true,
      dictionary: null,
    };
    this.#eras.push(era);
    return era;
  }

  close(era: Era): void {
    era.closed = true;
    this.#writing.delete(era.id);
    this.write(era);
  }

  /** Writes down how an era stands; within a transaction. */
  write(era: Era): void {
    const flag = (value: boolean): number => (value ? 1 : 0);
    this.sql(
      `UPDATE eras SET first_seq = ?, last_seq = ?, count = ?, bytes = ?, closed = ?, dead = ?, settled = ?, vocabulary = ?
       WHERE id = ?`,
    ).run(
      era.firstSeq,
      era.lastSeq,
      era.count,
      Math.round(era.bytes),
      flag(era.closed),
      flag(era.dead),
      flag(era.settled),
      flag(era.vocabulary),
      era.id,
    );
  }

  /** Forgets an era whose rows are all gone. */
  remove(era: Era): void {
    this.sql('DELETE FROM eras WHERE id = ?').run(era.id);
    this.#eras = this.#eras.filter((other) => other !== era);
    this.#names.delete(era.id);
    this.#writing.delete(era.id);
    for (const text of this.#statements.keys()) if (text.includes(`words_${era.id} `)) this.#statements.delete(text);
  }

  /** Runs `work` in a transaction. When it fails, what is at hand is what the file has. */
  within<Value>(work: () => Value): Value {
    try {
      this.db.exec('BEGIN IMMEDIATE');
      const value = work();
      this.db.exec('COMMIT');
      return value;
    } catch (error) {
      this.#backOut();
      throw error;
    }
  }

  #backOut(): void {
    this.#names.clear();
    this.#writing.clear();
    try {
      if (this.db.isTransaction) this.db.exec('ROLLBACK');
      this.#eras = readEras(this.db);
    } catch {
      // A file in such a state is dealt with by whoever gets the first error.
    }
  }
}
