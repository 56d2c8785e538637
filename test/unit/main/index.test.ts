/** The entry of the main process: who gets the single-instance lock, and what one that does not get it hands over. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { settle } from '../../support/manual-clock.ts';

const fake = vi.hoisted(() => ({
  isFirst: true,
  calls: [] as unknown[][],
  /** Resolves when a command may end. */
  running: Promise.resolve(),
  app: {
    commandLine: { getSwitchValue: () => '' },
    getPath: () => '/profile',
    on: () => {},
    setPath: (...args: unknown[]) => fake.calls.push(['setPath', ...args]),
    requestSingleInstanceLock: (...args: unknown[]) => {
      fake.calls.push(['lock', ...args]);
      return fake.isFirst;
    },
    whenReady: async () => void fake.calls.push(['whenReady']),
    quit: () => fake.calls.push(['quit']),
    exit: (code: number) => fake.calls.push(['exit', code]),
  },
}));
vi.mock('electron', () => ({ app: fake.app, dialog: { showErrorBox: () => fake.calls.push(['error']) } }));
vi.mock('../../../src/main/shell/prepare.ts', () => ({ prepare: () => fake.calls.push(['prepare']) }));
vi.mock('../../../src/main/command-line/run-command-line.ts', () => ({
  endWithProblem: async () => 2,
  runCommandLine: async (args: unknown, { input }: { input: unknown }) => {
    fake.calls.push(['command', args, input]);
    await fake.running;
    return 1;
  },
}));
vi.mock('../../../src/main/self-test.ts', () => ({
  selfTest: async (folder: string) => {
    fake.calls.push(['self-test', folder]);
    return 0;
  },
}));
vi.mock('../../../src/main/command-line/relay.ts', () => ({
  relay: async (args: unknown, { folders }: { folders: unknown }) => {
    fake.calls.push(['relay', args, folders]);
    return 69;
  },
}));
vi.mock('../../../src/main/open.ts', () => ({ open: async () => void fake.calls.push(['open']) }));

const start = async (isFirst: boolean): Promise<unknown[][]> => {
  fake.isFirst = isFirst;
  await import('../../../src/main/index.ts');
  await vi.waitFor(() => expect(fake.calls.length).toBeGreaterThan(1));
  return fake.calls;
};

beforeEach(() => {
  vi.resetModules();
  fake.calls.length = 0;
  fake.running = Promise.resolve();
  vi.stubEnv('LATCHKEY_DATA', '');
  return () => vi.unstubAllGlobals();
});

describe('the entry of main', () => {
  it('opens the console in the first instance', async () => {
    await start(true);
    await vi.waitFor(() => expect(fake.calls).toEqual([['lock'], ['prepare'], ['whenReady'], ['open']]));
  });

  it('runs a command without a window, a lock or anything of the profile', async () => {
    vi.stubGlobal('process', { ...process, argv: ['electron', '.', '--no-sandbox', 'diagnose', '-', '--json'] });
    expect(await start(true)).toEqual([
      ['command', ['diagnose', '-', '--json'], process.stdin],
      ['exit', 1],
    ]);
  });

  it('hands a command for the running app to the relay, without a lock', async () => {
    vi.stubGlobal('process', { ...process, argv: ['electron', '.', 'listings', '--limit', '2'] });
    expect(await start(true)).toEqual([
      ['relay', ['listings', '--limit', '2'], ['/profile']],
      ['exit', 69],
    ]);
  });

  it('tests itself after `ready`, without a lock, in a folder that is not the profile', async () => {
    vi.stubGlobal('process', { ...process, argv: ['electron', '.', 'self-test'] });
    await start(true);
    await vi.waitFor(() => expect(fake.calls.at(-1)).toEqual(['exit', 0]));
    const folder = expect.stringMatching(/latchkey-self-test-/);
    expect(fake.calls).toEqual([['setPath', 'userData', folder], ['whenReady'], ['self-test', folder], ['exit', 0]]);
  });

  it('is evaluated only when the command has ended, because Electron opens its display then', async () => {
    vi.stubGlobal('process', { ...process, argv: ['electron', '.', 'diagnose', 'x'] });
    const { promise, resolve } = Promise.withResolvers<void>();
    fake.running = promise;
    const evaluated = vi.fn();
    const evaluation = import('../../../src/main/index.ts').then(evaluated);
    await vi.waitFor(() => expect(fake.calls).toHaveLength(1));
    await settle();
    expect(evaluated).not.toHaveBeenCalled();
    resolve();
    await evaluation;
    expect(fake.calls.at(-1)).toEqual(['exit', 1]);
  });

  it('gives a command no standard input on Windows, where Electron’s is always at its end', async () => {
    vi.stubGlobal('process', { ...process, platform: 'win32', argv: ['electron', '.', 'diagnose', '-'] });
    expect((await start(true))[0]).toEqual(['command', ['diagnose', '-'], null]);
  });

  it('hands over no data in a second instance, opens nothing of the profile, and quits', async () => {
    expect(await start(false)).toEqual([['lock'], ['quit']]);
  });
});
