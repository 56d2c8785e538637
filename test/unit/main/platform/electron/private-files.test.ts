/** What the console writes is for its owner only, also where an earlier version or somebody else left a mode or a link. */
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pathsOf, systemKit } from '../../../../../src/main/platform/electron/kit.ts';
import { storeDocument } from '../../../../../src/main/platform/electron/store-document.ts';
import { FileLines } from '../../../../../src/main/platform/file-lines.ts';
import { FileLog } from '../../../../../src/main/platform/file-log.ts';
import { makeFolderPrivate } from '../../../../../src/main/platform/private-files.ts';
import { QuarantineList } from '../../../../../src/main/platform/quarantine.ts';
import { configure, faultOf, migrate, openDatabase } from '../../../../../src/main/platform/sqlite.ts';
import { UnsyncedFileLines } from '../../../../../src/main/platform/unsynced-file-lines.ts';
import { FakeLog } from '../../../../support/fake-log.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';
import { storesIn } from '../../../../support/stores-in.ts';
import { makeTempFolder, removeTempFolder } from '../../../../support/temp-folder.ts';

const userData = vi.hoisted(() => ({ path: '' }));
vi.mock('electron', () => ({
  default: {},
  app: {
    commandLine: { hasSwitch: () => false },
    getPath: () => userData.path,
    getAppPath: () => userData.path,
    getVersion: () => '0',
    getLocale: () => 'en-GB',
    getSystemLocale: () => 'en-GB',
    getPreferredSystemLanguages: () => ['en-GB'],
    isPackaged: true,
  },
  ipcMain: { removeAllListeners: () => {} },
  powerMonitor: { on: () => {} },
  safeStorage: {},
  session: { fromPartition: () => ({ webRequest: { onHeadersReceived: () => {} } }) },
}));

let folder: string;
let file: string;
/** A file outside of the store. */
let elsewhere: string;
beforeEach(() => {
  folder = makeTempFolder();
  userData.path = folder;
  file = join(folder, 'store', 'a.file');
  elsewhere = join(folder, 'elsewhere.txt');
  mkdirSync(join(folder, 'store'));
  writeFileSync(elsewhere, 'somebody’s\n');
});
afterEach(() => removeTempFolder(folder));

const modeOf = (path: string): string => (lstatSync(path).mode & 0o777).toString(8);
const log = new FakeLog();
const clock = new ManualClock();

describe.skipIf(process.platform === 'win32')('modes', () => {
  it('are corrected in a folder, in its folders and in their files', () => {
    const deep = join(folder, 'store', 'deep');
    mkdirSync(deep);
    for (const path of [file, join(deep, 'b')]) writeFileSync(path, 'x', { mode: 0o666 });
    for (const path of [join(folder, 'store'), deep]) chmodSync(path, 0o755);
    chmodSync(file, 0o644);
    makeFolderPrivate(join(folder, 'store'), log);
    expect([join(folder, 'store'), deep].map(modeOf)).toEqual(['700', '700']);
    expect([file, join(deep, 'b')].map(modeOf)).toEqual(['600', '600']);
    makeFolderPrivate(join(folder, 'new'), log);
    expect(modeOf(join(folder, 'new'))).toBe('700');
  });

  it('of what a link leads to stay as they are', () => {
    chmodSync(elsewhere, 0o644);
    symlinkSync(elsewhere, file);
    symlinkSync(folder, join(folder, 'store', 'up'));
    chmodSync(folder, 0o755);
    makeFolderPrivate(join(folder, 'store'), log);
    expect([modeOf(elsewhere), modeOf(folder)]).toEqual(['644', '755']);
    expect(existsSync(file)).toBe(true);
  });

  it('are not taken from the target of a link in the place of a folder: it is refused', () => {
    const elsewhere = join(folder, 'elsewhere');
    mkdirSync(elsewhere, { mode: 0o755 });
    chmodSync(elsewhere, 0o755);
    symlinkSync(elsewhere, join(folder, 'linked'));
    expect(() => makeFolderPrivate(join(folder, 'linked'), log)).toThrow(/is a link/);
    expect(modeOf(elsewhere)).toBe('755');
  });

  it('of the store and the logs are corrected at every start', () => {
    mkdirSync(join(folder, 'logs'));
    for (const path of [file, join(folder, 'logs', 'latchkey.log')]) writeFileSync(path, '{}', { mode: 0o644 });
    systemKit(log);
    const { store, logs } = pathsOf(folder);
    expect([store, logs].map(modeOf)).toEqual(['700', '700']);
    expect([file, join(logs, 'latchkey.log')].map(modeOf)).toEqual(['600', '600']);
  });

  it.each(['new', 'old'])('of a database and its logs are those of a private file: %s', (age) => {
    if (age !== 'new') {
      const old = openDatabase(file, {});
      configure(old);
      migrate(old, ['CREATE TABLE notes (text TEXT)']);
      old.close();
      chmodSync(file, 0o644);
    }
    const db = openDatabase(file, {});
    configure(db);
    migrate(db, ['CREATE TABLE notes (text TEXT)']);
    db.exec("INSERT INTO notes VALUES ('x')");
    const names = readdirSync(join(folder, 'store'));
    expect(names).toEqual(['a.file', 'a.file-shm', 'a.file-wal']);
    expect(names.map((name) => modeOf(join(folder, 'store', name)))).toEqual(['600', '600', '600']);
    db.close();
  });

  it('of new folders are private, whichever file is written first', () => {
    const writers: [string, (path: string) => void][] = [
      ['lines', (path) => new FileLines({ file: path, what: 'x', log }).append('a')],
      ['notes', (path) => new UnsyncedFileLines({ file: path, what: 'x' }).append('a')],
      ['rewritten', (path) => new UnsyncedFileLines({ file: path, what: 'x' }).replace(['a'])],
      ['log', (path) => new FileLog({ file: path, clock: clock }).info('a')],
      ['database', (path) => openDatabase(path, {}).close()],
    ];
    for (const [name, write] of writers) {
      const path = join(folder, name, 'file');
      write(path);
      expect([modeOf(join(folder, name)), modeOf(path)], name).toEqual(['700', '600']);
    }
  });
});

