/** electron-updater against a server over real HTTPS, with the app's own reading of the signed list; in Node, so the installer does not start. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import { join } from 'node:path';
import type { AppUpdater } from 'electron-updater';
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeKeys, signList } from '../../scripts/lib/signed-list.mjs';
import { electronUpdateEngine } from '../../src/main/platform/electron/update-engine.ts';
import { UpdateProblem } from '../../src/main/platform/update-engine.ts';
import { FakeLog } from '../support/fake-log.ts';
import { type Loopback, serveHttps, trusting } from '../support/loopback.ts';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';

type Library = typeof import('electron-updater');

const { privateKey, publicKey } = makeKeys();
const INSTALLER = Buffer.alloc(300_000, 'an installer');
const sha512 = (content: Buffer): string => createHash('sha512').update(content).digest('base64');
const listOf = (version: string, more = ''): string =>
  `version: ${version}\nfiles:\n  - url: Latchkey-${version}.AppImage\n    sha512: ${sha512(INSTALLER)}\n    size: ${INSTALLER.length}\nreleaseDate: '2026-11-27T10:00:00.000Z'\nreleaseNotes: |-\n  Faster\n${more}`;

let server: Loopback;
let folder: string;
/** What the server answers, by the end of the path. */
let answers: Record<string, RequestListener>;
let seen: IncomingMessage[];
const text =
  (content: string | Buffer, status = 200): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { 'content-length': Buffer.byteLength(content) }).end(content);

