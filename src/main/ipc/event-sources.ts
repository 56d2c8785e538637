/** Names the source of every event of the contract. */
import type { AppCommand } from '../../shared/model/app.ts';
import type { ShownPage } from '../../shared/model/opening.ts';
import type { Subscribable } from '../platform/ports.ts';
import type { Services } from './handlers.ts';
import type { Sources } from './publish.ts';

/** Events of the shell: menu commands, and the page that a link, a file or a notification opens. */
export interface ShellEvents {
  readonly commands: Subscribable<AppCommand>;
  readonly shownPages: Subscribable<ShownPage>;
}

export const buildSources = (services: Services, { commands, shownPages }: ShellEvents): Sources => ({
  app: {
    onPreferences: services.preferences.changed,
    onInfo: services.app.infoChanged,
    onCommand: commands,
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
  calendars: { onStatus: services.calendars.changed },
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
  programs: { onChanged: services.programs.changed },
  lock: { onChanged: services.lock.changed },
  team: { onChanged: services.teams.changed },
  network: { onChanged: services.network.changed },
});
