/** The source of every event of the contract. */
import type { AppCommand, AppInfo } from '../../shared/model/app.ts';
import type { Subscribable } from '../platform/ports.ts';
import type { Sources } from './publish.ts';
import type { Services } from './services.ts';

export const buildSources = (services: Services, commands: Subscribable<AppCommand>): Sources => ({
  app: { onPreferences: services.preferences.changed, onInfo: infoChanged(services), onCommand: commands },
  connections: { onChanged: services.vault.changed },
  tokens: { onChanged: services.tokens.changed },
  traffic: { onRates: services.rates.changed, onRecorded: services.journal.recorded },
  listings: { onStatus: services.listings.changed },
  quotes: { onChanged: services.quotes.changed },
  sandbox: { onState: services.sandbox.changed },
});

/** What the console tells about itself changes with the preferences: the opt-in decides whether secrets are stored. */
const infoChanged = (services: Services): Subscribable<AppInfo> => ({
  subscribe: (listener) => services.preferences.changed.subscribe(() => void services.info().then(listener)),
});