beforeEach(async () => {
  folder = makeTempFolder();
  seen = [];
  answers = { '.yml': text(signList(listOf('1.1.0'), privateKey)), '.AppImage': text(INSTALLER) };
  server = await serveHttps((incoming, response) => {
    seen.push(incoming);
    const path = incoming.url?.split('?')[0] ?? '';
    const answer = Object.entries(answers).find(([end]) => path.endsWith(end))?.[1] ?? text('none', 404);
    answer(incoming, response);
  });
  mkdirSync(join(folder, 'data'));
  writeFileSync(
    join(folder, 'app-update.yml'),
    'provider: generic\nupdaterCacheDirName: updates\npublisherName: Acme\n',
  );
  writeFileSync(join(folder, 'old.AppImage'), 'old');
  vi.stubEnv('APPIMAGE', join(folder, 'old.AppImage'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await server.close();
  removeTempFolder(folder);
});

/** The library’s requests over Node, trusting the server’s certificate. */
class NodeExecutor extends ElectronHttpExecutor {
  override createRequest(options: RequestOptions, answered: (response: IncomingMessage) => void): never {
    // The library's type names Electron's request, of which it uses what Node's has, too.
    return request({ ...options, ca: server.certificate }, answered) as never;
  }
}

function engineOf(kind: 'AppImageUpdater' | 'NsisUpdater' | 'DebUpdater' = 'AppImageUpdater') {
  let updater: AppUpdater | null = null;
  const releaseLock = vi.fn();
  const app = {
    ...{ version: '1.0.0', name: 'latchkey', isPackaged: true },
    ...{ userDataPath: join(folder, 'data'), baseCachePath: join(folder, 'cache') },
    appUpdateConfigPath: join(folder, 'app-update.yml'),
    ...{ whenReady: async () => {}, relaunch: () => {}, quit: () => {}, onQuit: () => {} },
  };
  const engine = electronUpdateEngine({
    ...{ url: `${server.origin}/releases`, publicKey, fetch: trusting(server.certificate), log: new FakeLog() },
    way: async () => ({ kind: 'self' }),
    releaseLock,
    make: (library: Library) => {
      updater = new library[kind](null, app);
      Object.assign(updater, { httpExecutor: new NodeExecutor() });
      return updater;
    },
  });
  return { engine, releaseLock, updater: () => updater as AppUpdater };
}
const problemOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no problem',
    (error: unknown) => (error instanceof UpdateProblem ? error.message : error),
  );
const downloaded = (): string[] =>
  existsSync(join(folder, 'cache'))
    ? readdirSync(join(folder, 'cache'), { recursive: true, encoding: 'utf8' }).filter((name) => /App|exe/.test(name))
    : [];

describe.skipIf(process.platform !== 'linux')('the look for a newer version', () => {
  it('finds it with its notes, sends nothing that names the computer, and downloads nothing', async () => {
    const { engine } = engineOf();
    const releasedAt = Date.UTC(2026, 10, 27, 10);
    expect(await engine.check('latest')).toEqual({ version: '1.1.0', notes: 'Faster', releasedAt });
    expect(seen.map(({ url }) => url)).toEqual([expect.stringMatching(/^\/releases\/latest-linux(-arm64)?\.yml$/)]);
    expect(Object.keys(seen[0]?.headers ?? {}).filter((name) => /id|cookie|auth/.test(name))).toEqual([]);
  });

  it.each([
    ['1.0.0', 'latest'],
    ['0.9.0', 'latest'],
    ['0.9.0', 'beta'],
    ['1.0.0-beta.1', 'beta'],
  ] as const)('is told nothing of version %s in the channel %s', async (version, channel) => {
    answers['.yml'] = text(signList(listOf(version), privateKey));
    const { engine, updater } = engineOf();
    expect(await engine.check(channel)).toBeNull();
    expect(updater().allowDowngrade).toBe(false);
  });

  it('asks in the channel that is chosen now', async () => {
    const { engine } = engineOf('DebUpdater');
    answers['.yml'] = text(signList(listOf('1.2.0-beta.1'), privateKey));
    expect(await engine.check('beta')).toMatchObject({ version: '1.2.0-beta.1' });
    answers['.yml'] = text(signList(listOf('1.1.0'), privateKey));
    expect(await engine.check('latest')).toMatchObject({ version: '1.1.0' });
    expect(seen.map(({ url }) => url?.split('/').at(-1)?.split('-')[0])).toEqual(['beta', 'latest']);
  });

  it('is told of a staged version on a part of the computers', async () => {
    const uuid = (share: number): string =>
      `00000000-0000-5000-8000-0000${Math.floor(share * 0xffffffff)
        .toString(16)
        .padStart(8, '0')}`;
    answers['.yml'] = text(signList(listOf('1.1.0'), privateKey, 30));
    const told = async (share: number): Promise<boolean> => {
      writeFileSync(join(folder, 'data', '.updaterId'), uuid(share));
      return (await engineOf().engine.check('latest')) !== null;
    };
    expect([await told(0.1), await told(0.29), await told(0.31), await told(0.9)]).toEqual([true, true, false, false]);
  });

  it.each<[name: string, answer: () => RequestListener, problem: RegExp]>([
    ['an unsigned list', () => text(listOf('1.1.0')), /not signed by the publisher/],
    ['a list of another key', () => text(signList(listOf('1.1.0'), makeKeys().privateKey)), /not signed by/],
    ['a captive portal', () => text('<html>Log in</html>'), /not signed by/],
    ['a redirect', () => (_in, out) => out.writeHead(302, { location: 'https://evil.example/' }).end(), /answered 302/],
    ['no list', () => text('', 404), /answered 404/],
    ['a closed connection', () => (incoming) => incoming.socket.destroy(), /could not be reached/],
  ])('uses nothing of %s', async (_name, answer, problem) => {
    answers['.yml'] = answer();
    const { engine } = engineOf();
    expect(await problemOf(engine.check('latest'))).toMatch(problem);
    // Without a list that was checked there is nothing to download.
    expect(await problemOf(engine.download(() => {}))).toBeInstanceOf(Error);
    expect(seen).toHaveLength(1);
    expect(downloaded()).toEqual([]);
  });

  it('uses no server whose certificate is not trusted', async () => {
    const engine = electronUpdateEngine({
      ...{ url: server.origin, publicKey, fetch: trusting(), log: new FakeLog(), releaseLock: () => {} },
      way: async () => ({ kind: 'self' }),
      make: (library) =>
        new library.DebUpdater(null, { ...{ version: '1.0.0', name: 'l', isPackaged: true }, ...NO_APP }),
    });
    expect(await problemOf(engine.check('latest'))).toMatch(/could not be reached/);
  });
});
const NO_APP = {
  ...{ userDataPath: '/nowhere', baseCachePath: '/nowhere', appUpdateConfigPath: '/nowhere' },
  ...{ whenReady: async () => {}, relaunch: () => {}, quit: () => {}, onQuit: () => {} },
};

describe.skipIf(process.platform !== 'linux')('the download', () => {
  it('ends with the file of the signed hash, tells its progress, and installs when asked', async () => {
    const { engine, updater, releaseLock } = engineOf();
    const progress: number[] = [];
    await engine.check('latest');
    await engine.download((percent) => progress.push(percent));
    const [file] = downloaded().filter((name) => name.endsWith('1.1.0.AppImage'));
    expect(readFileSync(join(folder, 'cache', file ?? '')).equals(INSTALLER)).toBe(true);
    expect(progress.at(-1)).toBe(100);
    expect(updater().autoInstallOnAppQuit).toBe(false);
    expect(readFileSync(join(folder, 'old.AppImage'), 'utf8')).toBe('old');
    for (const { headers } of seen)
      expect(Object.keys(headers).filter((name) => /id|cookie|auth/.test(name))).toEqual([]);
    const order: string[] = [];
    releaseLock.mockImplementation(() => order.push('lock released'));
    vi.spyOn(updater(), 'quitAndInstall').mockImplementation(() => void order.push('installs'));
    const giveUp = vi.fn();
    engine.install(giveUp);
    expect(order).toEqual(['lock released', 'installs']);
    updater().emit('error', new Error('EACCES'));
    expect(giveUp).toHaveBeenCalledOnce();
  });

  it.each<[name: string, answer: RequestListener, problem: RegExp]>([
    ['another file', text(Buffer.alloc(INSTALLER.length, 'an imposter!')), /not the one that the publisher/],
    ['a shorter file', text(INSTALLER.subarray(0, 1_000)), /not the one that the publisher/],
  ])('refuses %s and leaves nothing', async (_name, answer, problem) => {
    answers['.AppImage'] = answer;
    const { engine } = engineOf();
    await engine.check('latest');
    expect(await problemOf(engine.download(() => {}))).toMatch(problem);
    expect(downloaded().filter((name) => name.endsWith('1.1.0.AppImage'))).toEqual([]);
    expect(() => engine.install(() => {})).toThrow('nothing is downloaded');
  });

  it('may break off, and be tried again', async () => {
    answers['.AppImage'] = (_incoming, response) => {
      response.writeHead(200, { 'content-length': INSTALLER.length });
      response.write(INSTALLER.subarray(0, 1_000), () => response.destroy());
    };
    const { engine } = engineOf();
    await engine.check('latest');
    expect(await problemOf(engine.download(() => {}))).not.toBe('no problem');
    answers['.AppImage'] = text(INSTALLER);
    await engine.download(() => {});
    expect(downloaded().filter((name) => name.endsWith('1.1.0.AppImage'))).toHaveLength(1);
  });

  it('on Windows asks for the publisher of the installer', async () => {
    answers['.exe'] = text(INSTALLER);
    answers['.yml'] = text(signList(listOf('1.1.0').replace('.AppImage', '.exe'), privateKey));
    const { engine, updater } = engineOf('NsisUpdater');
    const asked: unknown[] = [];
    await engine.check('latest');
    Object.assign(updater(), {
      verifyUpdateCodeSignature: async (publishers: string[]) => {
        asked.push(publishers);
        return 'signed by Mallory';
      },
    });
    expect(await problemOf(engine.download(() => {}))).toMatch(/not signed by the publisher/);
    expect(asked).toEqual([['Acme']]);
  });
});
