/**
 * Runs the built app, unmodified, in Node and an installed Chromium: `node test/host/run.ts [--headless]
 * [--user-data-dir=DIR] [--remote-debugging-port=PORT]`. For machines without Electron's binary, and for tests.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { app, becomeReady } from './app.ts';
import { hub, options } from './hub.ts';
import { enableReports } from './report.ts';

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
Object.assign(process, { type: 'browser', defaultApp: true, argv: [...options.argv] });
Object.assign(process.versions, { electron: `${electronVersion()} (Chromium host)` });
process.title = hub.appName;

// Electron becomes ready after the synchronous part of the main module, even while the module still awaits.
if (options.cdpPort !== null) enableReports();
const reading = import(pathToFileURL(options.mainModule).href);
app.on('newListener', (event) => {
  if (event === 'ready') setTimeout(becomeReady);
});
reading.then(becomeReady, (error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  app.exit(1);
});
