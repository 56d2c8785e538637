/** Electron's `webContents` of a window: messages to its page, navigation policy, reload. */
import { EventEmitter } from 'node:events';
import type { Page } from 'playwright-core';
import { type FrameModel, frameOf } from './frames.ts';
import { hub } from './hub.ts';
import { defaultSession } from './network.ts';
import { modelled, NotModelled } from './not-modelled.ts';
import { record } from './report.ts';
import { fromStandIn, toStandIn } from './stand-in.ts';
import { pack } from './transport.ts';

type OpenHandler = Parameters<Electron.WebContents['setWindowOpenHandler']>[0];

/** The part of Electron's `NavigationHistory` that the host models. */
export interface NavigationHistoryModel {
  canGoBack(): boolean;
  canGoForward(): boolean;
  clear(): void;
}

let lastId = 0;

const EDIT_KEYS: Readonly<Record<string, string>> = {
  cut: 'ControlOrMeta+X',
  copy: 'ControlOrMeta+C',
  paste: 'ControlOrMeta+V',
  selectall: 'ControlOrMeta+A',
  undo: 'ControlOrMeta+Z',
  redo: 'ControlOrMeta+Shift+Z',
  delete: 'Delete',
};

export class WebContents extends EventEmitter {
  readonly id: number;
  readonly receiver: string;
  page: Page | null = null;
  /** Addresses without their fragment that the app itself is loading; its navigation policy does not apply to them. */
  readonly loading = new Set<string>();
  /** Gives the window another page in place of one whose process ended. */
  reloadCrashed: (() => Promise<void>) | null = null;
  private outbox: Promise<unknown> = Promise.resolve();
  private openHandler: OpenHandler | null = null;
  private zoom = 0;
  private factor = 1;
  private appliedFactor = 1;

