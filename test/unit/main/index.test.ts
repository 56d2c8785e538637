/** The entry of the main process: who gets the single-instance lock, and what one that does not get it hands over. */
import { beforeEach, describe, expect, it, vi } from 'vitest';

const fake = vi.hoisted(() => ({
  isFirst: true,
  calls: [] as unknown[][],
  app: {
    commandLine: { getSwitchValue: () => '' },
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
  runCommandLine: async (args: unknown) => {
    fake.calls.push(['command', args]);
    return 1;
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
  vi.stubEnv('LATCHKEY_DATA', '');
});

describe('the entry of main', () => {
  it('opens the console in the first instance', async () => {
    await start(true);
    await vi.waitFor(() => expect(fake.calls).toEqual([['lock'], ['prepare'], ['whenReady'], ['open']]));
  });

  it('runs a command without a window, a lock or anything of the profile', async () => {
    vi.stubGlobal('process', { ...process, argv: ['electron', '.', 'diagnose', '-', '--json'] });
    expect(await start(true)).toEqual([
      ['command', ['diagnose', '-', '--json']],
      ['exit', 1],
    ]);
    vi.unstubAllGlobals();
  });

  it('hands over no data in a second instance, opens nothing of the profile, and quits', async () => {
    expect(await start(false)).toEqual([['lock'], ['quit']]);
  });
});
