/** The undo of deletions. Operations that delete return the id of their pending deletion. */
import { z } from 'zod';
import { DeletionKind } from '../model/deletion.ts';
import { Id } from '../model/primitives.ts';
import { event, mutation, Nothing } from './define.ts';

export const deletions = {
  /** Restores the data that a deletion hid. Throws `notFound` when the deletion is already done. */
  undo: mutation(z.strictObject({ deletionId: Id }), Nothing),
  /** Published when data was hidden or restored. `connectionId` is null for data that belongs to no connection. */
  onChanged: event(z.strictObject({ kind: DeletionKind, connectionId: Id.nullable() })),
};
