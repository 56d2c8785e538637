/** Outputs that handlers of several areas return. */
import type { PendingDeletion } from '../model/deletion.ts';

/** Makes the output of an operation that deletes: the id of the pending deletion, which `work` returns. */
export const pendingDeletion = async (work: Promise<string> | string): Promise<PendingDeletion> => ({
  deletionId: await work,
});

/** Waits for `work` and returns `null`, the output of an operation that returns nothing. */
export const nothing = async (work: unknown): Promise<null> => {
  await work;
  return null;
};
