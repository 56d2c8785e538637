/** A table for spreadsheets on the clipboard, as HTML and as text with tabs. No spreadsheet runs the text of a cell as a formula. */
import type { CopiedRows, ShownRows } from '../../../shared/model/copied-rows.ts';
import type { Json } from '../../../shared/model/primitives.ts';
import { cellText } from '../../../shared/text/spreadsheet-cell.ts';

export interface CopiedTable {
  readonly text: string;
  readonly html: string;
}

/** The longest table for the clipboard: some 50,000 rows of ten cells with 15 characters. */
const MAX_CHARACTERS = 8_000_000;

export class ClipboardTable {
  readonly #lines: string[] = [];
  readonly #rows: string[] = [];
  #left: number;

  constructor(maxCharacters = MAX_CHARACTERS) {
    this.#left = maxCharacters;
  }

  /** Adds a row. Returns false, without adding it, when the table would become longer than the clipboard should hold. */
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

/** Makes a table for the clipboard from rows and their headings. Rows beyond the clipboard's limit are left out. */
export function clipboardTable({ heads, rows: wanted }: ShownRows): CopiedRows & CopiedTable {
  const table = new ClipboardTable();
  if (heads !== null) table.add(heads);
  const end = wanted.findIndex((cells) => !table.add(cells));
  return { rows: end < 0 ? wanted.length : end, wanted: wanted.length, ...table.finish() };
}

/** Quotes a cell that contains tabs or line breaks, so that spreadsheets keep them in one cell. */
const quoted = (text: string): string => (/["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes a cell for HTML. A line break of a cell must not begin another row. */
const escaped = (text: string): string =>
  text
    .replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character)
    .replace(/\r\n|[\r\n]/g, '<br style="mso-data-placement:same-cell">');
