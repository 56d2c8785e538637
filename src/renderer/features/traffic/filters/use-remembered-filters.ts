/** Remembers the filters of each connection until the window closes. */
import { useLayoutEffect } from 'react';
import type { SearchOf } from '../../../navigation/search.ts';
import { readRemembered, remember } from '../../../ui/use-remembered-state.ts';
import { NO_FILTERS } from './traffic-filters.ts';

type Params = SearchOf<'traffic'>;

const LAST_KEY = 'traffic.filters of';
const keyOf = (connectionId: string): string => `traffic.filters.${connectionId}`;

/** The filters of an address, without the open exchange. */
function filtersIn(params: Params): Params {
  const given = Object.entries(params).filter(([name, value]) => name in NO_FILTERS && value !== undefined);
  return Object.fromEntries(given);
}

const isSame = (one: Params, other: Params): boolean => JSON.stringify(one) === JSON.stringify(other);

/** When a link opens the page with filters, those are remembered instead. */
export function useRememberedFilters(connectionId: string, params: Params, setParams: (changes: Params) => void): void {
  useLayoutEffect(() => {
    const current = filtersIn(params);
    const last = readRemembered<string | null>(LAST_KEY, null);
    const arrived = readRemembered(`${LAST_KEY} now`, '') !== connectionId;
    remember(LAST_KEY, connectionId);
    remember(`${LAST_KEY} now`, connectionId);
    if (arrived) {
      const remembered = readRemembered<Params>(keyOf(connectionId), {});
      // The address of another connection's list is not a link to this one.
      const foreign =
        last !== null && last !== connectionId && isSame(current, readRemembered<Params>(keyOf(last), {}));
      if ((foreign || Object.keys(current).length === 0) && !isSame(current, remembered)) {
        setParams({ ...NO_FILTERS, ...remembered });
        return;
      }
    }
    remember(keyOf(connectionId), current);
  }, [connectionId, params, setParams]);
  useLayoutEffect(() => () => remember(`${LAST_KEY} now`, ''), []);
}
