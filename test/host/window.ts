/** Electron's `BrowserWindow`: one page of the Chromium window; the preload bundle runs before the page's scripts. */
import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hub } from './hub.ts';
import { modelled, NotModelled } from './not-modelled.ts';
import { openPage } from './page.ts';
import { record } from './report.ts';
import { WebContents } from './web-contents.ts';

type WindowOptions = Electron.BrowserWindowConstructorOptions;
type Bounds = { x: number; y: number; width: number; height: number };

/** Hooks for the app's lifecycle: a window opened, the last window closed, quit. */
export const lifecycle = {
  created: (_window: { webContents: WebContents }): void => {},
  focused: (_window: { webContents: WebContents }): void => {},
  lastClosed: (): void => {},
  quit: (): void => {},
};

/** The host models only windows with these preferences. */
const REQUIRED = { sandbox: true, contextIsolation: true, nodeIntegration: false, webviewTag: false } as const;
const windows: WindowModel[] = [];
/**
 * The window with the focus, if the application has it. The host's windows are tabs of one browser: the app, or an accelerator that a person
 * presses in a window, focuses one. LATCHKEY_HOST_FOCUS=none: another application keeps the focus.
 */
let focused: WindowModel | null = null;
const mayFocus = process.env.LATCHKEY_HOST_FOCUS !== 'none';

/** Sizes and positions of windows with a name, across runs. */
const stateFile = (): string => join(hub.userData, 'host-windows.json');
function storedBounds(): Record<string, Bounds> {
  try {
    return JSON.parse(readFileSync(stateFile(), 'utf8')) as Record<string, Bounds>;
  } catch {
    return {};
  }
}
let lastId = 0;

class WindowModel extends EventEmitter {
  readonly id: number;
  readonly webContents: WebContents;
  private readonly name: string;
  private readonly persists: boolean;
  private title: string;
  private bounds: Bounds;
  private visible: boolean;
  private closed = false;
  private opened: Promise<void> = Promise.resolve();

  constructor(given: WindowOptions = {}) {
    super();
    if (!hub.ready) throw new Error('Cannot create BrowserWindow before app is ready');
    for (const [name, value] of Object.entries(REQUIRED) as [keyof typeof REQUIRED, boolean][]) {
      if ((given.webPreferences?.[name] ?? value) !== value) throw new NotModelled(`a window with ${name}: ${!value}`);
    }
    this.name = given.name ?? '';
    if (this.name !== '' && windows.some((other) => other.name === this.name))
      throw new TypeError(`Window name '${this.name}' is already in use. Window names must be unique.`);
    const { windowStatePersistence = false } = given;
    if (typeof windowStatePersistence !== 'boolean') throw new NotModelled('windowStatePersistence as an object');
    if (windowStatePersistence && this.name === '')
      throw new NotModelled('windowStatePersistence of a window without a name, which Electron ignores');
    this.persists = windowStatePersistence;
    lastId += 1;
    this.id = lastId;
    this.title = given.title ?? hub.appName;
    const asked = { x: 0, y: 0, width: given.width ?? 800, height: given.height ?? 600 };
    this.bounds = (this.persists && storedBounds()[this.name]) || asked;
    this.visible = given.show ?? true;
    this.webContents = modelled('webContents', new WebContents(`latchkey_${randomUUID().replaceAll('-', '')}`));
  }

  /** Opens the page behind the window. Called once, with the object that the app holds. */
  _open(self: WindowModel, given: WindowOptions): void {
    windows.push(self);
    const { preload, zoomFactor } = given.webPreferences ?? {};
    if (typeof zoomFactor === 'number') this.webContents.setZoomFactor(zoomFactor);
    this.opened = openPage({
      contents: this.webContents,
      preload: typeof preload === 'string' ? preload : null,
      owner: self,
      quit: () => lifecycle.quit(),
      closed: () => self._markClosed(),
    });
    this.webContents.on('ready-to-show', () => process.nextTick(() => !this.closed && self.emit('ready-to-show')));
    this.opened.then(
      () => {
        if (self.isVisible()) self.focus();
      },
      (error: unknown) => {
        process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
        process.exit(1);
      },
    );
    lifecycle.created(self);
  }
  _markClosed(): void {
    if (this.closed) return;
    this.closed = true;
    windows.splice(windows.indexOf(this), 1);
    if (focused === this) focused = null;
    if (this.persists) writeFileSync(stateFile(), JSON.stringify({ ...storedBounds(), [this.name]: this.bounds }));
    this.webContents.emit('destroyed');
    this.emit('closed');
    if (windows.length === 0) lifecycle.lastClosed();
  }

