/**
 * Personal data in console.db, sealed with the data key. A record's id, connection, time and links are in clear text: ids of quotes, of a draft also
 * whether it is an offer or a confirmation, of a note on a property the property's id and the language. A record whose key is lost stays until a person deletes it or the key is back; a record whose key was in memory only is deleted.
 */
import type { z } from 'zod';
import type { Row, StoreDatabase } from '../store/store-database.ts';
import type { DataKey } from './data-key.ts';
import type { Sealer } from './sealer.ts';

/** The condition that leaves out hidden records; its placeholder takes their ids as a JSON list. */
const SHOWN = 'id NOT IN (SELECT value FROM json_each(?))';

export interface SealedRecordsDeps<Value> {
  readonly database: StoreDatabase;
  readonly kind: 'guest' | 'offer' | 'offer draft' | 'property note' | 'program' | 'team';
  readonly schema: z.ZodType<Value>;
  readonly key: Pick<DataKey, 'sealer'>;
}

interface SealedRecord<Value> {
  readonly id: string;
  readonly connectionId: string;
  /** The time in epoch ms; newer records come first. */
  readonly at: number;
  /** The texts by which the record is found, in clear text, such as ids of quotes. */
  readonly links: readonly string[];
  readonly value: Value;
}

const OF_CONNECTION = 'connection_id = ? AND kind = ?';
/** The condition for the records of one kind and connection that the current key opens. */
const OURS = `${OF_CONNECTION} AND key_id = ?`;
const LINKED = 'id IN (SELECT record_id FROM sealed_links WHERE link = ?)';
const NEWEST_FIRST = 'ORDER BY at DESC, rowid DESC';

export class SealedRecords<Value> {
  readonly #deps: SealedRecordsDeps<Value>;
  readonly #db: StoreDatabase;
  /** The ids of records that reads leave out while their deletion can be undone. */
  readonly #hidden = new Set<string>();

  constructor(deps: SealedRecordsDeps<Value>) {
    this.#deps = deps;
    this.#db = deps.database;
  }

