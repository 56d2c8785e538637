/** The one window: sandboxed, isolated, shown when its page is ready. */
import { BrowserWindow } from 'electron';
import { Emitter } from '../platform/emitter.ts';
import type { Log, Subscribable } from '../platform/ports.ts';
import { PAGE_URL } from './scheme.ts';
import { backgroundColor, onThemeChanged } from './theme.ts';

export interface WindowOptions {
  /** Absolute path of the built preload. */
  readonly preload: string;
  /** The development server's page instead of the built one; null in the built application. */
  readonly developmentUrl: string | null;
  readonly development: boolean;
  readonly log: Log;
}

/** Opens, finds and shows the window; after it was closed (macOS keeps the application), `show` opens a new one. */
export class MainWindow {
  readonly #options: WindowOptions;
  readonly #pageGone = new Emitter<number>();
  #window: BrowserWindow | null = null;
  #crashed = false;

  constructor(options: WindowOptions) {
    this.#options = options;
    onThemeChanged((background) => this.#window?.setBackgroundColor(background));
  }

  /** The ids of web contents whose page goes away: it is closed, crashes, or another one is loaded in its place. */
  get pageGone(): Subscribable<number> {
    return this.#pageGone;
  }

  /** The contents of the window, or null while there is none. */
  contents(): Electron.WebContents | null {
    return this.#window === null || this.#window.isDestroyed() ? null : this.#window.webContents;
  }

  /** Brings the window to the front. Without a window, opens one at `path`, an address inside the page. */
  show(path = ''): void {
    if (this.#window === null) {
      this.open(path);
      return;
    }
    if (this.#window.isMinimized()) this.#window.restore();
    this.#window.show();
    this.#window.focus();
  }

  open(path = ''): void {
    const { developmentUrl, development, log } = this.#options;
    const window = new BrowserWindow({
      name: 'main',
      windowStatePersistence: true,
      title: 'Latchkey',
      width: 1280,
      height: 800,
      minWidth: 900,
      minHeight: 640,
      show: false,
      backgroundColor: backgroundColor(),
      webPreferences: {
        preload: this.#options.preload,
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
      },
    });
    this.#window = window;
    window.once('ready-to-show', () => window.show());
    window.on('closed', () => {
      this.#window = null;
    });
    this.#watch(window.webContents);
    window
      .loadURL(`${developmentUrl ?? PAGE_URL}${path}`)
      .catch((error: unknown) => log.error('the page did not load', { error }));
  }

  /** Publishes the end of a page. Reloads a crashed page once, but not again, so that it does not crash for ever. */
  #watch(contents: Electron.WebContents): void {
    const { log } = this.#options;
    const { id } = contents;
    contents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
      if (isMainFrame && !isSameDocument) this.#pageGone.emit(id);
    });
    contents.on('destroyed', () => this.#pageGone.emit(id));
    contents.on('unresponsive', () => log.warn('the page does not respond'));
    contents.on('render-process-gone', (_event, { reason, exitCode }) => {
      log.error('the page is gone', { reason, exitCode });
      this.#pageGone.emit(id);
      if (this.#crashed || reason === 'clean-exit') return;
      this.#crashed = true;
      contents.reload();
    });
  }
}