  static getAllWindows(): WindowModel[] {
    return [...windows];
  }
  static getFocusedWindow(): WindowModel | null {
    return focused;
  }
  static fromWebContents(contents: WebContents): WindowModel | null {
    return windows.find((window) => window.webContents === contents) ?? null;
  }
  static fromId(id: number): WindowModel | null {
    return windows.find((window) => window.id === id) ?? null;
  }

  async loadURL(url: string): Promise<void> {
    await this.opened;
    this.webContents.emit('did-start-loading');
    await this.webContents.loadURL(url);
    this.webContents.emit('dom-ready');
    this.webContents.emit('did-finish-load');
    this.webContents.emit('did-stop-loading');
  }
  reload(): void {
    this.webContents.reload();
  }
  close(): void {
    this._close();
  }
  /** Closes the window unless the app prevents it; false when it does. */
  _close(): boolean {
    let prevented = false;
    const stop = (): void => {
      prevented = true;
    };
    if (!this.closed) this.emit('close', { preventDefault: stop });
    if (!prevented) this.destroy();
    return !prevented;
  }
  destroy(): void {
    void this.opened
      .then(() => this.webContents.page?.close())
      .then(
        () => this._markClosed(),
        () => this._markClosed(),
      );
  }
  isDestroyed(): boolean {
    return this.closed;
  }
  show(): void {
    this.visible = true;
    this.focus();
    this.emit('show');
  }
  showInactive(): void {
    this.visible = true;
  }
  hide(): void {
    this.visible = false;
    this.blur();
  }
  focus(): void {
    this.webContents.focus();
    if (!mayFocus || this.closed || focused === this) return;
    focused?.emit('blur');
    focused = this;
    this.emit('focus');
    lifecycle.focused(this);
  }
  blur(): void {
    if (focused !== this) return;
    focused = null;
    this.emit('blur');
  }
  minimize(): void {
    record('window.minimize');
  }
  maximize(): void {
    record('window.maximize');
  }
  unmaximize(): void {}
  restore(): void {
    this.focus();
  }
  isVisible(): boolean {
    return this.visible && !this.closed;
  }
  isFocused(): boolean {
    return focused === this;
  }
  isMinimized(): boolean {
    return false;
  }
  isMaximized(): boolean {
    return false;
  }
  isFullScreen(): boolean {
    return false;
  }
  setFullScreen(on: boolean): void {
    record('window.setFullScreen', on);
  }
  getTitle(): string {
    return this.title;
  }
  setTitle(title: string): void {
    this.title = title;
  }
  getBounds(): Bounds {
    return { ...this.bounds };
  }
  getContentBounds(): Bounds {
    return { ...this.bounds };
  }
  getNormalBounds(): Bounds {
    return { ...this.bounds };
  }
  setBounds(bounds: Partial<Bounds>): void {
    this.bounds = { ...this.bounds, ...bounds };
  }
  setBackgroundColor(colour: string): void {
    record('window.setBackgroundColor', colour);
  }
  setTitleBarOverlay(overlay: unknown): void {
    record('window.setTitleBarOverlay', overlay);
  }
  setMenuBarVisibility(visible: boolean): void {
    record('window.setMenuBarVisibility', visible);
  }
  setAutoHideMenuBar(hide: boolean): void {
    record('window.setAutoHideMenuBar', hide);
  }
  setMinimumSize(width: number, height: number): void {
    record('window.setMinimumSize', { width, height });
  }
  setOpacity(opacity: number): void {
    record('window.setOpacity', opacity);
  }
  setContentProtection(on: boolean): void {
    record('window.setContentProtection', on);
  }
}

/** The class that the app constructs; instances and static members without a model throw their names. */
export const BrowserWindow = new Proxy(modelled('BrowserWindow', WindowModel), {
  construct(_target, [given]: [WindowOptions?]) {
    const window = modelled('BrowserWindow', new WindowModel(given));
    window._open(window, given ?? {});
    return window;
  },
});
