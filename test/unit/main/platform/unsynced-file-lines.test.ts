import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UnsyncedFileLines } from '../../../../src/main/platform/unsynced-file-lines.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { makeTempFolder, removeTempFolder } from '../../../support/temp-folder.ts';

let folder: string;
let file: string;
const open = () => new UnsyncedFileLines({ file, what: 'The use of limits' });

beforeEach(() => {
  folder = makeTempFolder();
  file = join(folder, 'deep', 'rates.notes');
});
afterEach(() => removeTempFolder(folder));

describe('UnsyncedFileLines', () => {
  it('keeps lines in order, readable by the owner only', () => {
    expect(open().lines()).toEqual([]);
    open().append('one');
    open().append('two');
    expect(open().lines()).toEqual(['one', 'two']);
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
    const notes = open();
    notes.append('three');
    for (const one of [notes, open()]) expect(() => one.append('four\nfive')).toThrow(RangeError);
  });

  it('leaves a torn line out, and loses no other line with it', () => {
    open().append('one');
    appendFileSync(file, 'tor');
    const notes = open();
    expect(notes.lines()).toEqual(['one']);
    notes.append('two');
    expect(readFileSync(file, 'utf8')).toBe('one\ntwo\n');
  });

  it('replaces all lines', () => {
    const notes = open();
    notes.append('one');
    notes.replace(['two', 'three']);
    notes.append('four');
    expect(open().lines()).toEqual(['two', 'three', 'four']);
    expect(readdirSync(join(folder, 'deep'))).toEqual(['rates.notes']);
  });

  it('deletes its files, and begins a new file with the next line', () => {
    const notes = open();
    notes.remove();
    notes.append('one');
    writeFileSync(`${file}.next`, 'left by a process that was killed');
    notes.remove();
    expect(readdirSync(join(folder, 'deep'))).toEqual([]);
    notes.append('two');
    expect(open().lines()).toEqual(['two']);
    removeTempFolder(join(folder, 'deep'));
    notes.append('three');
    expect(open().lines()).toEqual(['three']);
  });

  it('writes a line that may wait with the next line, or after a moment', async () => {
    const clock = new ManualClock();
    const notes = new UnsyncedFileLines({ file, what: 'The use of limits', clock });
    const written = () => open().lines();
    notes.appendSoon('one');
    expect(written()).toEqual([]);
    notes.append('two');
    expect(written()).toEqual(['one', 'two']);
    notes.appendSoon('three');
    await clock.advance(100);
    expect(written()).toEqual(['one', 'two', 'three']);
    notes.appendSoon('four');
    expect(notes.lines()).toEqual(['one', 'two', 'three', 'four']);
    notes.appendSoon('five');
    notes.replace(['six']);
    notes.appendSoon('seven');
    notes.remove();
    await clock.advance(100);
    expect(existsSync(file)).toBe(false);
  });

  it('reports a line that could not be written with the next one', async () => {
    const clock = new ManualClock();
    const notes = new UnsyncedFileLines({ file, what: 'The use of limits', clock });
    mkdirSync(file, { recursive: true });
    notes.appendSoon('one');
    await clock.advance(100);
    expect(() => notes.append('two')).toThrow(expect.objectContaining({ code: 'storageFailed' }));
  });

  it('throws `storageFailed` when a line cannot be written', () => {
    mkdirSync(file, { recursive: true });
    for (const work of [() => open().lines(), () => open().append('one'), () => open().remove()])
      expect(work).toThrow(expect.objectContaining({ code: 'storageFailed' }));
    expect(existsSync(file)).toBe(true);
  });
});
