/** Which parts of Electron the console uses. A new one is a decision: some send data out or open the console to others. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const source = fileURLToPath(new URL('../../../src/', import.meta.url));
const files = (...folders: string[]): string[] =>
  folders.flatMap((folder) =>
    readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => join(source, folder, name)),
  );

function importsOfElectron(paths: readonly string[]): string[] {
  const names = new Set<string>();
  for (const path of paths)
    for (const [, list = ''] of readFileSync(path, 'utf8').matchAll(
      /import\s+([^;]*?)\s+from\s+'electron(?:\/[a-z]+)?'/g,
    ))
      for (const name of list.replace(/[{}]/g, '').split(','))
        if (name.trim() !== '' && !name.trim().startsWith('type ')) names.add(name.trim());
  return [...names].sort();
}

it('main starts no crash reporter, no updater and no network but its sessions', () => {
  expect(importsOfElectron(files('main'))).toEqual(
    [
      'app',
      'BrowserWindow',
      'clipboard',
      'ClipboardItem',
      'dialog',
      'ipcMain',
      'Menu',
      'nativeImage',
      'nativeTheme',
      'net',
      'Notification',
      'powerMonitor',
      'protocol',
      'safeStorage',
      'screen',
      'session',
      'shell',
      'systemPreferences',
      'Tray',
    ].sort(),
  );
});

it('the preload has the bridge and the messages, and the page has nothing', () => {
  expect(importsOfElectron(files('preload'))).toEqual(['contextBridge', 'ipcRenderer']);
  expect(importsOfElectron(files('renderer', 'shared'))).toEqual([]);
});

it('the page reads only what it has on a custom scheme as on https', () => {
  // The origin, the host and the protocol are others in tests than on Electron; cookies and service workers are missing there.
  const others = [
    'location.origin',
    'location.protocol',
    'location.host',
    'window.origin',
    'serviceWorker',
    'cookieStore',
  ].concat(['document.cookie', 'document.domain', 'document.URL', 'document.baseURI', 'caches.']);
  const found = files('preload', 'renderer').flatMap((path) => {
    const text = readFileSync(path, 'utf8');
    return others.filter((name) => text.includes(name)).map((name) => [path, name]);
  });
  expect(found).toEqual([]);
});

it('nothing derives a key with Argon2 of Node’s crypto, which Electron’s lacks', () => {
  const named = files('main', 'preload', 'shared', 'renderer').filter((path) =>
    /\bargon2(?:Sync)?\b/.test(readFileSync(path, 'utf8')),
  );
  expect(named).toEqual([]);
});
