import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storeDocument } from '../../../../../src/main/platform/electron/store-document.ts';
import { QuarantineList } from '../../../../../src/main/platform/quarantine.ts';
import { FakeLog } from '../../../../support/fake-log.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';
import { makeTempFolder, removeTempFolder } from '../../../../support/temp-folder.ts';

const ipcMain = vi.hoisted(() => ({ listeners: new Map<string, unknown>() }));
// electron-store reads the default export of `electron`.
vi.mock('electron', () => {
  const main = {
    on: (channel: string, listener: unknown) => ipcMain.listeners.set(channel, listener),
    removeAllListeners: (channel: string) => ipcMain.listeners.delete(channel),
  };
  const app = { getPath: () => '/nowhere', getVersion: () => '0.1.0' };
  return { default: { ipcMain: main, app }, ipcMain: main };
});

let folder: string;
let log: FakeLog;
let quarantine: QuarantineList;
const clock = new ManualClock(Date.UTC(2026, 10, 21, 9, 30));
const open = <Value>(name = 'vault') => storeDocument<Value>({ directory: folder, name, clock, log, quarantine });

beforeEach(() => {
  folder = makeTempFolder();
  log = new FakeLog();
  quarantine = new QuarantineList();
});
afterEach(() => removeTempFolder(folder));

describe('storeDocument', () => {
  it('is null before the first write, and a read creates no file', () => {
    expect(open().read()).toBeNull();
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['an object', { 'a.b': [1, null], nested: { c: 'ü' } }],
    ['a list', [1, 2]],
    ['a text', 'x'],
    ['null', null],
  ])('keeps %s across openings', async (_name, value) => {
    await open().write(value);
    expect(open().read()).toEqual(value);
  });

  it('is readable by its owner only', async () => {
    await open().write({ a: 1 });
    if (process.platform !== 'win32') expect(statSync(join(folder, 'vault.json')).mode & 0o777).toBe(0o600);
  });

  it('writes in the order of the calls, each value as it was at its call', async () => {
    const document = open<{ count: number }>();
    const value = { count: 0 };
    const writes = Array.from({ length: 20 }, (_, count) => {
      value.count = count;
      return document.write(value);
    });
    value.count = -1;
    await Promise.all(writes);
    expect(open().read()).toEqual({ count: 19 });
  });

  it('leaves no channel on which a frame could ask for folders', async () => {
    await open().write({ a: 1 });
    expect([...ipcMain.listeners.keys()]).toEqual([]);
  });

  it('returns copies, so that a reader cannot change the document', async () => {
    const document = open<{ list: number[] }>();
    await document.write({ list: [1] });
    document.read()?.list.push(2);
    expect(document.read()).toEqual({ list: [1] });
  });

  it.each([
    ['cut', '{"document": {"a"'],
    ['empty', ''],
    ['of another kind', '[1]'],
    ['without its key', '{"a":1}'],
  ])('quarantines a file that is %s', async (_name, text) => {
    writeFileSync(join(folder, 'vault.json'), text);
    const document = open();
    expect(document.read()).toBeNull();
    const aside = join(folder, 'vault.corrupt-2026-11-21T09-30-00-000Z.json');
    expect(quarantine.files).toEqual([{ document: 'vault', movedTo: aside, at: clock.now() }]);
    expect(readFileSync(aside, 'utf8')).toBe(text);
    await document.write({ fresh: true });
    expect(open().read()).toEqual({ fresh: true });
    expect(readFileSync(aside, 'utf8')).toBe(text);
    expect(log.entries).toHaveLength(1);
  });

  it('throws `storageFailed` for a failed write and keeps the former value', async () => {
    const document = open();
    await document.write({ a: 1 });
    vi.spyOn(JSON, 'parse').mockImplementationOnce(() => {
      throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    });
    await expect(document.write({ a: 2 })).rejects.toMatchObject({
      data: { code: 'storageFailed', what: 'vault', reason: 'the disk is full' },
    });
    expect(document.read()).toEqual({ a: 1 });
    expect(open().read()).toEqual({ a: 1 });
  });

  it('returns the value on the disk when several writes fail one after the other', async () => {
    const document = open();
    await document.write({ a: 1 });
    vi.spyOn(JSON, 'parse').mockImplementation(() => {
      throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    });
    const results = await Promise.allSettled([document.write({ a: 2 }), document.write({ a: 3 })]);
    vi.restoreAllMocks();
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(document.read()).toEqual({ a: 1 });
    expect(open().read()).toEqual({ a: 1 });
  });

  it('throws `storageFailed` for a file that cannot be read', () => {
    mkdirSync(join(folder, 'vault.json'));
    expect(() => open()).toThrow(
      expect.objectContaining({ data: expect.objectContaining({ code: 'storageFailed', access: 'read' }) }),
    );
    expect(quarantine.files).toEqual([]);
  });
});
