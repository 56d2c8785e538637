/** Electron's `app`: paths, the single-instance lock, and the lifecycle from ready to quit. */
import { EventEmitter } from 'node:events';
import { mkdirSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBrowser } from './browser.ts';
import { appDataDir, hub, options } from './hub.ts';
import { InstanceLock } from './instance-lock.ts';
import { modelled, NotModelled } from './not-modelled.ts';
import { record } from './report.ts';
import { BrowserWindow, lifecycle } from './window.ts';

const paths = new Map<string, string>([
  ['home', homedir()],
  ['appData', appDataDir()],
  ['temp', tmpdir()],
  ['desktop', join(homedir(), 'Desktop')],
  ['documents', join(homedir(), 'Documents')],
  ['downloads', join(homedir(), 'Downloads')],
  ['exe', process.execPath],
  ['module', process.execPath],
]);

const switches = new Map(options.switches);
// The host's Chromium has no sandbox then.
if (process.getuid?.() === 0) switches.set('no-sandbox', '');
const commandLine = modelled('commandLine', {
  appendSwitch: (name: string, value = ''): void => void switches.set(name, value),
  appendArgument: (argument: string): void => record('commandLine.appendArgument', argument),
  hasSwitch: (name: string): boolean => switches.has(name),
  getSwitchValue: (name: string): string => switches.get(name) ?? '',
  removeSwitch: (name: string): void => void switches.delete(name),
});

let lock: InstanceLock | null = null;
let state: 'running' | 'quitting' | 'gone' = 'running';

class App extends EventEmitter {
  readonly commandLine = commandLine;
  readonly isPackaged = false;
  readonly dock = undefined;
  get name(): string {
    return hub.appName;
  }
  set name(name: string) {
    hub.appName = name;
  }
  getName(): string {
    return hub.appName;
  }
  setName(name: string): void {
    hub.appName = name;
  }
  getVersion(): string {
    return options.version;
  }
  getAppPath(): string {
    return options.appDir;
  }
  getLocale(): string {
    return Intl.DateTimeFormat().resolvedOptions().locale;
  }
  getSystemLocale(): string {
    return this.getLocale();
  }
  getPreferredSystemLanguages(): string[] {
    return [this.getLocale()];
  }
  getPath(name: string): string {
    if (name === 'userData' || name === 'sessionData') return hub.userData;
    if (name === 'logs') return paths.get('logs') ?? join(hub.userData, 'logs');
    if (name === 'crashDumps') return join(hub.userData, 'crashes');
    const path = paths.get(name);
    if (!path) throw new NotModelled(`app.getPath('${name}')`);
    return path;
  }
  setPath(name: string, path: string): void {
    if (name === 'userData') hub.userData = path;
    else paths.set(name, path);
  }
  setAppLogsPath(path?: string): void {
    paths.set('logs', path ?? join(hub.userData, 'logs'));
  }
  isReady(): boolean {
    return hub.ready;
  }
  whenReady(): Promise<void> {
    return hub.ready ? Promise.resolve() : new Promise((resolve) => this.once('ready', () => resolve()));
  }
  requestSingleInstanceLock(data: unknown = null): boolean {
    lock ??= new InstanceLock(hub.userData);
    return lock.acquire({ argv: process.argv, cwd: process.cwd(), data }, (greeting) => {
      const second = greeting as { argv: string[]; cwd: string; data: unknown };
      this.emit('second-instance', {}, second.argv, second.cwd, second.data);
    });
  }
  hasSingleInstanceLock(): boolean {
    return lock?.isHeld ?? false;
  }
  releaseSingleInstanceLock(): void {
    lock?.release();
  }
  enableSandbox(): void {
    if (hub.ready) throw new Error('app.enableSandbox() can only be called before app is ready');
    record('app.enableSandbox');
  }
  disableHardwareAcceleration(): void {
    record('app.disableHardwareAcceleration');
  }
  setAppUserModelId(id: string): void {
    record('app.setAppUserModelId', id);
  }
  setAboutPanelOptions(about: unknown): void {
    record('app.setAboutPanelOptions', about);
  }
  setDesktopName(name: string): void {
    record('app.setDesktopName', name);
  }
  focus(): void {
    for (const window of BrowserWindow.getAllWindows()) window.focus();
  }

  /** before-quit → every window's close → will-quit → quit; the app can prevent each but the last. */
  quit(): void {
    if (state !== 'running') return;
    state = 'quitting';
    if (this.emitPreventable('before-quit')) {
      state = 'running';
      return;
    }
    const open = BrowserWindow.getAllWindows();
    for (const window of open) {
      window.once('closed', () => this.finishQuit());
      if (!window._close()) state = 'running';
    }
    if (open.length === 0) this.finishQuit();
  }
  exit(code = 0): void {
    if (state === 'gone') return;
    state = 'gone';
    this.emit('quit', {}, code);
    lock?.release();
    setTimeout(() => process.exit(code), 5000).unref();
    const closing = hub.browser?.then((context) => context.close()) ?? Promise.resolve();
    void closing.catch(() => {}).then(() => process.exit(code));
  }
  private finishQuit(): void {
    if (state !== 'quitting' || BrowserWindow.getAllWindows().length > 0) return;
    if (this.emitPreventable('will-quit')) state = 'running';
    else this.exit(Number(process.exitCode ?? 0));
  }
  /** Emits a preventable event; true when a listener prevented it. */
  private emitPreventable(event: string): boolean {
    let prevented = false;
    this.emit(event, {
      preventDefault: () => {
        prevented = true;
      },
      get defaultPrevented() {
        return prevented;
      },
    });
    return prevented;
  }
}
export const app = modelled('app', new App());

let starting = false;

/**
 * Emits `ready`, once the app's main module has run its synchronous part. Chromium's process exists before, as in Electron, so that an
 * app that keeps this process busy does not delay it.
 */
export async function becomeReady(): Promise<void> {
  if (starting || state !== 'running') return;
  starting = true;
  mkdirSync(hub.userData, { recursive: true });
  await startBrowser();
  if (state !== 'running') return;
  hub.ready = true;
  app.emit('ready', {}, {});
}

lifecycle.created = (window) => {
  app.emit('web-contents-created', {}, window.webContents);
  app.emit('browser-window-created', {}, window);
};
lifecycle.focused = (window) => app.emit('browser-window-focus', {}, window);
lifecycle.quit = () => app.quit();
lifecycle.lastClosed = () => {
  if (state !== 'running') return;
  if (app.listenerCount('window-all-closed') === 0) app.quit();
  else app.emit('window-all-closed');
};
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => app.quit());
