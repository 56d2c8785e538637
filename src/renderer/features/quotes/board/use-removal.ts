/** Deletes quotes from this computer, many of them in several steps, with one undo for all. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { AppError } from '../../../../shared/app-error.ts';
import { offerUndoOf } from '../../../actions/offer-undo.tsx';
import { call } from '../../../ipc/client.ts';
import { formatCount } from '../../../text/format.ts';

/** How many quotes one step deletes. Main takes a few milliseconds for them, and accepts up to `MAX_ENTRIES.removedQuotes`. */
const STEP = 200;

/** Returns the function that deletes quotes. `onRemoved` gets the deleted ids, even after a failure. `removed` counts them while it runs. */
export function useRemoval(connectionId: string, onRemoved: (ids: readonly string[]) => void) {
  const [removed, setRemoved] = useState<number | null>(null);
  const { mutate, isPending } = useMutation<void, AppError, readonly string[]>({
    mutationFn: async (ids) => {
      const gone: string[] = [];
      const deletions: string[] = [];
      setRemoved(0);
      try {
        for (let from = 0; from < ids.length; from += STEP) {
          const quoteIds = ids.slice(from, from + STEP);
          const { deletionId } = await call('quotes', 'remove', { connectionId, quoteIds });
          deletions.push(deletionId);
          gone.push(...quoteIds);
          setRemoved(gone.length);
        }
      } finally {
        setRemoved(null);
        if (gone.length > 0) {
          onRemoved(gone);
          offerUndoOf(`${formatCount(gone.length, 'quote')} deleted`, deletions);
        }
      }
    },
  });
  const remove = (ids: readonly string[]) => {
    if (!isPending && ids.length > 0) mutate(ids);
  };
  return { remove, removed };
}
