/** Opens the console after Electron is ready: hardens it, opens a window, composes the services, and prepares the quit. */

import { join } from 'node:path';
import { app, ipcMain, protocol } from 'electron';
import type { Handlers } from '../shared/contract/index.ts';
import type { AppCommand } from '../shared/model/app.ts';
import type { ShownPage } from '../shared/model/opening.ts';
import { SECOND_MS } from '../shared/time/units.ts';
import type { Console } from './console.ts';
import { BUNDLE_PAGE, trustedSender } from './ipc/check-message.ts';
import { buildSources } from './ipc/event-sources.ts';
import { buildHandlers } from './ipc/handlers.ts';
import { publishAll, publisher, type ReceivingWindows } from './ipc/publish.ts';
import { registerIpc } from './ipc/register.ts';
import { lockedDesktop } from './lock/locked-desktop.ts';
import { closeQuestions, holdChoicesWhile } from './platform/electron/ask.ts';
import { bundlesFolder, pathsOf, systemKit, systemLog } from './platform/electron/kit.ts';
import { Emitter } from './platform/emitter.ts';
import { GivenFiles } from './platform/given-files.ts';
import type { PlatformKit } from './platform/kit.ts';
import { START_WAIT_MS, waitAtMost } from './platform/wait-at-most.ts';
import { followPreferences, storedAppearance } from './shell/appearance.ts';
import { bundleHandler } from './shell/bundle.ts';
import { clearCopiedGuest, desktop } from './shell/desktop.ts';
import { DesktopWatch } from './shell/desktop-watch.ts';
import { endWhenUnused } from './shell/end-when-unused.ts';
import { harden } from './shell/harden.ts';
import {
  closeBeforeQuit,
  describeApplication,
  giveUp,
  logUncaught,
  quitOnSignals,
  quitWithLastWindow,
} from './shell/life.ts';
import type { Opening } from './shell/opening.ts';
import { type Openings, registerLinks } from './shell/openings.ts';
import { PrintViews } from './shell/print-views.ts';
import { SCHEME } from './shell/scheme.ts';
import { connectionOf, Windows } from './shell/window.ts';

/** Opens the app with its first window. Shows an error that prevents the start to the person, and then ends the app. */
export async function open(openings: Openings): Promise<void> {
  const log = systemLog(pathsOf(app.getPath('userData')));
  logUncaught(log);
  quitOnSignals(process);
  const development = !app.isPackaged;
  const address = development ? process.env.ELECTRON_RENDERER_URL : undefined;
  const developmentPage = address ? new URL(address) : null;
  harden({ log, developmentOrigin: developmentPage?.origin ?? null });
  try {
    await openWindow({ kit: systemKit(log), openings, developmentPage, development });
  } catch (error) {
    giveUp(error, log);
  }
}

interface OpenOptions {
  readonly kit: PlatformKit;
  readonly openings: Openings;
  /** The address of the development server's page; `null` in the built application. */
  readonly developmentPage: URL | null;
  readonly development: boolean;
}

