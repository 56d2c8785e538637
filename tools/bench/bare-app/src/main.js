/** Opens one window. */
import { app, BrowserWindow } from 'electron';

await app.whenReady();
const preload = new URL('../preload/index.cjs', import.meta.url).pathname;
await new BrowserWindow({ webPreferences: { preload, sandbox: true } }).loadFile('out/renderer/index.html');
