/** How the Chromium host starts and ends an app: as Electron does, before any window. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runHost } from '../../host/start-host.ts';
import { makeTempFolder, removeTempFolder } from '../../support/temp-folder.ts';

let appDir: string;
beforeEach(() => {
  appDir = makeTempFolder();
  writeFileSync(join(appDir, 'package.json'), '{"name":"one","version":"1.0.0","type":"module","main":"main.js"}');
});
afterEach(() => removeTempFolder(appDir));

/** Runs an app with this main module. */
const run = (source: string, args: readonly string[] = [], packaged = false) => {
  writeFileSync(join(appDir, 'main.js'), `import { app } from 'electron';\n${source}`);
  return runHost([...args, `--user-data-dir=${join(appDir, 'data')}`], { appDir, packaged });
};

const TELL = `
const thrown = (act) => { try { act(); return null; } catch (error) { return error.message; } };
process.on('exit', () => console.log('exit'));
app.on('quit', () => console.log('quit'));
const relative = thrown(() => app.setPath('userData', 'data'));
app.enableSandbox();
const sandbox = ['no-sandbox', 'enable-sandbox'].map((name) => app.commandLine.hasSwitch(name));
const { argv, defaultApp = false, resourcesPath } = process;
const folders = [app.getAppPath(), resourcesPath];
console.log(JSON.stringify({ relative, sandbox, isPackaged: app.isPackaged, defaultApp, args: argv.slice(1), folders }));
process.exitCode = 4;
process.exit();
`;

it('gives an installed app its own arguments only, and ends it before ready without an event', async () => {
  const { code, output, errors } = await run(TELL, ['--headless', '--no-sandbox', 'x'], true);
  const dataDir = `--user-data-dir=${join(appDir, 'data')}`;
  expect([code, errors]).toEqual([4, '']);
  expect(JSON.parse(output)).toEqual({
    relative: 'Path must be absolute',
    sandbox: [false, true],
    isPackaged: true,
    defaultApp: false,
    args: ['--headless', '--no-sandbox', 'x', dataDir],
    folders: [appDir, join(appDir, '..')],
  });
});

it('gives an app of a folder that folder first', async () => {
  const { output } = await run(TELL, ['x']);
  expect(JSON.parse(output)).toMatchObject({
    isPackaged: false,
    defaultApp: true,
    args: [appDir, 'x', expect.any(String)],
  });
});

it('is ready only when the main module is evaluated, and says where Electron would hang', async () => {
  const waits = `app.on('ready', () => { console.log('ready'); app.exit(0); });`;
  const { code, output, errors } = await run(`${waits}\nawait app.whenReady();`);
  expect([code, output]).toEqual([1, '']);
  expect(errors).toContain('Electron hangs here');
});

it('quits before ready only once it is ready', async () => {
  const source = `for (const name of ['before-quit', 'will-quit', 'quit', 'ready']) app.on(name, () => console.log(name));
app.quit();
await new Promise((resolve) => setImmediate(resolve));
console.log('evaluated');`;
  const { code, output } = await run(source);
  expect([code, output.trim().split('\n')]).toEqual([0, ['before-quit', 'will-quit', 'quit', 'evaluated', 'ready']]);
});

it.skipIf(process.platform === 'win32')('does not model a listener of a signal from before ready', async () => {
  const { code, errors } = await run(`process.on('SIGTERM', () => {});`);
  expect(code).toBe(1);
  expect(errors).toContain('a listener of SIGTERM from before ready');
});
