/** The names of one era, numbered, with how many exchanges have each: what the rows and the index use in their place, and what there is to filter by. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { NameKind } from './row.ts';

export class SegmentNames {
  readonly #segmentId: number;
  readonly #insert: StatementSync;
  readonly #count: StatementSync;
  readonly #numbers = new Map<string, number>();
  readonly #texts: string[] = [];
  /** By how much counts grew since they were last written. */
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

  /** The number of a name, which it gets now if it has none, counted once more. */
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

  /** The number of a name; `null` when no exchange of the era has it. */
  find(kind: NameKind, name: string): number | null {
    return this.#numbers.get(`${kind} ${name}`) ?? null;
  }

  readonly text = (id: number): string => this.#texts[id] ?? '';

  /** Writes the counts down; to be called before the transaction ends. */
  flush(): void {
    for (const [id, more] of this.#pendingCounts) this.#count.run(more, this.#segmentId, id);
    this.#pendingCounts.clear();
  }

  /** Takes away what deleted exchanges counted. */
  decrement(id: number, count: number): void {
    this.#count.run(-count, this.#segmentId, id);
  }
}
