/** Names the source of every event of the contract. */
import type { PayloadOf } from '../../shared/contract/index.ts';
import type { AppCommand } from '../../shared/model/app.ts';
import type { Subscribable } from '../platform/ports.ts';
import type { Services } from './handlers.ts';
import type { Sources } from './publish.ts';

/** Events of the shell: menu commands, the token whose notification a person clicked, and the page that a link or a file opens. */
export interface ShellEvents {
  readonly commands: Subscribable<AppCommand>;
  readonly shownTokens: Subscribable<PayloadOf<'app', 'onShowToken'>>;
  readonly shownPages: Subscribable<PayloadOf<'app', 'onShowPage'>>;
}

export const buildSources = (services: Services, { commands, shownTokens, shownPages }: ShellEvents): Sources => ({
  app: {
    onPreferences: services.preferences.changed,
    onInfo: services.app.infoChanged,
    onCommand: commands,
    onShowToken: shownTokens,
    onShowPage: shownPages,
  },
  connections: { onChanged: services.connections.changed },
  tokens: { onChanged: services.tokens.changed },
  traffic: {
    onRates: services.rates.changed,
    onRecorded: services.journal.recorded,
    onJournal: services.journal.changed,
    onPending: services.pending.changed,
    onExport: services.journal.exportProgress,
  },
  tasks: { onChanged: services.tasks.changed },
  listings: { onStatus: services.listings.changed },
  availability: { onSearches: services.searches.changed },
  quotes: { onChanged: services.quotes.changed },
  guests: { onChanged: services.guests.changed },
  booking: { onNotes: services.bookingNotes.changed },
  offers: { onSent: services.offers.sentChanged },
  cases: { onChanged: services.cases.store.changed },
  deletions: { onChanged: services.deletions.changed },
  doctor: { onReading: services.pasted.progress, onProbe: services.access.probing },
  sandbox: { onState: services.sandbox.changed },
  training: { onState: services.training.changed },
  updates: { onStatus: services.updates.changed },
});
