import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeLog } from '../../../support/fake-log.ts';

const made = vi.hoisted(() => [] as Electron.BrowserWindowConstructorOptions[]);
const loaded = vi.hoisted(() => [] as string[]);
const place = vi.hoisted(() => ({
  bounds: { x: 40, y: 50, width: 1_100, height: 700 },
  workArea: { x: 0, y: 25, width: 1_920, height: 1_055 },
}));
const theme = vi.hoisted(() => ({ change: () => {} }));
interface FakeWindow extends EventEmitter {
  readonly webContents: EventEmitter & {
    id: number;
    reload: () => void;
    setZoomFactor: (factor: number) => void;
    forcefullyCrashRenderer: () => void;
  };
  readonly setBackgroundColor: ReturnType<typeof vi.fn>;
  readonly setContentProtection: ReturnType<typeof vi.fn>;
  readonly focus: ReturnType<typeof vi.fn>;
  readonly show: ReturnType<typeof vi.fn>;
  readonly hide: ReturnType<typeof vi.fn>;
  readonly setOpacity: ReturnType<typeof vi.fn>;
  readonly close: ReturnType<typeof vi.fn>;
}
const opened = vi.hoisted(() => [] as FakeWindow[]);
const box = vi.hoisted(() => ({ response: 0 }));
vi.mock('electron', () => ({
  dialog: { showMessageBox: async () => ({ response: box.response }) },
  BrowserWindow: class extends EventEmitter {
    readonly webContents = Object.assign(new EventEmitter(), {
      id: opened.length + 1,
      reload: vi.fn(),
      getURL: () => loaded.at(-1) ?? '',
      forcefullyCrashRenderer: vi.fn(),
      setZoomFactor: vi.fn(),
    });
    readonly show = vi.fn();
    readonly focus = vi.fn();
    readonly hide = vi.fn();
    readonly setOpacity = vi.fn();
    readonly isVisible = () => true;
    readonly isFocused = () => true;
    readonly close = vi.fn();
    readonly setBackgroundColor = vi.fn();
    readonly setContentProtection = vi.fn();
    readonly isMinimized = () => false;
    readonly isDestroyed = () => false;
    readonly getBounds = () => place.bounds;
    constructor(options: Electron.BrowserWindowConstructorOptions) {
      super();
      made.push(options);
      opened.push(this);
    }
    async loadURL(url: string): Promise<void> {
      loaded.push(url);
    }
  },
  Menu: {},
  screen: { getDisplayMatching: () => ({ workArea: place.workArea }) },
  nativeTheme: { shouldUseDarkColors: false, on: (_: string, listener: () => void) => (theme.change = listener) },
  protocol: {},
}));
const { Windows } = await import('../../../../src/main/shell/window.ts');

const preload = '/opt/latchkey/preload.cjs';
const sessionEnds = vi.fn();
const isLocked = vi.fn(() => false);
const open = (development: boolean) => {
  const developmentUrl = development ? 'http://localhost:5173/' : null;
  new Windows({ preload, developmentUrl, development, isLocked, log: new FakeLog(), sessionEnds }).open();
  return made.at(-1)?.webPreferences;
};
/** Some windows, opened one after another. */
function several(count: number) {
  const given = { preload, developmentUrl: null, development: false, isLocked, log: new FakeLog(), sessionEnds };
  const windows = new Windows(given);
  for (let nth = 0; nth < count; nth += 1) windows.open();
  const at = (index: number): FakeWindow => opened[index] as FakeWindow;
  return { windows, at, ids: () => windows.contents().map(({ id }) => id) };
}
beforeEach(() => {
  made.length = 0;
  loaded.length = 0;
  opened.length = 0;
});

describe('a second window', () => {
  it.each([
    [
      { x: 40, y: 50 },
      { x: 72, y: 82 },
    ],
    [
      { x: 788, y: 348 },
      { x: 820, y: 380 },
    ],
    [
      { x: 789, y: 50 },
      { x: 0, y: 25 },
    ],
    [
      { x: 40, y: 349 },
      { x: 0, y: 25 },
    ],
  ])('beside one at %j stands at %j', (first, second) => {
    Object.assign(place.bounds, first);
    several(2);
    expect(made[1]).toMatchObject({ ...second, width: 1_100, height: 700 });
    Object.assign(place.bounds, { x: 40, y: 50 });
  });
});