  constructor(receiver: string) {
    super();
    lastId += 1;
    this.id = lastId;
    this.receiver = receiver;
  }
  get session(): ReturnType<typeof defaultSession> {
    return defaultSession();
  }
  get mainFrame(): FrameModel {
    if (!this.page) throw new Error('the window has no page yet');
    return frameOf(this.page.mainFrame());
  }
  get navigationHistory(): NavigationHistoryModel {
    return modelled('NavigationHistory', { canGoBack: () => false, canGoForward: () => false, clear: () => {} });
  }
  /** Logs what cannot be cloned and drops it, as Electron does. */
  send(channel: string, ...args: unknown[]): void {
    try {
      this.deliver(channel, pack(args));
    } catch (error) {
      console.error('Error sending from webFrameMain: ', error);
    }
  }
  /** Delivers messages in the order of the calls; drops messages to a closed page, as Electron does. */
  deliver(channel: string | null, packed: string): void {
    this.outbox = this.outbox.then(() =>
      this.page
        ?.evaluate(
          ([receiver, to, text]) => {
            const receive = (window as unknown as Record<string, unknown>)[receiver];
            if (typeof receive === 'function') receive(to, text);
          },
          [this.receiver, channel, packed] as const,
        )
        .catch(() => {}),
    );
  }
  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler;
  }
  setWebRTCIPHandlingPolicy(policy: string): void {
    record('webContents.setWebRTCIPHandlingPolicy', policy);
    hub.networkSwitches.set('webrtc-ip-handling-policy', policy);
  }
  /** Asks the app about a window that the page wants to open. The host never opens one. */
  requestOpen(url: string): void {
    const decision = this.openHandler?.({
      ...{ url: fromStandIn(url), frameName: '', features: '', disposition: 'foreground-tab' },
      referrer: { url: '', policy: 'no-referrer' },
    });
    if (decision?.action === 'allow') record('window.open allowed, not drawn by the host', fromStandIn(url));
  }
  /** Asks the app about a navigation that the page wants; false when the app prevents it. */
  requestNavigation(url: string): boolean {
    let prevented = false;
    const details = {
      url: fromStandIn(url),
      isMainFrame: true,
      isSameDocument: false,
      frame: this.mainFrame,
      initiator: this.mainFrame,
      get defaultPrevented() {
        return prevented;
      },
      preventDefault: () => {
        prevented = true;
      },
    };
    this.emit('will-frame-navigate', details);
    this.emit('will-navigate', details, details.url);
    return !prevented;
  }
  /** A navigation of the main frame to another document begins. */
  navigationStarts(url: string): void {
    this.emit('did-start-navigation', {
      url: fromStandIn(url),
      isMainFrame: true,
      isSameDocument: false,
      frame: this.mainFrame,
      initiator: null,
    });
  }
  /** A person asked for the context menu at a place of the page. Electron shows none by itself. */
  requestContextMenu(params: Record<string, unknown>): void {
    const all = modelled('ContextMenuParams', { ...params, frame: this.mainFrame });
    this.emit('context-menu', { preventDefault: () => {} }, all);
  }
  /** Edits what has the focus in the page, through the keys that do the same in the browser. */
  async edit(role: string): Promise<void> {
    const key = EDIT_KEYS[role];
    if (!key) throw new NotModelled(`webContents.${role}`);
    await this.page?.keyboard.press(key);
  }
  async loadURL(url: string): Promise<void> {
    const page = this.page;
    if (!page) throw new Error('the window has no page yet');
    const address = toStandIn(url);
    const [requested = ''] = address.split('#');
    this.loading.add(requested);
    try {
      await page.goto(address, { waitUntil: 'load' });
    } finally {
      this.loading.delete(requested);
    }
  }
  /** As on Electron, where the browser has no window; with one, Chromium may refuse. */
  async printToPDF(given: Electron.PrintToPDFOptions): Promise<Buffer> {
    const page = this.page;
    if (!page) throw new Error('the window has no page yet');
    const { pageSize: format = 'Letter', printBackground = false, preferCSSPageSize = false, ...others } = given;
    const [other] = Object.keys(others);
    if (other !== undefined) throw new NotModelled(`webContents.printToPDF with ${other}`);
    if (typeof format !== 'string') throw new NotModelled('webContents.printToPDF with a paper of its own');
    return page.pdf({ format, printBackground, preferCSSPageSize });
  }
  reload(): void {
    const page = this.page;
    if (!page) return;
    const address = page.url();
    const again = this.reloadCrashed;
    this.reloadCrashed = null;
    if (again) {
      void again()
        .then(() => this.loadURL(fromStandIn(address)))
        .then(() => this.emit('did-finish-load'))
        .catch((error: unknown) => console.error('The window could not be loaded again: ', error));
      return;
    }
    this.loading.add(address);
    void page
      .reload()
      .then(
        () => this.emit('did-finish-load'),
        () => {},
      )
      .finally(() => this.loading.delete(address));
  }
  /** Ends the process of a page that may not answer. */
  forcefullyCrashRenderer(): void {
    const { page } = this;
    void page
      ?.context()
      .newCDPSession(page)
      .then((session) => session.send('Page.crash'))
      .catch(() => {});
  }
  reloadIgnoringCache(): void {
    this.reload();
  }
  getURL(): string {
    return this.page ? fromStandIn(this.page.url()) : '';
  }
  getTitle(): string {
    return '';
  }
  isDestroyed(): boolean {
    return this.page?.isClosed() ?? false;
  }
  isLoading(): boolean {
    return this.loading.size > 0;
  }
  isCrashed(): boolean {
    return this.reloadCrashed !== null;
  }
  focus(): void {
    void this.page?.bringToFront().catch(() => {});
  }
  get zoomLevel(): number {
    return this.zoom;
  }
  set zoomLevel(level: number) {
    this.setZoomLevel(level);
  }
  getZoomLevel(): number {
    return this.zoom;
  }
  setZoomLevel(level: number): void {
    this.zoom = level;
    record('webContents.setZoomLevel', level);
  }
  /** A zoomed page has a smaller viewport, in its own pixels. */
  setZoomFactor(factor: number): void {
    record('webContents.setZoomFactor', factor);
    this.factor = factor;
    this.applyZoom();
  }
  /** Call when the page exists. */
  applyZoom(): void {
    const size = this.page?.viewportSize();
    const change = this.factor / this.appliedFactor;
    if (!this.page || !size || change === 1) return;
    this.appliedFactor = this.factor;
    const scaled = (length: number): number => Math.round(length / change);
    void this.page.setViewportSize({ width: scaled(size.width), height: scaled(size.height) }).catch(() => {});
  }
  setVisualZoomLevelLimits(): Promise<void> {
    return Promise.resolve();
  }
  openDevTools(): void {
    record('webContents.openDevTools');
  }
  closeDevTools(): void {}
  toggleDevTools(): void {
    record('webContents.toggleDevTools');
  }
  isDevToolsOpened(): boolean {
    return false;
  }
}
