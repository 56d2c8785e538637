/**
 * A table as spreadsheets take it from the clipboard: as HTML, and as text with tabs between the cells. Cells are texts that no spreadsheet
 * runs as formulas.
 */
import type { CopiedRows, ShownRows } from '../../../shared/model/copied-rows.ts';
import type { Json } from '../../../shared/model/primitives.ts';
import { cellText } from '../../../shared/text/spreadsheet-cell.ts';

/** What the clipboard gets. */
export interface CopiedTable {
  readonly text: string;
  readonly html: string;
}

/** Some 50,000 rows of ten cells with 15 characters. */
const MAX_CHARACTERS = 8_000_000;

export class ClipboardTable {
  readonly #lines: string[] = [];
  readonly #rows: string[] = [];
  #left: number;

  constructor(maxCharacters = MAX_CHARACTERS) {
    this.#left = maxCharacters;
  }

  /** Adds a row, unless the table would be longer than the clipboard should hold: then returns false. */
  add(cells: readonly Json[]): boolean {
    // Where the clipboard's text ends with a NUL, the cells after it would be lost.
    const texts = cells.map((cell) => cellText(cell).replaceAll('\0', ''));
    const line = texts.map(quoted).join('\t');
    if (line.length > this.#left) return false;
    this.#left -= line.length;
    this.#lines.push(line);
    this.#rows.push(`<tr>${texts.map((text) => `<td>${escaped(text)}</td>`).join('')}</tr>`);
    return true;
  }

  finish(): CopiedTable {
    return {
      text: this.#lines.join('\r\n'),
      html: `<meta charset="utf-8"><table style="white-space:pre-wrap">${this.#rows.join('')}</table>`,
    };
  }
}

/** Rows under their heads, as many as the clipboard should hold. */
export function clipboardTable({ heads, rows: wanted }: ShownRows): CopiedRows & CopiedTable {
  const table = new ClipboardTable();
  if (heads !== null) table.add(heads);
  const end = wanted.findIndex((cells) => !table.add(cells));
  return { rows: end < 0 ? wanted.length : end, wanted: wanted.length, ...table.finish() };
}

/** Within quotes, spreadsheets take tabs and line breaks as parts of the cell. */
const quoted = (text: string): string => (/["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A line break of a cell must not begin another row. */
const escaped = (text: string): string =>
  text
    .replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character)
    .replace(/\r\n|[\r\n]/g, '<br style="mso-data-placement:same-cell">');
