/** The results that a person has chosen for quotes, with their titles. Another search begins with none. */
import { useRef, useState } from 'react';
import type { SearchItem } from '../../../../shared/model/availability.ts';

const NONE: ReadonlyMap<string, string> = new Map();

export function useChosenResults(items: readonly SearchItem[], search: unknown) {
  const key = JSON.stringify(search);
  const [all, setAll] = useState({ key, chosen: NONE });
  const chosen = all.key === key ? all.chosen : NONE;
  const setChosen = (next: ReadonlyMap<string, string>) => setAll({ key, chosen: next });
  const anchor = useRef<string | null>(null);
  return {
    chosen,
    clear: () => setChosen(new Map()),
    /** Toggles one result. With `isRange`, chooses all results from the previously chosen one to this one. */
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
