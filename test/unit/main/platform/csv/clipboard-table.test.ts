/** A copied table: a spreadsheet gets back each cell, from the text and from the HTML, and none is a formula. */
import fc from 'fast-check';
import { Window } from 'happy-dom';
import { describe, expect, it } from 'vitest';
import { ClipboardTable } from '../../../../../src/main/platform/csv/clipboard-table.ts';
import type { Json } from '../../../../../src/shared/model/primitives.ts';
import { cellText } from '../../../../../src/shared/text/spreadsheet-cell.ts';

/** Reads text from the clipboard as spreadsheets do: tabs and line breaks separate, except within quotes. */
function pasteText(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain = '', end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^"\t\r\n]?[^\t\r\n]*))(\t|\r\n|$)/gy,
  )) {
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\t') continue;
    rows.push(row);
    row = [];
    if (end === '') break;
  }
  return rows;
}

const page = new Window();

/** Reads a table in HTML as spreadsheets do: a `<br>` is a line break within the cell. */
function pasteHtml(html: string): string[][] {
  page.document.body.innerHTML = html;
  return [...page.document.querySelectorAll('tr')].map((row) =>
    [...row.querySelectorAll('td')].map((cell) =>
      [...cell.childNodes].map((node) => (node.nodeName === 'BR' ? '\n' : node.textContent)).join(''),
    ),
  );
}

const copied = (rows: readonly Json[][], max?: number) => {
  const table = new ClipboardTable(max);
  const added = rows.filter((cells) => table.add(cells)).length;
  return { ...table.finish(), added };
};
const safe = (rows: readonly Json[][]) => rows.map((cells) => cells.map((cell) => cellText(cell).replaceAll('\0', '')));

describe('a copied table', () => {
  it('gives spreadsheets each cell as text that is no formula, whatever is in it', () => {
    const signs = [...'=+-@＝"\t\n\r,;\' a1|<>&', '\r\n', '\0', '&lt;', '<br>', '</td>', '\u2028', 'é', '=cmd', '-5'];
    const cell = fc.oneof(
      fc.string({ unit: fc.constantFrom(...signs), maxLength: 9 }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(null, true, false),
      fc.jsonValue({ maxDepth: 1 }) as fc.Arbitrary<Json>,
    );
    const rows = fc
      .integer({ min: 1, max: 4 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 4 }),
      );
    fc.assert(
      fc.property(rows, (given) => {
        const { text, html, added } = copied(given);
        const expected = safe(given);
        expect(added).toBe(given.length);
        expect(pasteText(text)).toEqual(expected);
        expect(pasteHtml(html)).toEqual(
          expected.map((cells) => cells.map((shown) => shown.replace(/\r\n|\r/g, '\n').toWellFormed())),
        );
        for (const shown of [pasteText(text), pasteHtml(html)].flat(2))
          if (!/^[+-]?\d+([.,]\d+)?(e[+-]\d+)?$/.test(shown)) expect(shown).not.toMatch(/^[\s"\p{C}]*[=+\-@＝]/u);
      }),
      { numRuns: 60 },
    );
  });

  it('is one cell without anything around it', () => {
    expect(copied([['Mill House']]).text).toBe('Mill House');
    expect(copied([[120.5]]).text).toBe('120.5');
  });

  it('ends before the row that would make it longer than the clipboard should hold', () => {
    const { text, html, added } = copied(
      [
        ['four', 'four'],
        ['four', 'four'],
        ['four', 'four'],
        ['', ''],
      ],
      19,
    );
    expect(added).toBe(3);
    expect(text).toBe('four\tfour\r\nfour\tfour\r\n\t');
    expect(pasteHtml(html)).toEqual(pasteText(text));
  });
});
