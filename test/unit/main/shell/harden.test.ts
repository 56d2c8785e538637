import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeLog } from '../../../support/fake-log.ts';
import { settle } from '../../../support/manual-clock.ts';

type Listener = (...args: never[]) => unknown;

/** Electron's objects: they record the listeners and handlers that they get. */
const fake = vi.hoisted(() => {
  const target = () => {
    const listeners: Record<string, (...args: unknown[]) => unknown> = {};
    const noted: Record<string, unknown[]> = {};
    const note =
      (name: string) =>
      (...args: unknown[]) => {
        noted[name] = args;
      };
    return {
      listeners,
      noted,
      on: (event: string, listener: (...args: unknown[]) => unknown) => {
        listeners[event] = listener;
      },
      note,
    };
  };
  const session = () => {
    const { note, ...rest } = target();
    const names = [
      'setPermissionRequestHandler',
      'setPermissionCheckHandler',
      'setDevicePermissionHandler',
      'setSpellCheckerEnabled',
    ];
    return {
      ...rest,
      ...Object.fromEntries(names.map((name) => [name, note(name)])),
      setProxy: vi.fn<(config: Electron.ProxyConfig) => Promise<void>>(async () => {}),
      webRequest: { onBeforeRequest: note('onBeforeRequest') },
    };
  };
  const contents = () => {
    const { note, ...rest } = target();
    return {
      ...rest,
      setWindowOpenHandler: note('setWindowOpenHandler'),
      setWebRTCIPHandlingPolicy: note('setWebRTCIPHandlingPolicy'),
    };
  };
  const opened: string[] = [];
  const questions: string[] = [];
  const app = { ...target(), enableSandbox: vi.fn(), commandLine: { hasSwitch: () => false } };
  return { app, session, contents, opened, questions, defaultSession: session(), schemes: vi.fn() };
});

vi.mock('electron', () => ({
  app: fake.app,
  session: { defaultSession: fake.defaultSession },
  protocol: { registerSchemesAsPrivileged: fake.schemes },
  shell: { openExternal: async (url: string) => fake.opened.push(url) },
  BrowserWindow: { getFocusedWindow: () => null, getAllWindows: () => [] },
  clipboard: {},
  dialog: {
    showMessageBox: async ({ message }: { message: string }) => {
      fake.questions.push(message);
      return { response: message.includes('docs.example.com') ? 0 : 1 };
    },
  },
}));

const { harden } = await import('../../../../src/main/shell/harden.ts');
const { prepare } = await import('../../../../src/main/shell/prepare.ts');

const event = (url = 'https://elsewhere.example/') => ({ url, preventDefault: vi.fn() });
const call = (listener: unknown, ...args: unknown[]) => (listener as Listener)(...(args as never[]));

beforeEach(() => {
  fake.opened.length = 0;
  fake.questions.length = 0;
  prepare();
  harden({ log: new FakeLog(), developmentOrigin: null });
});

function opening() {
  const contents = fake.contents();
  call(fake.app.listeners['web-contents-created'], {}, contents);
  return contents;
}

