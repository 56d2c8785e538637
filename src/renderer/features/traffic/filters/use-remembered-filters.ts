/** Remembers the filters of each connection until the window closes. */
import { useLayoutEffect } from 'react';
import type { SearchOf } from '../../../navigation/search.ts';
import { readRemembered, remember } from '../../../ui/use-remembered-state.ts';
import { NO_FILTERS } from './traffic-filters.ts';

type Params = SearchOf<'traffic'>;

const LAST = 'traffic.filters of';
const keyOf = (connectionId: string): string => `traffic.filters.${connectionId}`;

/** The filters of an address, without the open exchange. */
function conditionsOf(params: Params): Params {
  const given = Object.entries(params).filter(([name, value]) => name in NO_FILTERS && value !== undefined);
  return Object.fromEntries(given);
}

const isSame = (one: Params, other: Params): boolean => JSON.stringify(one) === JSON.stringify(other);

/** When a link opens the page with filters, those are remembered instead. */
export function useRememberedFilters(connectionId: string, params: Params, setParams: (changes: Params) => void): void {
  useLayoutEffect(() => {
    const here = conditionsOf(params);
    const last = readRemembered<string | null>(LAST, null);
    const arrived = readRemembered(`${LAST} now`, '') !== connectionId;
    remember(LAST, connectionId);
    remember(`${LAST} now`, connectionId);
    if (arrived) {
      const kept = readRemembered<Params>(keyOf(connectionId), {});
      // The address of another connection's list is not a link to this one.
      const foreign = last !== null && last !== connectionId && isSame(here, readRemembered<Params>(keyOf(last), {}));
      if ((foreign || Object.keys(here).length === 0) && !isSame(here, kept)) {
        setParams({ ...NO_FILTERS, ...kept });
        return;
      }
    }
    remember(keyOf(connectionId), here);
  }, [connectionId, params, setParams]);
  useLayoutEffect(() => () => remember(`${LAST} now`, ''), []);
}