it('tells that the session of Windows ends', () => {
  several(1).at(0).emit('session-end', {});
  expect(sessionEnds).toHaveBeenCalledOnce();
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
      'zoomFactor',
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

describe('several windows', () => {
  it('are all loaded again for the lock, with what was typed in each, and hidden from recordings by choice', () => {
    const { windows, at } = several(2);
    windows.typed.keep(2, 'note', '"late"');
    windows.loadAgain();
    for (const index of [0, 1]) expect(at(index).webContents.reload).toHaveBeenCalledOnce();
    expect(windows.typed.take(2)).toEqual({ why: 'locked', texts: [{ key: 'note', value: '"late"' }] });
    windows.hideFromCapture(true);
    windows.open();
    for (const index of [0, 1, 2]) expect(at(index).setContentProtection.mock.calls).toEqual([[true]]);
    windows.hideFromCapture(false);
    expect(at(2).setContentProtection).toHaveBeenLastCalledWith(false);
  });

  it.each(['darwin', 'linux'] as const)(
    'show nothing on %s from the lock until their emptied pages are loaded, and end one that hangs',
    (platform) => {
      vi.useFakeTimers();
      vi.spyOn(process, 'platform', 'get').mockReturnValue(platform);
      const { windows, at } = several(2);
      windows.loadAgain();
      const [one, hangs] = [at(0), at(1)];
      for (const window of [one, hangs]) {
        expect(window.setOpacity.mock.calls).toEqual([[0]]);
        expect(window.hide).toHaveBeenCalledTimes(platform === 'linux' ? 1 : 0);
      }
      one.webContents.emit('did-finish-load');
      expect(one.setOpacity).toHaveBeenLastCalledWith(1);
      expect(one.show).toHaveBeenCalledTimes(platform === 'linux' ? 1 : 0);
      vi.advanceTimersByTime(5_000);
      expect(one.webContents.forcefullyCrashRenderer).not.toHaveBeenCalled();
      expect(hangs.webContents.forcefullyCrashRenderer).toHaveBeenCalledOnce();
      expect(hangs.setOpacity).toHaveBeenLastCalledWith(0);
      hangs.webContents.emit('did-finish-load');
      expect(hangs.setOpacity).toHaveBeenLastCalledWith(1);
      vi.useRealTimers();
      vi.restoreAllMocks();
    },
  );

  it('keep the place to show in the address of a locked page, which finds it when it is unlocked', () => {
    const { windows } = several(1);
    windows.drawn(1);
    isLocked.mockReturnValue(true);
    expect(windows.show({ hash: '#/quotes?id=q1' })).toBe(false);
    expect(loaded.at(-1)).toBe('app://bundle/#/quotes?id=q1');
    windows.show();
    isLocked.mockReturnValue(false);
    expect(windows.show({ hash: '#/token' })).toBe(true);
    expect(loaded.at(-1)).toBe('app://bundle/#/quotes?id=q1');
  });

  it('keep the place to show in the address of a page that is not drawn yet, which hears of nothing', () => {
    const { windows, at } = several(1);
    expect(windows.show({ hash: '#/doctor' })).toBe(false);
    expect(loaded.at(-1)).toBe('app://bundle/#/doctor');
    windows.drawn(1);
    expect(windows.show({ hash: '#/token' })).toBe(true);
    at(0).webContents.emit('did-start-navigation', { isMainFrame: true, isSameDocument: false });
    windows.show({ hash: '#/quotes' });
    expect(loaded.slice(1)).toEqual(['app://bundle/#/doctor', 'app://bundle/#/quotes']);
  });

  it('have the same preferences, and each opens on its own connection', () => {
    const { windows } = several(1);
    windows.open({ connectionId: 'a b&c' });
    expect(made[1]?.webPreferences).toEqual(made[0]?.webPreferences);
    expect(loaded).toEqual(['app://bundle/', 'app://bundle/?connection=a+b%26c']);
  });

  it('are all the console’s own, until they are closed', () => {
    const { windows, at, ids } = several(3);
    expect(ids()).toEqual([1, 2, 3]);
    expect([1, 2, 3, 4].map((id) => windows.isOwn(id))).toEqual([true, true, true, false]);
    at(1).emit('closed');
    expect(ids()).toEqual([1, 3]);
    expect(windows.isOwn(2)).toBe(false);
  });

  it('have one in front: the one that had the focus last', () => {
    const { windows, at } = several(3);
    expect(windows.front()?.id).toBe(3);
    at(0).emit('focus');
    expect(windows.front()?.id).toBe(1);
    at(0).emit('closed');
    expect(windows.front()?.id).toBe(3);
    windows.show();
    expect(at(2).focus).toHaveBeenCalledOnce();
    expect(at(1).focus).not.toHaveBeenCalled();
    for (const index of [1, 2]) at(index).emit('closed');
    expect(windows.front()).toBeNull();
    expect(windows.show()).toBe(false);
    expect(windows.front()?.id).toBe(4);
  });

  it('show a connection in its own window, and open one that is missing', () => {
    const { windows, at } = several(2);
    windows.drawn(2);
    expect(windows.show({ connectionId: 'current' }, 'current')).toBe(true);
    expect(at(1).focus).toHaveBeenCalledOnce();
    expect(windows.show({ connectionId: 'other', hash: '#/quotes?id=q1' }, 'current')).toBe(false);
    expect(loaded.at(-1)).toBe('app://bundle/?connection=other#/quotes?id=q1');
  });

  it('do not cover each other, and one only has the stored size', () => {
    several(2);
    expect(made[0]).toMatchObject({ name: 'main', windowStatePersistence: true });
    expect(made[1]).not.toHaveProperty('name');
    expect(made[1]).toMatchObject({ x: 72, y: 82, width: 1_100, height: 700 });
  });

  it('have one size of text, also those that open later', () => {
    const { windows, at } = several(2);
    windows.zoom(1.25);
    for (const index of [0, 1]) expect(at(index).webContents.setZoomFactor).toHaveBeenCalledWith(1.25);
    windows.open();
    expect(made[2]?.webPreferences?.zoomFactor).toBe(1.25);
  });

  it('follow the theme, all of them', () => {
    const { at } = several(2);
    theme.change();
    for (const index of [0, 1]) expect(at(index).setBackgroundColor).toHaveBeenCalledOnce();
  });

  it('are loaded again after a crash, a second time within a minute when a person wishes it, and each end of a page is published', async () => {
    const { windows, at } = several(2);
    const gone: number[] = [];
    windows.pageGone.subscribe((id) => gone.push(id));
    const crash = (index: number) =>
      at(index).webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
    windows.typed.keep(1, 'note', '"late"');
    crash(0);
    crash(1);
    for (const index of [0, 1]) expect(at(index).webContents.reload).toHaveBeenCalledOnce();
    expect(windows.typed.take(1)).toEqual({ why: 'stopped', texts: [{ key: 'note', value: '"late"' }] });
    crash(0);
    expect(at(0).webContents.reload).toHaveBeenCalledOnce();
    await vi.waitFor(() => expect(at(0).webContents.reload).toHaveBeenCalledTimes(2));
    box.response = 1;
    crash(1);
    await vi.waitFor(() => expect(at(1).close).toHaveBeenCalledOnce());
    expect(gone).toEqual([1, 2, 1, 2]);
    at(1).webContents.emit('destroyed');
    expect(windows.typed.take(2)).toBeNull();
  });

  it('are at most twelve', () => {
    const { windows } = several(12);
    expect(() => windows.open({ connectionId: 'x' })).toThrow(expect.objectContaining({ code: 'invalidInput' }));
    expect(opened).toHaveLength(12);
  });
});