/** Opens the first window while the console is composed; calls of the window wait for the console. */
async function openWindow({ kit, openings, developmentPage, development }: OpenOptions): Promise<void> {
  const { log, random } = kit;
  const composing = Promise.withResolvers<Console>();
  const drawn = Promise.withResolvers<void>();
  // Marks the rejection as handled: each caller sees it, and `giveUp` shows it to the person.
  composing.promise.catch(() => {});
  const preload = join(bundlesFolder(), 'preload', 'index.cjs');
  let endSession = (): void => {};
  const sessionEnds = (): void => endSession();
  const developmentUrl = developmentPage?.href ?? null;
  let lock: Console['services']['lock'] | null = null;
  // Until the console is composed, every call waits.
  const isLocked = (): boolean => lock?.isLocked === true;
  holdChoicesWhile(isLocked);
  const windows = new Windows({ preload, developmentUrl, development, isLocked, log, sessionEnds });
  let hasAsked = false;
  /** The windows that receive events: none before the first call of any page. No event is missed, because the answer to that call contains the state. */
  const listeners: ReceivingWindows = {
    contents: () => (hasAsked ? windows.contents() : []),
    front: () => (hasAsked ? windows.front() : null),
  };

  const stops: (() => void)[] = [];
  composing.promise.then(
    ({ services }) => {
      lock = services.lock;
      stops.push(hideWhileLocked(services, windows));
    },
    () => {},
  );
  const pictures: Console['pictures'] = async (id) => {
    const { pictures: pictureOf } = await composing.promise;
    return isLocked() ? null : pictureOf(id);
  };
  const printViews = new PrintViews();
  const prints = (id: string): string | null => printViews.page(id);
  const pageServed = Promise.withResolvers<void>();
  const root = join(bundlesFolder(), 'renderer');
  protocol.handle(SCHEME, bundleHandler({ root, pictures, prints, onServed: () => setImmediate(pageServed.resolve) }));
  const commands = new Emitter<AppCommand>();
  const shownPages = new Emitter<ShownPage>();
  const givenFiles = new GivenFiles(random);
  // Publishing begins before the first answer, so that no change between them is missed.
  const publishing = composing.promise.then(({ services }) =>
    publishAll(
      buildSources(services, { commands, shownPages }),
      publisher({ windows: listeners, isLocked, log, random }),
    ),
  );
  const handlers = publishing.then(async () => {
    const { services } = await composing.promise;
    const own = { windows, printViews, givenFiles, isLocked, drawn: drawn.resolve };
    return openingAfter(pageServed.promise, kit.clock, handlersOf(services, own));
  });
  const recordUse = (input: unknown): void =>
    void composing.promise.then((composed) => composed.recordUse(input)).catch(() => {});
  const isTrustedSender = trustedSender((id) => windows.isOwn(id), developmentPage ?? BUNDLE_PAGE);
  const called = (input: unknown): void => {
    hasAsked = true;
    recordUse(input);
  };
  const { pageGone } = windows;
  registerIpc(handlers, { ipc: ipcMain, isTrustedSender, pageGone, called, isLocked, log, random });
  app.on('browser-window-focus', (_event, focused) => recordUse({ connectionId: connectionOf(focused) }));
  let keepsRunning = (): boolean => false;
  quitWithLastWindow(windows, () => keepsRunning());
  const close = async (): Promise<void> => {
    for (const stop of stops) stop();
    // At once, because a clipboard that does not answer must not keep the console from closing its files.
    await Promise.all([clearCopiedGuest().catch(() => {}), composing.promise.then((composed) => composed.close())]);
  };
  let install = (_quit: () => void): boolean => false;
  endSession = closeBeforeQuit({ close, install: (quit) => install(quit) }, kit.clock, log);
  describeApplication(kit.versions.app);
  const themeApplied = followPreferences({
    appearance: storedAppearance(kit.document('preferences')),
    zoom: (factor) => windows.zoom(factor),
    preferences: composing.promise.then(({ services }) => services.preferences),
    command(chosen) {
      if (chosen === 'lock' && lock?.lock().phase === 'locked') return;
      if (windows.front()) commands.emit(chosen);
      else windows.open();
    },
    development,
    log,
  });
  const first = openings.follow((opening) => {
    const shown = opening && shownBy(opening, givenFiles);
    const listens = windows.show(shown ? { hash: hashOf(shown) } : {});
    if (shown && listens) shownPages.emit(shown);
  });
  const windowOpened = Promise.withResolvers<void>();
  app.once('browser-window-created', () => windowOpened.resolve());
  const hasWindow = !openings.isBackground || first !== null;
  if (hasWindow) windows.open(first ? { hash: hashOf(shownBy(first, givenFiles)) } : {});
  else drawn.resolve();
  registerLinks();
  // Main's other work waits no longer for the first page.
  kit.clock.after(5 * SECOND_MS, drawn.resolve);

  // Imported after the window opens, because this import loads most of main's code.
  import('./compose.ts')
    .then(({ compose }) => compose(kit, drawn.promise, windowOpened.promise))
    .then(composing.resolve, composing.reject);
  composing.promise.then(({ begin }) => begin()).catch(() => {});
  const { services } = await composing.promise;
  const { gateway, preferences } = services;
  keepsRunning = () => preferences.get().desktop.includes('programs');
  const quit = (): void => app.quit();
  if (!hasWindow) {
    const stop = endWhenUnused({ clock: kit.clock, askedAt: () => gateway.askedAt, keepsRunning, quit });
    void windowOpened.promise.then(stop);
    stops.push(stop);
  }
  install = (quit) => services.updates.install(quit);
  stops.push(await publishing);
  await themeApplied;
  await watchDesktop({ kit, services, windows, shownPages, stops, quit });
}

