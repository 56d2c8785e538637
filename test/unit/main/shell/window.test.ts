import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeLog } from '../../../support/fake-log.ts';

const made = vi.hoisted(() => [] as Electron.BrowserWindowConstructorOptions[]);
const loaded = vi.hoisted(() => [] as string[]);
vi.mock('electron', () => ({
  BrowserWindow: class {
    readonly webContents = { id: 1, on: () => {} };
    constructor(options: Electron.BrowserWindowConstructorOptions) {
      made.push(options);
    }
    on(): void {}
    once(): void {}
    async loadURL(url: string): Promise<void> {
      loaded.push(url);
    }
  },
  nativeTheme: { shouldUseDarkColors: false, on: () => {} },
  protocol: {},
}));
const { MainWindow } = await import('../../../../src/main/shell/window.ts');

const preload = '/opt/latchkey/preload.cjs';
const open = (development: boolean) => {
  const developmentUrl = development ? 'http://localhost:5173/' : null;
  new MainWindow({ preload, developmentUrl, development, log: new FakeLog() }).open();
  return made.at(-1)?.webPreferences;
};
beforeEach(() => {
  made.length = 0;
  loaded.length = 0;
});

describe('the window', () => {
  it('is sandboxed, isolated and without Node, with the web’s own security', () => {
    const isolation = {
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      webSecurity: true,
    };
    for (const development of [false, true]) expect(open(development)).toMatchObject(isolation);
  });

  it('has exactly these preferences: none that is off by default is switched on', () => {
    expect(Object.keys(open(false) ?? {}).sort()).toEqual([
      'contextIsolation',
      'devTools',
      'disableDialogs',
      'navigateOnDragDrop',
      'nodeIntegration',
      'nodeIntegrationInSubFrames',
      'nodeIntegrationInWorker',
      'preload',
      'sandbox',
      'spellcheck',
      'webSecurity',
      'webviewTag',
    ]);
  });

  it('has developer tools in development only', () => {
    expect(open(false)).toMatchObject({ devTools: false });
    expect(open(true)).toMatchObject({ devTools: true });
  });

  it('has no spell checker, no dialogs of scripts, and does not open what is dropped on it', () => {
    expect(open(false)).toMatchObject({ spellcheck: false, disableDialogs: true, navigateOnDragDrop: false });
  });

  it('loads the application’s own page', () => {
    open(false);
    expect(loaded).toEqual(['app://bundle/']);
    expect(made.at(-1)?.webPreferences?.preload).toBe(preload);
  });
});
