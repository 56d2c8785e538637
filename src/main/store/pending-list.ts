/** Keeps the pending deletions in console.db. */
import { z } from 'zod';
import { DeletionKind } from '../../shared/model/deletion.ts';
import { Id } from '../../shared/model/primitives.ts';
import type { Deletion, PendingDeletions } from './deletions.ts';
import type { StoreDatabase } from './store-database.ts';

const Parts = z.array(z.object({ kind: DeletionKind, connectionId: Id.nullable(), ids: z.array(z.string()) }));

export class PendingList implements PendingDeletions {
  readonly #db: StoreDatabase;

  constructor(database: StoreDatabase) {
    this.#db = database;
  }

  /** Leaves out deletions of an unknown form. */
  all(): readonly Deletion[] {
    if (!this.#db.exists) return [];
    return this.#db.all('SELECT id, parts FROM pending_deletions ORDER BY rowid').flatMap(({ id, parts }) => {
      const { data } = Parts.safeParse(JSON.parse(String(parts)));
      return data ? { id: String(id), parts: data } : [];
    });
  }

  add({ id, parts }: Deletion): void {
    this.#db.run('INSERT INTO pending_deletions (id, parts) VALUES (?, ?)', id, JSON.stringify(parts));
  }

  remove(id: string): void {
    this.#db.run('DELETE FROM pending_deletions WHERE id = ?', id);
  }
}
