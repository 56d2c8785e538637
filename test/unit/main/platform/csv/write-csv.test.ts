/** A CSV file: a reader by RFC 4180 gets back what was written, and no cell is a formula. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { csvFormat, writeCsv } from '../../../../../src/main/platform/csv/write-csv.ts';
import type { Json } from '../../../../../src/shared/model/primitives.ts';
import { cellText, rowTexts } from '../../../../../src/shared/text/spreadsheet-cell.ts';
import { anyCharacter } from '../../../../support/any-character.ts';
import { makeTempFolder, removeTempFolder } from '../../../../support/temp-folder.ts';

let folder: string;
beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(() => removeTempFolder(folder));

const titles = ['Title, with "quotes"', 'B'];

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

/** Reads as a lenient spreadsheet does: any separator, any line break, text after a closing quote, with or without a meaning of quotes. */
function spreadsheet(text: string, separator: string, quotes: boolean): string[][] {
  const rows: string[][] = [[]];
  let value = '';
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    const isQuote = quotes && character === '"';
    if (isQuote && (quoted || value === '')) {
      if (quoted && text[at + 1] === '"') {
        value += '"';
        at += 1;
      } else quoted = !quoted;
    } else if (!quoted && (character === separator || /[\r\n\v\f\u0085\u2028\u2029]/.test(character))) {
      rows.at(-1)?.push(value);
      value = '';
      if (character !== separator) rows.push([]);
    } else value += character;
  }
  rows.at(-1)?.push(value);
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
    ['foo;=cmd', "foo;'=cmd"],
    ['foo; "=cmd"', 'foo; "\'=cmd"'],
    ['foo\t@cmd', "foo\t'@cmd"],
    ['foo\n-cmd', "foo\n'-cmd"],
    ['foo\r\n+cmd', "foo\r\n'+cmd"],
    ['\n=cmd', "'\n'=cmd"],
    ['\nfoo', "'\nfoo"],
    [' =cmd', " '=cmd"],
    ['\u200b=cmd', "\u200b'=cmd"],
    ['"=cmd"', '"\'=cmd"'],
    ['＝1+1', "'＝1+1"],
    ['＋cmd', "'＋cmd"],
    ['－cmd', "'－cmd"],
    ['＠cmd', "'＠cmd"],
    ['a;＝b;＠c', "a;'＝b;'＠c"],
    ['foo;-5', "foo;'-5"],
    ['two + two = four; a-b', 'two + two = four; a-b'],
    ["'=1", "'=1"],
  ])('writes %j as %j', (cell, text) => {
    expect(cellText(cell as Json)).toBe(text);
  });

  it('contains every row, whatever is in its cells', async () => {
    const path = join(folder, 'out.csv');
    const cells = fc.tuple(fc.string({ unit: anyCharacter }), fc.oneof(fc.string(), fc.integer(), fc.constant(null)));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(cells, { maxLength: 5 }), { maxLength: 5 }), async (batches) => {
        const { records, bytes } = await writeCsv(path, titles, batches);
        const data = readFileSync(path);
        expect(data.length).toBe(bytes);
        expect([...data.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
        const [head, ...rows] = parse(data.toString().slice(1));
        expect(head).toEqual(titles);
        expect(rows).toEqual(batches.flat().map((row) => rowTexts(row).map((text) => Buffer.from(text).toString())));
        expect(records).toBe(rows.length);
        expect(rows.flat().filter((cell) => /^[=@\t\r]/.test(cell))).toEqual([]);
      }),
      { numRuns: 12 },
    );
    expect(existsSync(`${path}.part`)).toBe(false);
  });

  it.each([
    [',', true],
    [';', true],
    ['\t', true],
    [';', false],
    ['\t', false],
  ])('has no formula for a spreadsheet that separates by %j and minds quotes: %j', async (separator, quotes) => {
    const path = join(folder, 'out.csv');
    const signs = [...'=+-@＝＋－＠;\t\n\r,"\' a1|', '\0', '\u200b', '\u2028', '\x0b', '=cmd', '-5', '+1'];
    const cell = fc.oneof(
      fc.string({ unit: fc.constantFrom(...signs), maxLength: 8 }),
      fc.integer({ min: -9, max: 9 }),
      fc.constant(null),
    );
    const rows = fc.array(fc.tuple(cell, cell), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(rows, async (batch) => {
        await writeCsv(path, titles, [batch]);
        for (const line of spreadsheet(readFileSync(path, 'utf8').slice(1), separator, quotes))
          for (const shown of line)
            if (!/^[+-]?\d+$/.test(shown)) expect(shown).not.toMatch(/^[\s"\p{C}]*[=+\-@＝＋－＠]/u);
      }),
      { numRuns: 20 },
    );
  });

  it('takes time linear in the size of a cell', () => {
    for (const text of ['\n'.repeat(400_000), ' ;'.repeat(200_000), '"'.repeat(400_000), ';='.repeat(200_000)])
      expect(cellText(text).length).toBeGreaterThanOrEqual(400_000);
  });

  it('fills a row of an earlier version, which has fewer cells', async () => {
    const path = join(folder, 'out.csv');
    await writeCsv(path, titles, [[['old'], ['new', 1]]]);
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
    await expect(writeCsv(path, titles, broken())).rejects.toThrow('gone');
    expect(readFileSync(path, 'utf8')).toBe('before');
    expect(existsSync(`${path}.part`)).toBe(false);
    mkdirSync(join(folder, 'taken.csv'));
    await expect(writeCsv(join(folder, 'taken.csv'), titles, [])).rejects.toMatchObject({ code: 'storageFailed' });
    await expect(writeCsv(join(folder, 'no', 'x.csv'), titles, [])).rejects.toMatchObject({ code: 'storageFailed' });
  });
});

it('is written as the spreadsheets of this machine read it: with semicolons where decimals have a comma', async () => {
  const path = join(folder, 'german.csv');
  await writeCsv(
    path,
    ['Total', 'Code'],
    [
      [
        [-12.5, '1.5'],
        [3, 'a;b,c'],
      ],
    ],
    csvFormat('de-DE'),
  );
  // A text is no number, so its point stays.
  expect(readFileSync(path, 'utf8')).toBe('\uFEFFTotal;Code\r\n\'-12,5;1.5\r\n3;"a;b,c"\r\n');
  expect(csvFormat('en-GB')).toEqual({ delimiter: ',', decimal: '.' });
});
