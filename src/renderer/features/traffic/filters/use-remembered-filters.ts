/** Remembers the filters of each connection until the window closes, and restores them when the page opens without filters. */
import { useLayoutEffect } from 'react';
import type { SearchOf } from '../../../navigation/search.ts';
import { readRemembered, remember } from '../../../ui/use-remembered-state.ts';
import { NO_FILTERS } from './traffic-filters.ts';

type Params = SearchOf<'traffic'>;

/** The key for the id of the connection whose filters the page showed last. */
const LAST_KEY = 'traffic.lastConnection';
/** The key for the id of the connection that the page shows now; the id is empty while another page is open. */
const OPEN_KEY = 'traffic.openConnection';
const keyOf = (connectionId: string): string => `traffic.filters.${connectionId}`;

/** The filters in the page's address, without the open exchange. */
function filtersIn(params: Params): Params {
  const given = Object.entries(params).filter(([name, value]) => name in NO_FILTERS && value !== undefined);
  return Object.fromEntries(given);
}

const isSame = (one: Params, other: Params): boolean => JSON.stringify(one) === JSON.stringify(other);

export function useRememberedFilters(connectionId: string, params: Params, setParams: (changes: Params) => void): void {
  useLayoutEffect(() => {
    const current = filtersIn(params);
    const last = readRemembered<string | null>(LAST_KEY, null);
    const arrived = readRemembered(OPEN_KEY, '') !== connectionId;
    remember(LAST_KEY, connectionId);
    remember(OPEN_KEY, connectionId);
    if (arrived) {
      const remembered = readRemembered<Params>(keyOf(connectionId), {});
      // An address with the filters of another connection is no link to this connection's list.
      const foreign =
        last !== null && last !== connectionId && isSame(current, readRemembered<Params>(keyOf(last), {}));
      if ((foreign || Object.keys(current).length === 0) && !isSame(current, remembered)) {
        setParams({ ...NO_FILTERS, ...remembered });
        return;
      }
    }
    remember(keyOf(connectionId), current);
  }, [connectionId, params, setParams]);
  useLayoutEffect(() => () => remember(OPEN_KEY, ''), []);
}
