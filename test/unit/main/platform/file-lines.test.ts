import { appendFileSync, mkdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileLines } from '../../../../src/main/platform/file-lines.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { makeTempFolder, removeTempFolder } from '../../../support/temp-folder.ts';
import { watchDisk } from '../../../support/watched-disk.ts';

let folder: string;
let file: string;
const open = (log = new FakeLog()) => new FileLines({ file, what: 'The ledger', log });

beforeEach(() => {
  folder = makeTempFolder();
  file = join(folder, 'deep', 'ledger.jsonl');
});
afterEach(() => removeTempFolder(folder));

describe('FileLines', () => {
  it('is empty before anything was appended', () => {
    expect(open().lines()).toEqual({ lines: [], torn: false });
  });

  it('keeps lines in order, readable by the owner only', () => {
    open().append('one');
    open().append('two');
    expect(open().lines()).toEqual({ lines: ['one', 'two'], torn: false });
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('reports a torn line until the next append cuts it', () => {
    const log = new FakeLog();
    open().append('one');
    appendFileSync(file, '{"torn":');
    expect(open().lines()).toEqual({ lines: ['one'], torn: true });
    expect(open().lines()).toEqual({ lines: ['one'], torn: true });
    open(log).append('two');
    expect(open().lines()).toEqual({ lines: ['one', 'two'], torn: false });
    expect(log.entries).toHaveLength(1);
    expect(log.text).not.toContain('{"torn":');
  });

  it('starts over where the first line was torn', () => {
    mkdirSync(join(folder, 'deep'));
    writeFileSync(file, 'half');
    open().append('whole');
    expect(readFileSync(file, 'utf8')).toBe('whole\n');
  });

  it('replaces all lines, and a crash in the middle of that leaves the old ones', () => {
    for (const line of ['one', 'two', 'three']) open().append(line);
    const next = 'two\nfour\n';
    for (let length = 0; length <= next.length; length += 1) {
      // What a killed process leaves: a part of the new file beside the old one.
      writeFileSync(`${file}.next`, next.slice(0, length));
      expect(open().lines()).toEqual({ lines: ['one', 'two', 'three'], torn: false });
    }
    open().replace(['two', 'four']);
    expect(open().lines()).toEqual({ lines: ['two', 'four'], torn: false });
    open().append('five');
    expect(readFileSync(file, 'utf8')).toBe('two\nfour\nfive\n');
  });

  it('rejects a line with a line break', () => {
    expect(() => open().append('a\nb')).toThrow(RangeError);
  });

  it('throws `storageFailed` when a line cannot be written', () => {
    writeFileSync(join(folder, 'deep'), 'a file where a folder belongs');
    expect(() => open().append('one')).toThrow(expect.objectContaining({ code: 'storageFailed' }));
  });

  it('returns the complete lines after any cut, and appends to them', () => {
    const line = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !text.includes('\n'));
    let round = 0;
    fc.assert(
      fc.property(fc.array(line, { maxLength: 6 }), fc.nat(), line, (lines, cut, next) => {
        round += 1;
        file = join(folder, `round-${round}.jsonl`);
        for (const one of lines) open().append(one);
        if (lines.length > 0) truncateSync(file, Math.max(0, statSync(file).size - (cut % (statSync(file).size + 1))));
        const kept = open().lines();
        expect(kept.lines).toEqual(lines.slice(0, kept.lines.length));
        open().append(next);
        expect(open().lines()).toEqual({ lines: [...kept.lines, next], torn: false });
      }),
      { numRuns: 25 },
    );
  });

  it.skipIf(process.platform === 'win32')(
    'has each line on the disk before it returns, and the name of a new file',
    () => {
      const disk = watchDisk(join(folder, 'deep'));
      try {
        open().append('one');
        expect(disk.durable(file)).toBe('one\n');
        open().append('two');
        expect(disk.durable(file)).toBe('one\ntwo\n');
        open().replace(['three']);
        expect(disk.durable(file)).toBe('three\n');
        open().append('four');
        expect(disk.durable(file)).toBe('three\nfour\n');
      } finally {
        disk.stop();
      }
    },
  );
});
