/** The handlers of the guests that the app remembers. */
import type { HandlersOf } from '../../shared/contract/index.ts';
import { toChosenTable } from '../platform/csv/write-table.ts';
import type { Desktop } from '../platform/desktop.ts';
import type { GuestStore } from './guest-store.ts';

export interface GuestServices {
  readonly guests: GuestStore;
}

export const guestHandlers = (
  { guests }: GuestServices,
  desktop: Desktop,
): Pick<HandlersOf<'guests'>, 'suggest' | 'get' | 'ofQuote' | 'remember' | 'merge' | 'exportTable'> => ({
  suggest: ({ connectionId, search }) => guests.suggest(connectionId, search),
  get: ({ connectionId, id }) => guests.get(connectionId, id),
  ofQuote: ({ connectionId, quoteId }) => guests.ofQuote(connectionId, quoteId),
  remember: ({ connectionId, guest, quoteIds }) => guests.remember(connectionId, guest, quoteIds),
  merge: ({ connectionId, ...both }) => guests.merge(connectionId, both),
  exportTable: ({ connectionId, format }) =>
    toChosenTable(desktop, 'guests', format, (file) => guests.writeTable(connectionId, file)),
});
