/** The handlers of recorded exchanges. */
import type { HandlersOf } from '../../shared/contract/index.ts';
import { nothing } from '../../shared/contract/outputs.ts';
import { type Desktop, toChosenFile } from '../platform/desktop.ts';
import type { Clearing } from './clearing.ts';
import type { Journal } from './journal.ts';

export interface JournalServices {
  readonly journal: Journal;
  readonly clearing: Clearing;
  readonly appVersion: string;
}

export const journalHandlers = ({ journal, clearing, appVersion }: JournalServices, desktop: Desktop) =>
  ({
    exchanges: (query) => journal.page(query),
    facets: ({ connectionId }) => journal.facets(connectionId),
    timeline: (query) => journal.timeline(query),
    exchange: ({ id }) => journal.get(id),
    chain: ({ chainId }) => journal.chain(chainId),
    clear: async ({ connectionId }) => {
      const deletionId = await clearing.clear(connectionId);
      return deletionId === null ? null : { deletionId };
    },
    exportHar: (selection) =>
      toChosenFile(desktop, { suggestedName: 'latchkey-traffic.har', kind: 'HAR', extension: 'har' }, (path) => {
        const { keepGuests, keepTexts } = journal.choices;
        return journal.exportHar({ path, selection, version: appVersion, rules: { keepGuests, keepTexts } });
      }),
    cancelExport: () => nothing(journal.cancelExport()),
    journal: () => journal.state(),
  }) satisfies Partial<HandlersOf<'traffic'>>;
