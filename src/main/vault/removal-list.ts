/**
 * The list of removed connections whose data may not be deleted yet. It is on disk from before the removal until a start has deleted all their
 * data. Data of a connection that the vault merely does not know is never deleted, because the vault's file may have been damaged, or restored
 * from a copy.
 */
import { z } from 'zod';
import { Id } from '../../shared/model/primitives.ts';
import type { Document, Log } from '../platform/ports.ts';

const RemovalsFile = z.object({ version: z.literal(1), connectionIds: z.array(Id) });
export type RemovalsFile = z.infer<typeof RemovalsFile>;

export class RemovalList {
  readonly #document: Document<RemovalsFile>;
  readonly #log: Log;

  constructor(document: Document<RemovalsFile>, log: Log) {
    this.#document = document;
    this.#log = log;
  }

  get ids(): readonly string[] {
    return RemovalsFile.safeParse(this.#document.read()).data?.connectionIds ?? [];
  }

  /** Adds a connection. A failed write is only logged: the removal continues, and its data is deleted unless the console is killed meanwhile. */
  add(id: string): Promise<void> {
    return this.#write([...this.ids.filter((other) => other !== id), id]);
  }

  remove(id: string): Promise<void> {
    return this.#write(this.ids.filter((other) => other !== id));
  }

  async #write(connectionIds: string[]): Promise<void> {
    try {
      await this.#document.write({ version: 1, connectionIds });
    } catch (error) {
      this.#log.error('the list of removed connections could not be written', { error: String(error) });
    }
  }
}
