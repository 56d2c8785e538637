/** An Electron application with one AG Grid: what `npm run bench:ui` compares with. `LATCHKEY_BENCH_ROWS` names the file of its rows. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, BrowserWindow, protocol } from 'electron';

const project = new URL('../../../', import.meta.url);
const FILES = {
  '/': [new URL('page.html', import.meta.url), 'text/html'],
  '/page.js': [new URL('page.js', import.meta.url), 'text/javascript'],
  '/ag-grid.js': [
    new URL('tools/bench/node_modules/ag-grid-community/dist/ag-grid-community.min.js', project),
    'text/javascript',
  ],
  '/rows.json': [process.env.LATCHKEY_BENCH_ROWS, 'application/json'],
};

protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
]);
// As root there is none.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
app.on('window-all-closed', () => app.quit());
app.whenReady().then(() => {
  protocol.handle('app', async (request) => {
    const { pathname } = new URL(request.url);
    const picture = pathname.startsWith('/pictures/')
      ? [new URL(`resources/sandbox/thumbnails/${basename(pathname)}`, project), 'image/webp']
      : null;
    const [file, type] = picture ?? FILES[pathname] ?? [null, ''];
    if (file === null) return new Response(null, { status: 404 });
    const path = file instanceof URL ? fileURLToPath(file) : file;
    return new Response(await readFile(path), {
      headers: { 'content-type': type, 'cache-control': 'private, max-age=3600' },
    });
  });
  const window = new BrowserWindow({ webPreferences: { sandbox: true, contextIsolation: true } });
  return window.loadURL('app://bundle/');
});
