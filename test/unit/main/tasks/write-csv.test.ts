/** A CSV file: a reader by RFC 4180 gets back what was written, and no cell is a formula. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cellText, writeCsv } from '../../../../src/main/tasks/write-csv.ts';
import type { Json } from '../../../../src/shared/model/primitives.ts';
import type { TaskColumn } from '../../../../src/shared/model/task.ts';
import { makeTempFolder, removeTempFolder } from '../../../support/temp-folder.ts';

let folder: string;
beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(() => removeTempFolder(folder));

const columns: TaskColumn[] = [
  { key: 'a', title: 'Title, with "quotes"', kind: 'text' },
  { key: 'b', title: 'B', kind: 'number' },
];

/** A reader of exactly RFC 4180. */
function parse(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at < text.length; ) {
    let value = '';
    if (text[at] === '"') {
      at += 1;
      while (at < text.length && !(text[at] === '"' && text[at + 1] !== '"')) {
        if (text[at] === '"') at += 1;
        value += text[at];
        at += 1;
      }
      at += 1;
    } else {
      while (at < text.length && text[at] !== ',' && text[at] !== '\r') {
        expect(text[at]).not.toBe('\n');
        value += text[at];
        at += 1;
      }
    }
    row.push(value);
    if (text[at] === ',') {
      at += 1;
      continue;
    }
    expect(text.slice(at, at + 2)).toBe('\r\n');
    at += 2;
    rows.push(row);
    row = [];
  }
  return rows;
}

describe('a CSV file', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+cmd', "'+cmd"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['-12.50', '-12.50'],
    ['+49', '+49'],
    [-3, '-3'],
    [0.5, '0.5'],
    [true, 'yes'],
    [false, 'no'],
    [null, ''],
    [{ a: ['=x'] }, '{"a":["=x"]}'],
    ['plain', 'plain'],
  ])('writes %j as %j', (cell, text) => {
    expect(cellText(cell as Json)).toBe(text);
  });

  it('contains every row, whatever is in its cells', async () => {
    const path = join(folder, 'out.csv');
    const cells = fc.tuple(fc.string({ unit: 'binary' }), fc.oneof(fc.string(), fc.integer(), fc.constant(null)));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(cells, { maxLength: 5 }), { maxLength: 5 }), async (batches) => {
        const { records, bytes } = await writeCsv(path, columns, batches);
        const data = readFileSync(path);
        expect(data.length).toBe(bytes);
        expect([...data.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
        const [head, ...rows] = parse(data.toString().slice(1));
        expect(head).toEqual(columns.map(({ title }) => title));
        expect(rows).toEqual(batches.flat().map((row) => row.map((cell) => Buffer.from(cellText(cell)).toString())));
        expect(records).toBe(rows.length);
        expect(rows.flat().filter((cell) => /^[=@\t\r]/.test(cell))).toEqual([]);
      }),
      { numRuns: 60 },
    );
    expect(existsSync(`${path}.part`)).toBe(false);
  });

  it('fills a row of an earlier version, which has fewer cells', async () => {
    const path = join(folder, 'out.csv');
    await writeCsv(path, columns, [[['old'], ['new', 1]]]);
    expect(parse(readFileSync(path, 'utf8').slice(1)).slice(1)).toEqual([
      ['old', ''],
      ['new', '1'],
    ]);
  });

  it('leaves an existing file unchanged when it cannot be finished', async () => {
    const path = join(folder, 'out.csv');
    writeFileSync(path, 'before');
    function* broken(): Generator<Json[][]> {
      yield [['a', 1]];
      throw new Error('gone');
    }
    await expect(writeCsv(path, columns, broken())).rejects.toThrow('gone');
    expect(readFileSync(path, 'utf8')).toBe('before');
    expect(existsSync(`${path}.part`)).toBe(false);
    mkdirSync(join(folder, 'taken.csv'));
    await expect(writeCsv(join(folder, 'taken.csv'), columns, [])).rejects.toMatchObject({ code: 'storageFailed' });
    await expect(writeCsv(join(folder, 'no', 'x.csv'), columns, [])).rejects.toMatchObject({ code: 'storageFailed' });
  });
});
