/**
 * Writes the cells of a CSV file so that no spreadsheet runs them as formulas: an apostrophe in front makes a spreadsheet show the text. A
 * spreadsheet may begin a cell after each `;`, tab or line break, even within quotes, so those places are protected too.
 */
import type { Json } from '../model/primitives.ts';

/** The characters with which formulas begin. East Asian spreadsheets accept the full-width ones too. */
const FORMULA_CHARACTERS = '=+\\-@＝＋－＠';
const FORMULA = new RegExp(`^[${FORMULA_CHARACTERS}]`);
const NEEDS_APOSTROPHE = new RegExp(`^[${FORMULA_CHARACTERS}\\t\\r\\n]`);
const COULD_BE_FORMULA = new RegExp(`[${FORMULA_CHARACTERS}]|^[\\t\\r\\n]`);
/** Matches separators, with the characters that may stand between a separator and a formula: spaces, quotes and invisible characters. */
const BEFORE_FORMULA = /[;\s"\p{C}]+/gu;
const SEPARATOR = /[;\t\r\n\v\f\u0085\u2028\u2029]/;
const NUMBER = /^[+-]?\d+([.,]\d+)?$/;

/** Converts a value to text, before a formula in the text is neutralised. */
export function valueText(cell: Json): string {
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  return typeof cell === 'string' ? cell : JSON.stringify(cell);
}

export function cellText(cell: Json): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = valueText(cell);
  return COULD_BE_FORMULA.test(text) && !NUMBER.test(text) ? neutralised(text) : text;
}

/**
 * Converts a row's cells to texts. The first text never begins like a formula, because a spreadsheet with another separator may read the whole row as
 * one cell.
 */
export function rowTexts(cells: readonly Json[]): string[] {
  const [first = '', ...rest] = cells.map(cellText);
  return cells.length === 0 ? [] : [FORMULA.test(first) ? `'${first}` : first, ...rest];
}

function neutralised(text: string): string {
  // The pattern matches a whole run of characters at once, so that the time is linear.
  const safe = text.replace(BEFORE_FORMULA, (run, at: number) =>
    (at === 0 || SEPARATOR.test(run)) && FORMULA.test(text.charAt(at + run.length)) ? `${run}'` : run,
  );
  return NEEDS_APOSTROPHE.test(text) ? `'${safe}` : safe;
}