interface Parts {
  readonly windows: Windows;
  readonly printViews: PrintViews;
  readonly givenFiles: GivenFiles;
  readonly isLocked: () => boolean;
  readonly drawn: () => void;
}

/** The handlers of all calls, with what this process does on the desktop for them. */
const handlersOf = (services: Console['services'], { windows, printViews, givenFiles, isLocked, drawn }: Parts) =>
  buildHandlers(services, {
    ...desktop,
    ...lockedDesktop({ ...desktop, printPdf: (html) => printViews.pdf(html) }, isLocked),
    openWindow: (connectionId) => windows.open({ connectionId }),
    keepTyped: (contentsId, { key, value }) => windows.typed.keep(contentsId, key, value),
    takeTyped: (contentsId) => windows.typed.take(contentsId),
    drawn(contentsId) {
      windows.drawn(contentsId);
      drawn();
    },
    givenFile: (id) => givenFiles.path(id),
  });

/** Returns the handlers with an `opening` that waits for `pageServed`: the page calls it before it has its files, which go first. */
function openingAfter(pageServed: Promise<void>, clock: PlatformKit['clock'], handlers: Handlers): Handlers {
  const opening: typeof handlers.app.opening = async (input) => {
    await waitAtMost(clock, START_WAIT_MS, pageServed);
    return handlers.app.opening(input);
  };
  return { ...handlers, app: { ...handlers.app, opening } };
}

/** Empties every window when the app is locked, and hides the windows from recordings if the person chose it. The returned function stops this. */
function hideWhileLocked({ lock, preferences }: Console['services'], windows: Windows): () => void {
  let wasLocked = lock.isLocked;
  const follow = (): void => windows.hideFromCapture(preferences.get().lock.hidesFromCapture);
  follow();
  const stops = [
    preferences.changed.subscribe(follow),
    lock.changed.subscribe(() => {
      if (lock.isLocked && !wasLocked) {
        closeQuestions();
        void clearCopiedGuest();
        windows.loadAgain();
      }
      wasLocked = lock.isLocked;
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

interface Watched {
  readonly kit: PlatformKit;
  readonly services: Console['services'];
  readonly windows: Windows;
  readonly shownPages: Emitter<ShownPage>;
  readonly stops: (() => void)[];
  readonly quit: () => void;
}

/** Begins the notifications, and shows the pages that they and programs ask for. Adds to `stops` what ends this. */
async function watchDesktop({ kit, services, windows, shownPages, stops, quit }: Watched): Promise<void> {
  const { connections, gateway } = services;
  const showPage = (shown: ShownPage, connectionId: string | null): void => {
    const place = { hash: hashOf(shown), ...(connectionId === null ? {} : { connectionId }) };
    if (windows.show(place, connections.snapshot().currentId)) shownPages.emit(shown);
  };
  const watch = new DesktopWatch({
    ...services,
    shown: kit.document('shown-notices'),
    clock: kit.clock,
    log: kit.log,
    show: (target) => {
      if (target === null) {
        windows.show();
        return;
      }
      const { connectionId, ...page } = target;
      showPage({ ...page, given: null }, connectionId);
    },
    quit,
  });
  stops.push(() => watch.stop());
  stops.push(
    gateway.prepared.subscribe(({ connectionId, quoteId, form }) =>
      showPage({ page: 'quotes', given: null, id: quoteId, form }, connectionId),
    ),
  );
  await watch.start();
}

const shownBy = (opening: Opening, givenFiles: GivenFiles): ShownPage =>
  opening.kind === 'bundle'
    ? { page: 'cases', given: givenFiles.add(opening.path), id: null }
    : { page: opening.page, given: null, id: null };

function hashOf({ page, given, id, form }: ShownPage): string {
  const search = new URLSearchParams({
    ...(given === null ? {} : { given }),
    ...(id === null ? {} : { id }),
    ...(form ? { plan: form.plan, hold: String(form.holdHours) } : {}),
  });
  return `#/${page}${search.size === 0 ? '' : `?${search}`}`;
}
