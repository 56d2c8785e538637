/** Deletions that a person can undo for a while. */
import { z } from 'zod';
import { Id } from './primitives.ts';

export const DeletionKind = z.enum(['connections', 'tasks', 'traffic', 'cases', 'guests', 'offers', 'quotes']);
export type DeletionKind = z.infer<typeof DeletionKind>;

export const PendingDeletion = z.strictObject({ deletionId: Id });
export type PendingDeletion = z.infer<typeof PendingDeletion>;
