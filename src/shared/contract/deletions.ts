/** The undo of deletions. Operations that delete answer with the id of their pending deletion. */
import { z } from 'zod';
import { DeletionKind } from '../model/deletion.ts';
import { Id } from '../model/primitives.ts';
import { event, mutation, Nothing } from './define.ts';

export const deletions = {
  /** Shows again what a deletion hid. Throws `notFound` when the deletion is done. */
  undo: mutation(z.strictObject({ deletionId: Id }), Nothing),
  /** Something was hidden, or is shown again. `connectionId`: null for what belongs to no connection. */
  onChanged: event(z.strictObject({ kind: DeletionKind, connectionId: Id.nullable() })),
};
