/** The filter, order and columns of the listings of one connection, remembered until the window closes. */
import { useCallback, useState } from 'react';
import type { ListingSort } from '../../../../shared/model/listing.ts';
import { useRememberedState } from '../../../ui/use-remembered-state.ts';
import { rememberColumns, rememberedColumns } from './column-choice.ts';

interface View {
  search: string;
  sort: readonly ListingSort[];
}

/** `firstSearch` (from the address) takes precedence over the remembered filter. */
export function useListingsView(connectionId: string, firstSearch: string | undefined) {
  const [view, setView] = useRememberedState<View>(`listings.${connectionId}`, () => ({ search: '', sort: [] }));
  const [linkedSearch, setLinkedSearch] = useState(firstSearch);
  const [chosen, setChosen] = useState(() => rememberedColumns(connectionId));
  const choose = useCallback(
    (paths: string[] | null) => {
      setChosen(paths);
      rememberColumns(connectionId, paths);
    },
    [connectionId],
  );
  return {
    search: linkedSearch ?? view.search,
    sort: view.sort,
    chosen,
    choose,
    setSearch: (search: string) => {
      setLinkedSearch(undefined);
      setView((known) => ({ ...known, search }));
    },
    setSort: (sort: readonly ListingSort[]) => setView((known) => ({ ...known, sort })),
  };
}
