/** The pending deletions in one document. */
import { z } from 'zod';
import { DeletionKind } from '../../shared/model/deletion.ts';
import { Id } from '../../shared/model/primitives.ts';
import type { Document } from '../platform/ports.ts';
import type { Deletion, PendingDeletions } from './deletions.ts';

const Items = z.object({ kind: DeletionKind, connectionId: Id.nullable(), ids: z.array(z.string()) });
const PendingFile = z.object({
  version: z.literal(1),
  deletions: z.array(z.object({ id: Id, parts: z.array(Items) })),
});

export class PendingList implements PendingDeletions {
  readonly #document: Document<unknown>;

  constructor(document: Document<unknown>) {
    this.#document = document;
  }

  all(): readonly Deletion[] {
    return PendingFile.safeParse(this.#document.read()).data?.deletions ?? [];
  }

  add(deletion: Deletion): Promise<void> {
    return this.#write([...this.all(), deletion]);
  }

  remove(id: string): Promise<void> {
    return this.#write(this.all().filter((deletion) => deletion.id !== id));
  }

  #write(deletions: readonly Deletion[]): Promise<void> {
    return this.#document.write({ version: 1, deletions });
  }
}