describe('harden', () => {
  it('enables the sandbox and registers the scheme before Electron is ready', () => {
    expect(fake.app.enableSandbox).toHaveBeenCalled();
    expect(fake.schemes).toHaveBeenCalled();
  });

  it.each(['will-navigate', 'will-redirect', 'will-frame-navigate', 'will-attach-webview'])('denies %s', (name) => {
    for (const url of ['https://elsewhere.example/', 'app://bundle/other', 'not an address']) {
      const denied = event(url);
      call(opening().listeners[name], denied);
      expect(denied.preventDefault).toHaveBeenCalledOnce();
    }
  });

  it('opens no window, and opens https links in the browser when the person confirms', async () => {
    const [decide] = opening().noted.setWindowOpenHandler ?? [];
    const links = ['http://docs.example.com/', 'file:///etc/passwd', 'https://elsewhere.example/?stolen=1'];
    for (const url of [...links, 'https://docs.example.com/']) {
      expect(call(decide, { url })).toEqual({ action: 'deny' });
      await settle();
    }
    expect(fake.questions).toEqual([
      'Open a page of elsewhere.example in your browser?',
      'Open a page of docs.example.com in your browser?',
    ]);
    expect(fake.opened).toEqual(['https://docs.example.com/']);
  });

  it('asks one question at a time: another is declined', async () => {
    const [decide] = opening().noted.setWindowOpenHandler ?? [];
    for (let n = 0; n < 20; n += 1) call(decide, { url: `https://elsewhere.example/${n}` });
    await settle();
    expect(fake.questions).toHaveLength(1);
  });

  it('sends the client certificate that the person chooses for a host, and a page none', async () => {
    const offered = [{ fingerprint: 'f1', subjectName: 'Ada', issuerName: 'Corp' }];
    const asks = async (contents: object | null, host: string) => {
      const asked = event();
      const choose = vi.fn();
      call(fake.app.listeners['select-client-certificate'], asked, contents, host, offered, choose);
      await settle();
      expect(asked.preventDefault).toHaveBeenCalledOnce();
      return choose.mock.calls;
    };
    expect(await asks({}, 'page.docs.example.com')).toEqual([[]]);
    // The box of these tests takes the first button for docs.example.com, and the second one for any other host.
    expect(await asks(null, 'docs.example.com:443')).toEqual([[offered[0]]]);
    expect(await asks(null, 'elsewhere.example:443')).toEqual([[]]);
    expect(await asks(null, 'docs.example.com:443')).toEqual([[offered[0]]]);
    expect(fake.questions).toHaveLength(2);
  });

  it('lets only the development server reload its page', () => {
    harden({ log: new FakeLog(), developmentOrigin: 'http://localhost:5173' });
    const own = event('http://localhost:5173/');
    const foreign = event('http://localhost:5173.example/');
    for (const asked of [own, foreign]) call(opening().listeners['will-navigate'], asked);
    expect(own.preventDefault).not.toHaveBeenCalled();
    expect(foreign.preventDefault).toHaveBeenCalledOnce();
  });
});

describe('every session', () => {
  it('is denied every permission, request and check alike', () => {
    const made = fake.session();
    call(fake.app.listeners['session-created'], made);
    for (const { noted, listeners } of [fake.defaultSession, made]) {
      const answered = vi.fn();
      call(noted.setPermissionRequestHandler?.[0], {}, 'clipboard-read', answered);
      expect(answered).toHaveBeenCalledWith(false);
      expect(call(noted.setPermissionCheckHandler?.[0])).toBe(false);
      expect(call(noted.setDevicePermissionHandler?.[0])).toBe(false);
      const download = event();
      call(listeners['will-download'], download);
      expect(download.preventDefault).toHaveBeenCalledOnce();
    }
  });

  it('of main keeps the system’s proxy', () => {
    const made = fake.session();
    call(fake.app.listeners['session-created'], made);
    expect(made.setProxy).not.toHaveBeenCalled();
    expect(made.noted.onBeforeRequest).toBeUndefined();
  });

  it('fetches no dictionaries', () => {
    const made = fake.session();
    call(fake.app.listeners['session-created'], made);
    for (const { noted } of [fake.defaultSession, made]) expect(noted.setSpellCheckerEnabled).toEqual([false]);
  });
});

describe('the window', () => {
  it('sends nothing over WebRTC', () => {
    expect(opening().noted.setWebRTCIPHandlingPolicy).toEqual(['disable_non_proxied_udp']);
    expect(fake.defaultSession.setProxy).toHaveBeenLastCalledWith({
      mode: 'fixed_servers',
      proxyRules: '127.0.0.1:0',
      proxyBypassRules: '<-loopback>',
    });
  });

  it('logs that its network is open when there is no proxy', async () => {
    const log = new FakeLog();
    fake.defaultSession.setProxy.mockRejectedValueOnce(new Error('no proxy'));
    harden({ log, developmentOrigin: null });
    await settle();
    expect(log.entries).toMatchObject([{ level: 'error', message: 'the window keeps a network' }]);
  });

  it('blocks the page’s network', () => {
    const [filter, decide] = fake.defaultSession.noted.onBeforeRequest ?? [];
    expect(filter).toEqual({ urls: expect.arrayContaining(['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*']) });
    const answered = vi.fn();
    call(decide, {}, answered);
    expect(answered).toHaveBeenCalledWith({ cancel: true });
  });
});
