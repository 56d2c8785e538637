/** An Excel workbook: dates are dates, amounts are numbers, and texts are texts. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readXlsx } from 'hucre/xlsx';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeTable } from '../../../../../src/main/platform/csv/write-table.ts';
import { cellValue, columnKindOf } from '../../../../../src/shared/text/workbook-cell.ts';
import { makeTempFolder, removeTempFolder } from '../../../../support/temp-folder.ts';

let folder: string;
beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(() => removeTempFolder(folder));

it('has dates as dates and amounts as numbers, and runs no text as a formula', async () => {
  const file = { path: join(folder, 'a.xlsx'), format: 'xlsx' } as const;
  const at = new Date(2027, 0, 8, 13, 30);
  const columns = [
    { title: 'Guest' },
    { title: 'Check-in', kind: 'date' },
    { title: 'Total', kind: 'amount' },
    { title: 'Made', kind: 'instant' },
    { title: 'Phone' },
    { title: 'Sent' },
  ] as const;
  const row = ['=HYPERLINK("x")', '2027-01-08', '1234.50', at.toISOString(), '+49 171 2345678', true];
  const written = await writeTable(file, columns, [[row], [['Ada']]]);
  expect(written).toMatchObject({ records: 2, bytes: readFileSync(file.path).length });
  const { sheets } = await readXlsx(readFileSync(file.path));
  const sheet = sheets[0];
  expect(sheet?.rows[0]).toEqual(columns.map(({ title }) => title));
  expect(sheet?.rows[1]).toEqual([
    '=HYPERLINK("x")',
    new Date('2027-01-08T00:00:00Z'),
    1234.5,
    new Date('2027-01-08T13:30:00Z'),
    '+49 171 2345678',
    'yes',
  ]);
  expect(sheet?.rows[2]?.[0]).toBe('Ada');
  expect([...(sheet?.cells?.values() ?? [])].some(({ formula }) => formula !== undefined)).toBe(false);
});

it('keeps as text what is no value of its column, and every digit', () => {
  expect(cellValue('soon', 'date')).toBe('soon');
  expect(cellValue('2027-02-30', 'date')).toBe('2027-02-30');
  expect(cellValue('soon', 'instant')).toBe('soon');
  expect(cellValue('12345678901234567.89', 'amount')).toBe('12345678901234567.89');
  // JavaScript reads a date in these texts, and a plain date as an instant in UTC.
  for (const text of ['Unit 7', '3', '2026-11-28']) expect(cellValue(text, 'instant')).toBe(text);
  expect(cellValue(Date.UTC(2027, 0, 8), 'instant')).toBe(cellValue('2027-01-08T00:00:00Z', 'instant'));
  expect(cellValue(7, 'instant')).toBe('7');
  expect(cellValue(7, 'date')).toBe('7');
  expect([1234567890123456, 123456789012345, 0.1 + 0.2].map((value) => cellValue(value, 'number'))).toEqual([
    '1234567890123456',
    123456789012345,
    0.1 + 0.2,
  ]);
  expect(cellValue('0012', 'text')).toBe('0012');
  expect(cellValue(['a'], 'text')).toBe('["a"]');
  expect(String(cellValue('x'.repeat(40_000), 'text'))).toHaveLength(32_767);
  expect(['money', 'date', 'list'].map(columnKindOf)).toEqual(['amount', 'date', 'text']);
});

it('of rows that cannot be read is no file', async () => {
  const file = { path: join(folder, 'b.xlsx'), format: 'xlsx' } as const;
  function* broken(): Generator<string[][]> {
    yield [['a']];
    throw new Error('gone');
  }
  await expect(writeTable(file, [{ title: 'A' }], broken())).rejects.toThrow('gone');
  expect(existsSync(file.path) || existsSync(`${file.path}.part`)).toBe(false);
});
