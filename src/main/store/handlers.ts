/** The handlers of pending deletions. */
import type { HandlersOf } from '../../shared/contract/index.ts';
import { nothing } from '../../shared/contract/outputs.ts';
import type { Deletions } from './deletions.ts';

export interface StoreServices {
  readonly deletions: Deletions;
}

export const deletionHandlers = ({ deletions }: StoreServices): HandlersOf<'deletions'> => ({
  undo: ({ deletionId }) => nothing(deletions.undo(deletionId)),
});
