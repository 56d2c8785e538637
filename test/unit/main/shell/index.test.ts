/** The entry: what it refuses, and what precedes `ready`. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readOwner } from '../../../../scripts/lib/owner.mjs';
import { settle } from '../../../support/manual-clock.ts';

const fake = vi.hoisted(() => ({
  calls: [] as string[],
  boxes: [] as string[],
  switches: new Set<string>(),
  ready: Promise.withResolvers<void>(),
  isPackaged: true,
}));
vi.mock('electron', () => ({
  app: {
    get isPackaged() {
      return fake.isPackaged;
    },
    commandLine: { hasSwitch: (name: string) => fake.switches.has(name), getSwitchValue: () => '' },
    getPath: () => '/data',
    setPath: () => {},
    requestSingleInstanceLock: () => fake.calls.push('lock') > 0,
    enableSandbox: () => {
      fake.calls.push('enableSandbox');
      fake.switches.delete('no-sandbox');
    },
    setAppUserModelId: (id: string) => fake.calls.push(id),
    setToastActivatorCLSID: (id: string) => fake.calls.push(id),
    on: () => {},
    whenReady: () => fake.ready.promise,
    exit: (code: number) => fake.calls.push(`exit ${code}`),
  },
  dialog: { showErrorBox: (_title: string, text: string) => fake.boxes.push(text) },
  protocol: { registerSchemesAsPrivileged: () => fake.calls.push('scheme') },
}));
vi.mock('../../../../src/main/open.ts', () => ({ open: async () => fake.calls.push('open') }));

const argv = process.argv;
beforeEach(() => {
  vi.resetModules();
  Object.assign(fake, { calls: [], boxes: [], switches: new Set(), ready: Promise.withResolvers(), isPackaged: true });
});
afterEach(() => {
  process.argv = argv;
  vi.unstubAllEnvs();
});

async function start(args: string[]): Promise<void> {
  process.argv = ['/opt/Latchkey/latchkey', ...args];
  for (const arg of args) fake.switches.add(arg.replace(/^-+/, ''));
  await import('../../../../src/main/index.ts');
}

it('enables the sandbox and registers its scheme before ready, and opens after it', async () => {
  await start([]);
  expect(fake.calls).toEqual(['lock', 'enableSandbox', 'scheme']);
  fake.ready.resolve();
  await vi.waitUntil(() => fake.calls.includes('open'));
});

it('ends at once, before ready, when a switch opens it to others', async () => {
  await start(['--remote-debugging-port']);
  expect(fake.calls).toEqual(['exit 1']);
  expect(fake.boxes[0]).toContain('--remote-debugging-port');
});

it('ends when NODE_OPTIONS is set', async () => {
  vi.stubEnv('NODE_OPTIONS', '--inspect');
  await start([]);
  expect(fake.calls).toEqual(['exit 1']);
});

it('does not run without Chromium’s sandbox, whoever added the switch, unless the person chose that', async () => {
  await start(['--no-sandbox']);
  expect(fake.calls).toEqual([]);
  fake.ready.resolve();
  await settle();
  expect(fake.calls).toEqual(['exit 1']);
  expect(fake.boxes[0]).toContain('LATCHKEY_SANDBOX=off');

  vi.resetModules();
  fake.calls.length = 0;
  vi.stubEnv('LATCHKEY_SANDBOX', 'off');
  await start(['--no-sandbox']);
  expect(fake.calls).toContain('lock');
});

it('keeps the switch by which Settings knows that there is no sandbox', async () => {
  vi.stubEnv('LATCHKEY_SANDBOX', 'off');
  await start(['--no-sandbox']);
  expect(fake.calls).toEqual(['lock', 'scheme']);
  const { isSandboxed } = await import('../../../../src/main/platform/electron/chromium-sandbox.ts');
  expect(isSandboxed()).toBe(false);
});

it('tells a command on the standard error why it does not run, with the status of that, and needs no sandbox for it', async () => {
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((_text, ...rest: unknown[]) => {
    (rest.at(-1) as () => void)();
    return true;
  });
  await start(['--no-sandbox', 'diagnose', '--inspect', 'x']);
  expect(fake.calls).toEqual(['exit 2']);
  expect(fake.boxes).toEqual([]);
  expect(write.mock.calls[0]?.[0]).toMatch(/--inspect\b.*\n$/);
});

it('has the identity of its installer on Windows', async () => {
  vi.spyOn(process, 'platform', 'get').mockReturnValue('win32');
  await start([]);
  expect(fake.calls).toContain(readOwner().appId);
  expect(fake.calls.at(-1)).toMatch(/^\{[\dA-F]{8}(-[\dA-F]{4}){3}-[\dA-F]{12}\}$/);
});

it('refuses nothing in development', async () => {
  fake.isPackaged = false;
  await start(['--no-sandbox', '--inspect']);
  expect(fake.calls).toContain('lock');
});
