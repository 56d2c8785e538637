/** Opens the windows. Each is sandboxed and isolated, and is shown when its page is ready. */
import { BrowserWindow, dialog, screen } from 'electron';
import { invalidInput } from '../../shared/app-error.ts';
import { MINUTE_MS, SECOND_MS } from '../../shared/time/units.ts';
import { Emitter } from '../platform/emitter.ts';
import { machineClock, machineMonotonic } from '../platform/machine.ts';
import type { Log, Subscribable } from '../platform/ports.ts';
import { offerContextMenu } from './context-menu.ts';
import { PAGE_URL } from './scheme.ts';
import { backgroundColor, onThemeChanged } from './theme.ts';
import { TypedTexts } from './typed-texts.ts';

export interface WindowOptions {
  readonly preload: string;
  /** The address of the development server's page; `null` in the built application. */
  readonly developmentUrl: string | null;
  readonly development: boolean;
  /** Whether the app is locked: then no page gets an event. */
  readonly isLocked: () => boolean;
  readonly log: Log;
  /** Called on Windows when the person signs out or the computer shuts down, which emits no `before-quit`. */
  readonly sessionEnds: () => void;
}

export interface WindowPlace {
  /** The connection of the page; by default the last chosen one. */
  readonly connectionId?: string;
  /** The part of the address that the page's router reads. */
  readonly hash?: string;
}

/** The maximum number of windows, because a page can ask for windows. */
const MAX_WINDOWS = 12;
/** The time after which a page that does not load again for the lock counts as hanging. */
const RELOAD_WAIT_MS = 5 * SECOND_MS;
/** The offset of a new window from the front one, so that both are visible. */
const CASCADE_PX = 32;

/** Returns the connection id in the address of a window's page; `null` when there is none. */
export const connectionOf = ({ webContents }: BrowserWindow): string | null =>
  URL.parse(webContents.getURL())?.searchParams.get('connection') ?? null;

/** Opens, finds and shows windows. When none is open (macOS keeps the application running), `show` opens one. */
export class Windows {
  /** Holds the typed texts of the open windows. */
  readonly typed = new TypedTexts();
  readonly #options: WindowOptions;
  readonly #pageGone = new Emitter<number>();
  /** The ids of contents whose page listens to events. */
  readonly #drawn = new Set<number>();
  /** The open windows in the order of their focus, the last focused one at the end. */
  readonly #open = new Set<BrowserWindow>();
  #zoomFactor = 1;
  #isHidden = false;
  /** The window whose size and position are stored. */
  #main: BrowserWindow | null = null;

