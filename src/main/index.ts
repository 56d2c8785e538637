/** The main process: harden, ready, compose, quit. */
import { join } from 'node:path';
import { app, ipcMain, protocol } from 'electron';
import type { AppCommand } from '../shared/model/app.ts';
import { compose } from './compose.ts';
import type { Console } from './console.ts';
import { buildHandlers } from './ipc/build-handlers.ts';
import { buildSources } from './ipc/build-sources.ts';
import { publishAll, publisher } from './ipc/publish.ts';
import { registerIpc } from './ipc/register.ts';
import { BUNDLE_PAGE, trustedSender } from './ipc/sender.ts';
import { pathsOf, systemKit, systemLog } from './platform/electron/kit.ts';
import { Emitter } from './platform/emitter.ts';
import type { PlatformKit } from './platform/kit.ts';
import { followPreferences } from './shell/appearance.ts';
import { bundleHandler } from './shell/bundle.ts';
import { desktop } from './shell/desktop.ts';
import { harden, hardenSessions } from './shell/harden.ts';
import { closeBeforeQuit, describeApplication, giveUp, keepOneWindow, logUncaught } from './shell/life.ts';
import { SCHEME } from './shell/scheme.ts';
import { TokenWatch } from './shell/token-watch.ts';
import { chooseUserData } from './shell/user-data.ts';
import { MainWindow } from './shell/window.ts';

chooseUserData();
const development = !app.isPackaged;
const developmentPage =
  development && process.env.ELECTRON_RENDERER_URL ? new URL(process.env.ELECTRON_RENDERER_URL) : null;
const log = systemLog(pathsOf(app.getPath('userData')));

if (app.requestSingleInstanceLock()) {
  logUncaught(log);
  const hardening = { log, developmentOrigin: developmentPage?.origin ?? null };
  harden(hardening);
  app
    .whenReady()
    .then(async () => {
      hardenSessions(hardening);
      const kit = systemKit(log);
      await open(await compose(kit), kit);
    })
    .catch((error: unknown) => giveUp(error, log));
} else {
  app.quit();
}

/** Connects the composed console to a window and opens it. */
async function open(composed: Console, kit: PlatformKit): Promise<void> {
  const { services, pictures } = composed;
  const { random } = kit;
  protocol.handle(SCHEME, bundleHandler({ root: join(import.meta.dirname, '../renderer'), pictures }));

  const preload = join(import.meta.dirname, '../preload/index.cjs');
  const window = new MainWindow({ preload, developmentUrl: developmentPage?.href ?? null, development, log });
  const contents = () => window.contents();
  const isTrustedSender = trustedSender(contents, developmentPage ?? BUNDLE_PAGE);
  registerIpc(buildHandlers(services, desktop), {
    ipc: ipcMain,
    isTrustedSender,
    pageGone: window.pageGone,
    called: composed.used,
    log,
    random,
  });
  app.on('browser-window-focus', () => composed.used(null));
  const commands = new Emitter<AppCommand>();
  const shownTokens = new Emitter<{ credentialId: string }>();
  const sources = buildSources(services, { commands, shownTokens });
  const stopPublishing = publishAll(sources, publisher({ contents, log, random }));

  const command = (chosen: AppCommand): void => commands.emit(chosen);
  await followPreferences({ preferences: services.preferences, command, development, log });
  describeApplication(kit.versions.app);
  keepOneWindow(window);
  const watch = new TokenWatch({
    preferences: services.preferences,
    connections: services.vault,
    tokens: services.tokens,
    clock: kit.clock,
    log,
    show: (credentialId) => {
      window.show(credentialId === null ? '' : `#/token?${new URLSearchParams({ id: credentialId })}`);
      if (credentialId !== null) shownTokens.emit({ credentialId });
    },
    quit: () => app.quit(),
  });
  await watch.start();
  const close = (): Promise<void> => {
    watch.stop();
    stopPublishing();
    return composed.close();
  };
  closeBeforeQuit(close, kit.clock, log);
  window.open();
}
