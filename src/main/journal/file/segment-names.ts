/** The names of one segment (operations, hosts, tasks …), their numbers in rows and index, and the number of exchanges that have each name. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { NameKind } from './row.ts';

export class SegmentNames {
  readonly #segmentId: number;
  readonly #insert: StatementSync;
  readonly #count: StatementSync;
  readonly #numbers = new Map<string, number>();
  readonly #texts: string[] = [];
  /** Increments of the counts that `flush` has not written yet. */
  readonly #pendingCounts = new Map<number, number>();

  constructor(db: DatabaseSync, segment: number) {
    this.#segmentId = segment;
    this.#insert = db.prepare('INSERT INTO names (era, id, kind, name, count) VALUES (?, ?, ?, ?, 0)');
    this.#count = db.prepare('UPDATE names SET count = count + ? WHERE era = ? AND id = ?');
    for (const row of db.prepare('SELECT id, kind, name FROM names WHERE era = ?').all(segment)) {
      this.#numbers.set(`${row.kind} ${row.name}`, Number(row.id));
      this.#texts[Number(row.id)] = String(row.name);
    }
  }

  /** Counts one more use of a name and returns its number; a new name gets the next number. */
  readonly use = (kind: NameKind, name: string): number => {
    const known = this.find(kind, name);
    const id = known ?? this.#texts.length;
    if (known === null) {
      this.#insert.run(this.#segmentId, id, kind, name);
      this.#numbers.set(`${kind} ${name}`, id);
      this.#texts[id] = name;
    }
    this.#pendingCounts.set(id, (this.#pendingCounts.get(id) ?? 0) + 1);
    return id;
  };

  /** The number of a name, or null when no exchange of the segment has it. */
  find(kind: NameKind, name: string): number | null {
    return this.#numbers.get(`${kind} ${name}`) ?? null;
  }

  readonly text = (id: number): string => this.#texts[id] ?? '';

  /** Writes the counts. Call before the transaction ends. */
  flush(): void {
    for (const [id, more] of this.#pendingCounts) this.#count.run(more, this.#segmentId, id);
    this.#pendingCounts.clear();
  }

  /** Subtracts deleted exchanges from the count of a name. */
  decrement(id: number, count: number): void {
    this.#count.run(-count, this.#segmentId, id);
  }
}
