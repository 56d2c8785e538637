/** The handlers of the guests that the app remembers. */
import type { HandlersOf } from '../../shared/contract/index.ts';
import { type Desktop, toChosenFile } from '../platform/desktop.ts';
import type { GuestStore } from './guest-store.ts';

export interface GuestServices {
  readonly guests: GuestStore;
}

export const guestHandlers = (
  { guests }: GuestServices,
  desktop: Desktop,
): Pick<HandlersOf<'guests'>, 'suggest' | 'list' | 'get' | 'ofQuote' | 'remember' | 'merge' | 'exportCsv'> => ({
  suggest: ({ connectionId, search }) => guests.suggest(connectionId, search),
  list: ({ connectionId, search, offset, limit }) => guests.list(connectionId, search, offset, limit),
  get: ({ connectionId, id }) => guests.get(connectionId, id),
  ofQuote: ({ connectionId, quoteId }) => guests.ofQuote(connectionId, quoteId),
  remember: ({ connectionId, guest, quoteIds }) => guests.remember(connectionId, guest, quoteIds),
  merge: ({ connectionId, ...both }) => guests.merge(connectionId, both),
  exportCsv: ({ connectionId }) =>
    toChosenFile(desktop, { suggestedName: 'guests.csv', kind: 'CSV', extension: 'csv' }, (path) =>
      guests.writeCsv(connectionId, path),
    ),
});
