/** A minimal Electron application, one window with one table row: the baseline of `npm run bench:start`. */
import { app, BrowserWindow, protocol } from 'electron';

const page =
  '<!doctype html><title>Hello</title><table aria-label="Properties"><tbody></tbody></table><script type="module" src="/page.js"></script>';
const script = `document.querySelector('tbody').innerHTML = '<tr><td><button title="Hello">Hello</button></td></tr>';`;

protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }]);
// As root there is none.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
app.on('window-all-closed', () => app.quit());
app.whenReady().then(() => {
  protocol.handle('app', async (request) =>
    new URL(request.url).pathname === '/page.js'
      ? new Response(script, { headers: { 'content-type': 'text/javascript' } })
      : new Response(page, { headers: { 'content-type': 'text/html' } }),
  );
  const window = new BrowserWindow({ webPreferences: { sandbox: true, contextIsolation: true } });
  return window.loadURL('app://bundle/');
});
