/** The names of the guests of our own bookings in view, for the bars of the calendars. */

import { useQueries } from '@tanstack/react-query';
import { ask } from '../../ipc/client.ts';
import { fullNameOf } from '../../text/guest-name.ts';
import type { GuestNames } from './night-text.ts';

/** Returns the known names by quote. A guest who cannot be read has none. */
export const useGuestNames = (connectionId: string, quoteIds: readonly string[]): GuestNames =>
  useQueries({
    queries: quoteIds.map((quoteId) => ask('guests', 'ofQuote', { connectionId, quoteId })),
    combine: (answers) =>
      Object.fromEntries(
        answers.flatMap(({ data: guest }, at) => {
          const name = guest ? fullNameOf(guest) : '';
          return name === '' ? [] : [[quoteIds[at] ?? '', name]];
        }),
      ),
  });
