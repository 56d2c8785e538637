/** The handlers of the application itself. */
import type { HandlersOf } from '../../shared/contract/index.ts';
import { nothing } from '../../shared/contract/outputs.ts';
import { clipboardTable } from '../platform/csv/clipboard-table.ts';
import { copyRows, type Desktop, toChosenFile } from '../platform/desktop.ts';
import { writeFile } from '../platform/part-file.ts';
import type { Administrator } from '../policies/administrator.ts';
import type { Application } from './application.ts';
import type { CompanyNetwork } from './company-network.ts';
import type { Preferences } from './preferences.ts';
import type { SecretProtection } from './secret-protection.ts';

export interface AppServices {
  readonly app: Application;
  readonly network: CompanyNetwork;
  readonly administrator: Administrator;
  readonly preferences: Preferences;
  readonly protection: SecretProtection;
}

export const appHandlers = (
  { app, administrator, preferences, protection }: AppServices,
  desktop: Desktop,
): HandlersOf<'app'> => ({
  opening: ({ connectionId }) => app.opening(connectionId),
  drawn: (_nothing, { callerId }) => nothing(desktop.drawn(callerId)),
  info: () => app.info(),
  notices: () => app.notices(),
  report: () => app.report(),
  saveReport: ({ text }) =>
    toChosenFile(desktop, { suggestedName: 'latchkey-report.txt', kind: 'Text', extension: 'txt' }, (path) =>
      writeFile(path, async (file) => {
        await file.write(text);
        return text.split('\n').length;
      }),
    ),
  checkProtection: () => protection.check(),
  policies: () => administrator.state(),
  preferences: () => preferences.get(),
  setPreferences: (changes) => app.setPreferences(changes),
  copyText: ({ text, ofGuest = false }) =>
    nothing(desktop.copyText(text, ofGuest ? preferences.clearsGuestsAfterMs : null)),
  copyTable: (rows) => copyRows(desktop, clipboardTable(rows)),
  openLink: ({ url }) => nothing(desktop.openLink(url)),
  keepTyped: (text, { callerId }) => nothing(desktop.keepTyped(callerId, text)),
  takeTyped: (_nothing, { callerId }) => desktop.takeTyped(callerId),
  openWindow: ({ connectionId }) => nothing(desktop.openWindow(connectionId)),
});

export const networkHandlers = ({ network }: Pick<AppServices, 'network'>): HandlersOf<'network'> => ({
  state: () => network.state(),
  routes: () => network.routes(),
  signIn: (login) => network.signIn(login),
  signOut: () => network.signOut(),
});
