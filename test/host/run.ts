#!/usr/bin/env node
/**
 * Runs the built app, unmodified, in Node and an installed Chromium: `node test/host/run.ts [--headless]
 * [--user-data-dir=DIR] [--remote-debugging-port=PORT]`. For machines without Electron's binary, and for tests.
 * With LATCHKEY_HOST_PACKAGED=1 it starts as an installed app does, and all arguments are the app's.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { app, becomeReady } from './app.ts';
import './boringssl.ts';
import { answerEvaluations } from './evaluate.ts';
import { hub, options } from './hub.ts';
import { sessionLife } from './network.ts';
import { enableReports } from './report.ts';

// Node would accept every certificate in place of Chromium, which does not read it.
delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;

/** Replaces `electron` in named imports, default imports and `require`. */
const SUBSTITUTE = 'latchkey-host:electron';
const model = JSON.stringify(new URL('./electron.ts', import.meta.url).href);
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' || specifier === 'electron/main'
      ? { url: SUBSTITUTE, format: 'module', shortCircuit: true }
      : next(specifier, context),
  load: (url, context, next) =>
    url === SUBSTITUTE
      ? {
          format: 'module',
          source: `export * from ${model}; export { electron as default, electron as 'module.exports' } from ${model};`,
          shortCircuit: true,
        }
      : next(url, context),
});

const electronVersion = (): string => {
  const file = new URL('../../node_modules/electron/package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
};
Object.assign(process, {
  type: 'browser',
  argv: [...options.argv],
  resourcesPath: dirname(options.appDir),
  // `exit` of Node would skip the app's `quit`.
  exit: (code?: number) => app.exit(Number(code ?? process.exitCode ?? 0)),
});
if (!options.packaged) Object.defineProperty(process, 'defaultApp', { value: true, enumerable: true });
Object.assign(process.versions, { electron: `${electronVersion()} (Chromium host)` });
// Electron's standard input is at its end there.
if (process.platform === 'win32')
  Object.defineProperty(process, 'stdin', { value: Readable.from([]), enumerable: true });
process.title = hub.appName;

sessionLife.created = (session) => void app.emit('session-created', session);
if (options.cdpPort !== null) {
  enableReports();
  answerEvaluations();
}
const fail = (reason: string): void => {
  process.stderr.write(`${reason}\n`);
  app.exit(1);
};
// Electron becomes ready when the main module is evaluated whole, also what it awaits, or has failed.
let isEvaluated = false;
process.once('beforeExit', () => {
  if (!isEvaluated)
    fail('The main module awaits what comes only after its evaluation, such as `ready`: Electron hangs here.');
});
import(pathToFileURL(options.mainModule).href)
  .then(() => {
    isEvaluated = true;
    return becomeReady();
  })
  .catch((error: unknown) => fail(error instanceof Error ? (error.stack ?? error.message) : String(error)));
