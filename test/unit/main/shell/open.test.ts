/** Opening the console: what is in place before its window exists. */
import { beforeEach, expect, it, vi } from 'vitest';
import { FakeLog } from '../../../support/fake-log.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const fake = vi.hoisted(() => {
  /** What happened, in order. */
  const events: string[] = [];
  const noting = (name: string) => (): Promise<void> => {
    events.push(name);
    return Promise.resolve();
  };
  const handlers = ['setPermissionRequestHandler', 'setPermissionCheckHandler', 'setDevicePermissionHandler'];
  const members = [...handlers, 'setSpellCheckerEnabled', 'setProxy', 'on'];
  const defaultSession = {
    ...Object.fromEntries(members.map((member) => [member, noting(member)])),
    webRequest: { onBeforeRequest: noting('onBeforeRequest') },
  };
  class BrowserWindow {
    readonly webContents = { id: 1, on: () => {} };
    constructor({ webPreferences }: Electron.BrowserWindowConstructorOptions) {
      events.push(`window with${webPreferences?.devTools ? '' : 'out'} developer tools`);
    }
    on(): void {}
    once(): void {}
    async loadURL(url: string): Promise<void> {
      events.push(url);
    }
  }
  const listeners = new Map<string, () => void>();
  return {
    events,
    defaultSession,
    BrowserWindow,
    listeners,
    windowOpened: null as Promise<void> | null,
    isPackaged: true,
  };
});
vi.mock('electron', () => ({
  app: {
    get isPackaged() {
      return fake.isPackaged;
    },
    getPath: () => '/data',
    getAppPath: () => '/app',
    on: (event: string) => void fake.events.push(event),
    once: (event: string, listener: () => void) => void fake.listeners.set(event, listener),
    setAboutPanelOptions: () => {},
  },
  BrowserWindow: fake.BrowserWindow,
  session: { defaultSession: fake.defaultSession },
  ipcMain: { handle: () => {}, on: () => {} },
  protocol: { handle: (scheme: string) => void fake.events.push(`handle ${scheme}`) },
  nativeTheme: { shouldUseDarkColors: false, on: () => {} },
  clipboard: {},
  dialog: {},
  shell: {},
  Menu: {},
  Notification: class {},
  Tray: class {},
  nativeImage: {},
  powerMonitor: {},
  safeStorage: {},
}));
vi.mock('../../../../src/main/platform/electron/kit.ts', () => ({
  bundlesFolder: () => '/app/out',
  pathsOf: () => ({}),
  systemLog: () => new FakeLog(),
  systemKit: () => ({
    log: new FakeLog(),
    clock: new ManualClock(),
    versions: { app: '0.0.0' },
    document: () => ({ read: () => null }),
  }),
}));
vi.mock('../../../../src/main/shell/appearance.ts', () => ({
  followPreferences: async () => {},
  storedAppearance: () => ({ theme: 'system', textSize: 'normal' }),
}));
vi.mock('../../../../src/main/shell/life.ts', () => ({
  closeBeforeQuit: () => () => {},
  describeApplication: () => {},
  giveUp: () => {},
  quitWithLastWindow: () => {},
  logUncaught: () => {},
  quitOnSignals: () => {},
}));
vi.mock('../../../../src/main/compose.ts', () => ({
  compose: (...parts: unknown[]) => {
    fake.events.push('compose');
    fake.windowOpened = parts[2] as Promise<void>;
    return new Promise(() => {});
  },
}));

const { open } = await import('../../../../src/main/open.ts');

const NOTHING_GIVEN = { follow: () => null } as unknown as Parameters<typeof open>[0];

beforeEach(() => {
  fake.events.length = 0;
  vi.stubEnv('ELECTRON_RENDERER_URL', 'http://localhost:5173/');
  return () => vi.unstubAllEnvs();
});

it('hardens before the window exists, and shows the application’s own page whatever the environment names', () => {
  fake.isPackaged = true;
  void open(NOTHING_GIVEN);
  const { events } = fake;
  const opened = events.indexOf('window without developer tools');
  expect(events[opened + 1]).toBe('app://bundle/');
  expect(events.slice(0, opened)).toEqual(
    expect.arrayContaining([
      'session-created',
      'web-contents-created',
      'select-client-certificate',
      'setPermissionRequestHandler',
      'setPermissionCheckHandler',
      'setDevicePermissionHandler',
      'setSpellCheckerEnabled',
      'onBeforeRequest',
      'setProxy',
      'handle app',
    ]),
  );
});

it('opens no window when a program starts it, and what asks the service by itself waits for the first', async () => {
  fake.isPackaged = true;
  void open(Object.assign(Object.create(NOTHING_GIVEN), { isBackground: true }));
  await vi.waitFor(() => expect(fake.events).toContain('compose'));
  let isOpened = false;
  const opened = fake.windowOpened?.then(() => {
    isOpened = true;
  });
  await Promise.resolve();
  expect(isOpened).toBe(false);
  fake.listeners.get('browser-window-created')?.();
  await opened;
  expect(fake.events).toContain('handle app');
  expect(fake.events).not.toContain('window without developer tools');
});

it('shows the development server’s page in development, which keeps a network', () => {
  fake.isPackaged = false;
  void open(NOTHING_GIVEN);
  const { events } = fake;
  const opened = events.indexOf('window with developer tools');
  expect(events[opened + 1]).toBe('http://localhost:5173/');
  expect(events).toContain('web-contents-created');
  expect(events).not.toContain('setProxy');
});
