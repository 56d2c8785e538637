/** The results that are chosen for quotes, with their titles; a range reaches to the one that was chosen last. */
import { useRef, useState } from 'react';
import type { SearchItem } from '../../../../shared/model/availability.ts';

export function useChosenResults(items: readonly SearchItem[]) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const anchor = useRef<string | null>(null);
  return {
    chosen,
    clear: () => setChosen(new Map()),
    /** Turns one; with `isRange`, chooses all up to it. */
    choose({ listingId, title }: SearchItem, isRange: boolean) {
      if (listingId === null) return;
      const next = new Map(chosen);
      const [from, to] = [anchor.current, listingId].map((id) => items.findIndex((item) => item.listingId === id));
      anchor.current = listingId;
      if (isRange && from !== undefined && to !== undefined && from >= 0) {
        for (const item of items.slice(Math.min(from, to), Math.max(from, to) + 1))
          if (item.listingId !== null) next.set(item.listingId, item.title);
      } else if (!next.delete(listingId)) next.set(listingId, title);
      setChosen(next);
    },
  };
}