  constructor(options: WindowOptions) {
    this.#options = options;
    this.#pageGone.subscribe((id) => this.#drawn.delete(id));
    onThemeChanged((background) => {
      for (const window of this.#open) window.setBackgroundColor(background);
    });
  }

  /** Emits the id of web contents whose page is closed, crashes or is replaced by another page. */
  get pageGone(): Subscribable<number> {
    return this.#pageGone;
  }

  zoom(factor: number): void {
    this.#zoomFactor = factor;
    for (const contents of this.contents()) contents.setZoomFactor(factor);
  }

  /** Loads each page again, so that none of its data stays in its process. What was typed comes back when the app is unlocked. */
  loadAgain(): void {
    for (const contents of this.contents()) {
      this.typed.ended(contents.id, 'locked');
      contents.reload();
    }
    for (const window of this.#open) if (!window.isDestroyed()) hideUntilLoaded(window);
  }

  /** Hides the windows from programs that record the screen, where the system can do so. */
  hideFromCapture(isHidden: boolean): void {
    this.#isHidden = isHidden;
    for (const window of this.#open) window.setContentProtection(isHidden);
  }

  contents(): Electron.WebContents[] {
    return [...this.#open].filter((window) => !window.isDestroyed()).map(({ webContents }) => webContents);
  }

  /** The contents of the last focused window; `null` while no window is open. */
  front(): Electron.WebContents | null {
    return this.contents().at(-1) ?? null;
  }

  isOwn(contentsId: number): boolean {
    return this.contents().some(({ id }) => id === contentsId);
  }

  /**
   * Brings the last focused window of the place's connection to the front, or of any connection if the place has none. Without such a window, opens
   * one at `place`. Returns true when the page listens, so that the caller sends it the place; a page that is locked or not drawn yet gets the place
   * in its address. `currentId` is the connection of windows whose address names none.
   */
  show(place: WindowPlace = {}, currentId: string | null = null): boolean {
    const isWanted = (window: BrowserWindow): boolean =>
      place.connectionId === undefined || (connectionOf(window) ?? currentId) === place.connectionId;
    const all = [...this.#open];
    const window = all.findLast(isWanted) ?? (all.length < MAX_WINDOWS ? undefined : all.at(-1));
    if (window === undefined) {
      this.open(place);
      return false;
    }
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
    this.#toFront(window);
    const { hash } = place;
    const listens = this.#drawn.has(window.webContents.id) && !this.#options.isLocked();
    if (hash !== undefined && !listens) this.#load(window, withHash(window, hash));
    return listens;
  }

  /** Notes that the page of web contents has drawn its first page, so it listens to events. */
  drawn(contentsId: number): void {
    this.#drawn.add(contentsId);
  }

  /** Moves the focused window to the end of `#open`, which keeps insertion order. */
  #toFront(window: BrowserWindow): void {
    if (this.#open.delete(window)) this.#open.add(window);
  }

  /** Opens another window. Throws AppError `invalidInput` when MAX_WINDOWS are open. */
  open({ connectionId, hash = '' }: WindowPlace = {}): void {
    if (this.#open.size >= MAX_WINDOWS) throw invalidInput('', `${MAX_WINDOWS} windows are open. Close one first.`);
    const { developmentUrl } = this.#options;
    const window = this.#make();
    this.#open.add(window);
    if (this.#isHidden) window.setContentProtection(true);
    window.once('ready-to-show', () => window.show());
    window.on('focus', () => this.#toFront(window));
    window.on('closed', () => {
      this.#open.delete(window);
      if (this.#main === window) this.#main = null;
    });
    window.on('session-end', this.#options.sessionEnds);
    this.#watch(window);
    offerContextMenu(window);
    const search = connectionId === undefined ? '' : `?${new URLSearchParams({ connection: connectionId })}`;
    this.#load(window, `${developmentUrl ?? PAGE_URL}${search}${hash}`);
  }

  #load(window: BrowserWindow, url: string): void {
    const { log } = this.#options;
    window.loadURL(url).catch((error: unknown) => log.error('the page did not load', { error }));
  }

  #make(): BrowserWindow {
    const { preload, development } = this.#options;
    const front = [...this.#open].at(-1);
    const isMain = this.#main === null;
    const window = new BrowserWindow({
      // A name may belong to only one window at a time.
      ...(isMain ? { name: 'main', windowStatePersistence: true } : {}),
      title: 'Latchkey',
      width: 1280,
      height: 800,
      ...(front ? cascaded(front.getBounds()) : {}),
      minWidth: 900,
      minHeight: 640,
      show: false,
      backgroundColor: backgroundColor(),
      webPreferences: {
        preload,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        nodeIntegrationInWorker: false,
        nodeIntegrationInSubFrames: false,
        webviewTag: false,
        webSecurity: true,
        navigateOnDragDrop: false,
        disableDialogs: true,
        spellcheck: false,
        devTools: development,
        zoomFactor: this.#zoomFactor,
      },
    });
    if (isMain) this.#main = window;
    return window;
  }

  /** Emits the end of the page, and loads a page again whose process ended by itself. */
  #watch(window: BrowserWindow): void {
    const { log } = this.#options;
    const { webContents: contents } = window;
    const { id } = contents;
    let stoppedAt = Number.NEGATIVE_INFINITY;
    contents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
      if (isMainFrame && !isSameDocument) this.#pageGone.emit(id);
    });
    contents.on('destroyed', () => {
      this.#pageGone.emit(id);
      this.typed.forget(id);
    });
    contents.on('unresponsive', () => log.warn('the page does not respond'));
    contents.on('render-process-gone', (_event, { reason, exitCode }) => {
      log.error('the page is gone', { reason, exitCode });
      this.#pageGone.emit(id);
      if (reason === 'clean-exit') return;
      this.typed.ended(id, 'stopped');
      const now = machineMonotonic();
      const isAgain = now - stoppedAt < MINUTE_MS;
      stoppedAt = now;
      if (isAgain) void askToReload(window);
      else contents.reload();
    });
  }
}

/** The address of a window's page with another hash. Loading it stays in the same document. */
function withHash({ webContents }: BrowserWindow, hash: string): string {
  const url = new URL(webContents.getURL());
  url.hash = hash;
  return url.href;
}

/**
 * Makes a window invisible until its emptied page is loaded: a computer that goes to sleep in between would show the old page when it wakes. Ends the
 * process of a page that hangs, which loads it again.
 */
function hideUntilLoaded(window: BrowserWindow): void {
  const { webContents: contents } = window;
  // Linux ignores the opacity.
  const isUnmapped = process.platform === 'linux' && window.isVisible();
  const hadFocus = window.isFocused();
  window.setOpacity(0);
  if (isUnmapped) window.hide();
  const loaded = machineClock.after(RELOAD_WAIT_MS, () => contents.forcefullyCrashRenderer());
  contents.once('did-finish-load', () => {
    loaded();
    if (window.isDestroyed()) return;
    window.setOpacity(1);
    if (isUnmapped) hadFocus ? window.show() : window.showInactive();
  });
  contents.once('destroyed', loaded);
}

/** Asks a person before a window is loaded again that stopped twice within a minute, because it might do so for ever. */
async function askToReload(window: BrowserWindow): Promise<void> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    title: 'Latchkey',
    message: 'This window stopped working twice.',
    detail: 'Load it again, or close it. Notes, drafts and forms are kept until you close it. Tasks go on.',
    buttons: ['Load again', 'Close the window'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  if (window.isDestroyed()) return;
  if (response === 0) window.webContents.reload();
  else window.close();
}

/** Returns bounds that are offset from a window's, or are in the display's corner again if they would cross its edge. */
function cascaded(bounds: Electron.Rectangle): Electron.Rectangle {
  const { workArea } = screen.getDisplayMatching(bounds);
  const { width, height } = bounds;
  const offset = { x: bounds.x + CASCADE_PX, y: bounds.y + CASCADE_PX };
  const fits = offset.x + width <= workArea.x + workArea.width && offset.y + height <= workArea.y + workArea.height;
  return { ...(fits ? offset : { x: workArea.x, y: workArea.y }), width, height };
}