  async put({ id, connectionId, at, links, value }: SealedRecord<Value>): Promise<void> {
    const sealer = await this.#deps.key.sealer();
    const content = sealer.seal(id, JSON.stringify(value));
    this.#db.transaction(() => {
      this.#db.run('DELETE FROM sealed_records WHERE id = ?', id);
      this.#db.run(
        'INSERT INTO sealed_records (id, kind, connection_id, at, key_id, content) VALUES (?, ?, ?, ?, ?, ?)',
        ...[id, this.#deps.kind, connectionId, at, sealer.keyId, content],
      );
      for (const link of new Set(links))
        this.#db.run('INSERT INTO sealed_links (link, record_id) VALUES (?, ?)', link, id);
    });
  }

  /**
   * The records of a connection, or only those that were stored with this `link`, such as a quote's id; newest first. Records that cannot be opened are
   * left out.
   */
  async list(connectionId: string, link: string | null = null): Promise<SealedRecord<Value>[]> {
    const sealer = await this.#sealer(OF_CONNECTION, connectionId, this.#deps.kind);
    if (!sealer) return [];
    const rows = this.#db.all(
      `SELECT id, at, content, (SELECT json_group_array(link) FROM sealed_links WHERE record_id = id) AS links
       FROM sealed_records WHERE ${OURS} AND ${SHOWN} ${link === null ? '' : `AND ${LINKED}`} ${NEWEST_FIRST}`,
      ...[connectionId, this.#deps.kind, sealer.keyId, this.#hiddenIds, ...(link === null ? [] : [link])],
    );
    return rows.flatMap((row) => {
      const value = this.#valueIn(sealer, row);
      const links = JSON.parse(String(row.links)) as string[];
      return value === null ? [] : { id: String(row.id), connectionId, at: Number(row.at), links, value };
    });
  }

  /** Opens the newest `max` records with a link, one at a time, and returns what `pick` makes of each. Skips records that cannot be opened. */
  async pick<Picked>(
    { connectionId, link, max }: { readonly connectionId: string; readonly link: string; readonly max: number },
    pick: (record: Omit<SealedRecord<Value>, 'connectionId' | 'links'>) => Picked,
  ): Promise<Picked[]> {
    const sealer = await this.#sealer(OF_CONNECTION, connectionId, this.#deps.kind);
    if (!sealer) return [];
    const sql = `SELECT id, at, content FROM sealed_records WHERE ${OURS} AND ${SHOWN} AND ${LINKED} ${NEWEST_FIRST} LIMIT ?`;
    const picked = this.#db.each(
      (row) => {
        const value = this.#valueIn(sealer, row);
        return value === null ? [] : [pick({ id: String(row.id), at: Number(row.at), value })];
      },
      sql,
      ...[connectionId, this.#deps.kind, sealer.keyId, this.#hiddenIds, link, max],
    );
    return picked.flat();
  }

  /** The record of this id; null when there is none, or when it cannot be opened. */
  async find(connectionId: string, id: string): Promise<Pick<SealedRecord<Value>, 'id' | 'at' | 'value'> | null> {
    if (this.isHidden(id)) return null;
    const sealer = await this.#sealer(OF_CONNECTION, connectionId, this.#deps.kind);
    if (!sealer) return null;
    const sql = 'SELECT id, at, content FROM sealed_records WHERE connection_id = ? AND kind = ? AND id = ?';
    const row = this.#db.get(sql, connectionId, this.#deps.kind, id);
    const value = row && this.#valueIn(sealer, row);
    return value ? { id, at: Number(row.at), value } : null;
  }

  /** The number of records of a connection, the number of those with a link, and the size of all in bytes. */
  async usage(connectionId: string, link: string): Promise<{ count: number; linked: number; bytes: number }> {
    const sealer = await this.#sealer(OF_CONNECTION, connectionId, this.#deps.kind);
    if (!sealer) return { count: 0, linked: 0, bytes: 0 };
    const row = this.#db.get(
      `SELECT count(*) AS count, coalesce(sum(length(content)), 0) AS bytes, count(*) FILTER (WHERE ${LINKED}) AS linked
       FROM sealed_records WHERE ${OURS} AND ${SHOWN}`,
      ...[link, connectionId, this.#deps.kind, sealer.keyId, this.#hiddenIds],
    );
    return { count: Number(row?.count), linked: Number(row?.linked), bytes: Number(row?.bytes) };
  }

  /** Hides records from reads until {@link show}; only {@link countLost} still counts them. */
  hide(ids: readonly string[]): void {
    for (const id of ids) this.#hidden.add(id);
  }

  show(ids: readonly string[]): void {
    for (const id of ids) this.#hidden.delete(id);
  }

  isHidden(id: string): boolean {
    return this.#hidden.has(id);
  }

  /** Deletes records. It needs no key, because the key store may be locked when the next start completes a deletion after a kill. */
  async remove(ids: readonly string[]): Promise<void> {
    if (!this.#db.exists) return;
    this.#db.transaction(() => {
      for (const id of ids) this.#db.run('DELETE FROM sealed_records WHERE id = ?', id);
    });
    this.show(ids);
  }

  /** The ids of the records from before an instant. It needs no key. */
  olderThan(connectionId: string, at: number): string[] {
    if (!this.#db.exists) return [];
    const sql = `SELECT id FROM sealed_records WHERE ${OF_CONNECTION} AND at < ? AND ${SHOWN}`;
    return this.#db.all(sql, connectionId, this.#deps.kind, at, this.#hiddenIds).map(({ id }) => String(id));
  }

  /** Deletes old records of a connection until at most `max` records and `maxBytes` remain. The newest record always stays. */
  async trim(connectionId: string, max: number, maxBytes: number): Promise<void> {
    const sealer = await this.#sealer(OF_CONNECTION, connectionId, this.#deps.kind);
    if (!sealer) return;
    const deleted = this.#db.run(
      `DELETE FROM sealed_records WHERE id IN (
         SELECT id FROM (
           SELECT id, row_number() OVER newest AS number, sum(length(content)) OVER newest AS bytes
           FROM sealed_records WHERE ${OURS} WINDOW newest AS (${NEWEST_FIRST})
         ) WHERE number > ? OR (number > 1 AND bytes > ?))`,
      ...[connectionId, this.#deps.kind, sealer.keyId, max, maxBytes],
    );
    if (deleted > 0) this.#db.shrink();
  }

  /** Deletes all records of a connection. It needs no key, so it also works while the key store is locked. */
  async removeAll(connectionId: string): Promise<void> {
    if (!this.#db.exists) return;
    this.#db.run('DELETE FROM sealed_records WHERE connection_id = ? AND kind = ?', connectionId, this.#deps.kind);
  }

  /** The number of records that cannot be opened, because their key is lost. */
  async countLost(): Promise<number> {
    const sealer = await this.#sealer('kind = ?', this.#deps.kind);
    if (!sealer) return 0;
    const sql = 'SELECT count(*) AS n FROM sealed_records WHERE kind = ? AND key_id <> ?';
    return Number(this.#db.get(sql, this.#deps.kind, sealer.keyId)?.n);
  }

  async deleteLost(): Promise<void> {
    const sealer = await this.#sealer('kind = ?', this.#deps.kind);
    if (!sealer) return;
    this.#db.run('DELETE FROM sealed_records WHERE kind = ? AND key_id <> ?', this.#deps.kind, sealer.keyId);
  }

  /** Returns the sealer; `null` when no record matches `where`, because a read must not make a key. Deletes records whose key in memory is gone. */
  async #sealer(where: string, ...values: string[]): Promise<Sealer | null> {
    const isStored = `SELECT 1 FROM sealed_records WHERE ${where} LIMIT 1`;
    if (!this.#db.exists || !this.#db.get(isStored, ...values)) return null;
    const sealer = await this.#deps.key.sealer();
    for (const keyId of sealer.forgottenKeyIds)
      if (this.#db.get('SELECT 1 FROM sealed_records WHERE key_id = ? LIMIT 1', keyId))
        this.#db.run('DELETE FROM sealed_records WHERE key_id = ?', keyId);
    return sealer;
  }

  get #hiddenIds(): string {
    return JSON.stringify([...this.#hidden]);
  }

  #valueIn(sealer: Sealer, { id, content }: Row): Value | null {
    const text = sealer.open(String(id), content as Uint8Array);
    return text === null ? null : (this.#deps.schema.safeParse(JSON.parse(text)).data ?? null);
  }
}
