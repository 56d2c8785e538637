/** How the end-to-end tests start Electron's binary, and which lines of its output count. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { electronLaunch } from '../../e2e/support/electron-launch.ts';
import { AppLog, isCrash } from '../../e2e/support/electron-output.ts';

const start = (
  given: { platform?: NodeJS.Platform; isRoot?: boolean; env?: Record<string, string>; args?: string[] } = {},
) => electronLaunch({ binary: '/electron', dataDir: '/data', platform: 'linux', isRoot: false, ...given });

describe('the start of Electron', () => {
  it('leaves the colour scheme of the page to the app', () => {
    expect(start().colorScheme).toBeNull();
  });

  it('keeps Chromium’s sandbox, except for root, for whom Chromium has none', () => {
    expect(start()).toMatchObject({ chromiumSandbox: true });
    expect(start().args).not.toContain('--no-sandbox');
    expect(start({ isRoot: true })).toMatchObject({ chromiumSandbox: false });
    expect(start({ isRoot: true }).args).toContain('--no-sandbox');
    expect(start({ args: ['--no-sandbox'] })).toMatchObject({ chromiumSandbox: false });
  });

  it('asks no keyring of the desktop, which could open a dialog', () => {
    expect(start().args).toContain('--password-store=basic');
    expect(start({ platform: 'darwin' }).args).not.toContain('--password-store=basic');
    expect(start({ platform: 'win32' }).args).not.toContain('--password-store=basic');
  });

  it('names the application and the data directory, in this order', () => {
    const { args, cwd, executablePath } = start();
    expect([executablePath, args[0], args[1]]).toEqual(['/electron', cwd, '--user-data-dir=/data']);
  });

  it('adds the variables of a test to those of the machine', () => {
    expect(start({ env: { LATCHKEY_TEST: '1' } }).env).toMatchObject({ PATH: process.env.PATH, LATCHKEY_TEST: '1' });
  });
});

describe('a line of stderr', () => {
  it.each([
    '[2736:0418/094503.439891:ERROR:bus.cc(399)] Failed to connect to the bus: Failed to connect to socket /run/dbus/system_bus_socket: No such file or directory',
    '[9:33:0903/030703.314539:ERROR:dbus/bus.cc:408] Failed to connect to the bus: Could not parse server address',
    '[9:9:0903/030703.332859:ERROR:dbus/object_proxy.cc:573] Failed to call method: org.freedesktop.DBus.NameHasOwner',
    '[1129/140238.160694:ERROR:gpu_init.cc(453)] Passthrough is not supported, GL is swiftshader, ANGLE is',
    '[30452:30460:0929/201536.234:WARNING:content/browser/gpu/gpu_process_host.cc:1506] The GPU process has crashed 1 time(s)',
    '[0824/124754.847135:ERROR:elf_dynamic_array_reader.h(64)] tag not found',
    '2024-09-16 09:43:18.090 Electron[12274:200309] +[IMKClient subclass]: chose IMKClient_Legacy',
    'Debugger listening on ws://127.0.0.1:44091/2ef4c5be-737d-418f-a336-eff3528a93f2',
    'DevTools listening on ws://127.0.0.1:9222/devtools/browser/1751b7db-fe2c-48bf-a939-db54a39f1b42',
    '(node:2736) ExperimentalWarning: SQLite is an experimental feature and might change at any time',
    '{"at":"2026-11-26T10:00:00.000Z","level":"error","message":"a page said :FATAL: and Received signal 11"}',
  ])('is no crash: %s', (line) => {
    expect(isCrash(line)).toBe(false);
  });

  it.each([
    '[7780:7780:0824/124754.831899:FATAL:gpu_data_manager_impl_private.cc(436)] GPU process isn’t usable. Goodbye.',
    '[1:1:0924/120534.669060:FATAL:content/browser/zygote_host/zygote_host_impl_linux.cc:129] No usable sandbox!',
    '[1002/231009.649502:FATAL:content/browser/zygote_host/zygote_host_impl_linux.cc:129] No usable sandbox!',
    'Received signal 11 SEGV_MAPERR 000000000000',
    'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory',
    '# Fatal error in , line 0',
    'App threw an error during load',
  ])('tells of a crash: %s', (line) => {
    expect(isCrash(line)).toBe(true);
  });
});

describe('the app’s own log', () => {
  const dir = mkdtempSync(join(tmpdir(), 'latchkey-log-'));
  afterAll(() => rmSync(dir, { recursive: true, force: true }));
  const line = (level: string, message: string) => `${JSON.stringify({ at: 'now', level, message })}\n`;

  it('gives the warnings and errors that were written since the start', () => {
    const file = join(dir, 'latchkey.log');
    expect(new AppLog(file).errors()).toEqual([]);
    writeFileSync(file, line('error', 'of the start before'));
    const log = new AppLog(file);
    expect(log.errors()).toEqual([]);
    writeFileSync(file, line('error', 'of the start before') + line('info', 'opened') + line('warn', 'slow'));
    expect(log.errors()).toEqual([line('warn', 'slow').trim()]);
  });

  it('gives the whole file after it was replaced by a smaller one', () => {
    const file = join(dir, 'rotated.log');
    writeFileSync(file, line('info', 'a long line of the start before'));
    const log = new AppLog(file);
    writeFileSync(file, line('error', 'new'));
    expect(log.errors()).toEqual([line('error', 'new').trim()]);
  });
});