describe.skipIf(process.platform === 'win32')('a link in the place of a file', () => {
  const untouched = () => expect(readFileSync(elsewhere, 'utf8')).toBe('somebody’s\n');
  const refused = { code: 'storageFailed', reason: 'a link is in its place, and is not followed' };
  const linkInPlace = expect.objectContaining({ data: expect.objectContaining(refused) });

  it('is not followed by a ledger', () => {
    symlinkSync(elsewhere, file);
    const lines = new FileLines({ file, what: 'The ledger', log });
    expect(() => lines.append('one')).toThrow(linkInPlace);
    symlinkSync(elsewhere, `${file}.next`);
    lines.replace(['one']);
    untouched();
    expect(lines.lines()).toEqual({ lines: ['one'], torn: false });
    expect(lstatSync(file).isFile()).toBe(true);
  });

  it('is not followed by notes', () => {
    symlinkSync(elsewhere, file);
    symlinkSync(elsewhere, `${file}.next`);
    const notes = new UnsyncedFileLines({ file, what: 'The use of limits' });
    expect(() => notes.append('one')).toThrow(linkInPlace);
    untouched();
    notes.replace(['two']);
    untouched();
    expect(notes.lines()).toEqual(['two']);
  });

  it('is not followed to a file that does not exist', () => {
    const nowhere = join(folder, 'nowhere.txt');
    symlinkSync(nowhere, file);
    expect(() => new FileLines({ file, what: 'x', log }).append('one')).toThrow(linkInPlace);
    expect(() => new UnsyncedFileLines({ file, what: 'x' }).append('one')).toThrow(linkInPlace);
    new FileLog({ file, clock: clock }).info('one');
    expect(() => openDatabase(file, {})).toThrow();
    expect(existsSync(nowhere)).toBe(false);
  });

  it('is not followed by the log', () => {
    symlinkSync(elsewhere, file);
    new FileLog({ file, clock: clock }).info('one');
    untouched();
  });

  it('is not followed by a document, which can still be read', async () => {
    writeFileSync(elsewhere, '{"document":{"a":1}}');
    const directory = join(folder, 'store');
    symlinkSync(elsewhere, join(directory, 'vault.json'));
    const document = storeDocument<{ a: number }>({
      ...{ directory, name: 'vault', clock: clock, log, quarantine: new QuarantineList() },
    });
    expect(document.read()).toEqual({ a: 1 });
    await expect(document.write({ a: 2 })).rejects.toEqual(linkInPlace);
    expect(readFileSync(elsewhere, 'utf8')).toBe('{"document":{"a":1}}');
  });

  it('is not followed by a database: it is quarantined and a new file begun', () => {
    const tasks = join(folder, 'store', 'console.db');
    symlinkSync(elsewhere, tasks);
    let thrown: unknown;
    try {
      openDatabase(tasks, {});
    } catch (error) {
      thrown = error;
    }
    expect(faultOf(thrown)).toEqual({ kind: 'damaged', reason: 'a link is in the place of the file' });
    const quarantine = new QuarantineList();
    const stores = storesIn(join(folder, 'store'), { clock, log, quarantine });
    stores.inConsole({ what: 'The test' }).all('SELECT * FROM quotes');
    expect(stores.console.isStandIn).toBe(false);
    stores.close();
    untouched();
    expect(lstatSync(tasks).isFile()).toBe(true);
    expect(quarantine.files).toHaveLength(1);
    expect(statSync(tasks).size).toBeGreaterThan(0);
  });
});
