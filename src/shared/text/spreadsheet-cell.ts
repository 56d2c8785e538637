/**
 * Writes the cells of a CSV file as text that no spreadsheet runs as a formula. An apostrophe in front makes a spreadsheet show a text unchanged.
 *
 * A spreadsheet may use another separator than the file's comma. A cell may then begin after each `;`, tab or line break within a text, whatever
 * its quotes.
 */
import type { Json } from '../model/primitives.ts';

/** The characters with which formulas begin; East Asian spreadsheets accept the full-width ones. */
const FORMULA_CHARACTERS = '=+\\-@＝＋－＠';
const FORMULA = new RegExp(`^[${FORMULA_CHARACTERS}]`);
const NEEDS_APOSTROPHE = new RegExp(`^[${FORMULA_CHARACTERS}\\t\\r\\n]`);
const COULD_BE_FORMULA = new RegExp(`[${FORMULA_CHARACTERS}]|^[\\t\\r\\n]`);
/** Matches separators, and the characters that may stand between a separator and a formula: spaces, quotes, invisible characters. */
const BEFORE_FORMULA = /[;\s"\p{C}]+/gu;
const SEPARATOR = /[;\t\r\n\v\f\u0085\u2028\u2029]/;
const NUMBER = /^[+-]?\d+([.,]\d+)?$/;

/** The text of a cell. */
export function cellText(cell: Json): string {
  if (cell === null) return '';
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  if (typeof cell === 'number') return String(cell);
  const text = typeof cell === 'string' ? cell : JSON.stringify(cell);
  return COULD_BE_FORMULA.test(text) && !NUMBER.test(text) ? neutralised(text) : text;
}

/** The texts of one row's cells. No line begins with a formula, because to a spreadsheet with another separator a whole line may be one cell. */
export function rowTexts(cells: readonly Json[]): string[] {
  const [first = '', ...rest] = cells.map(cellText);
  return cells.length === 0 ? [] : [FORMULA.test(first) ? `'${first}` : first, ...rest];
}

function neutralised(text: string): string {
  // One match per run of characters, so that the time is linear.
  const safe = text.replace(BEFORE_FORMULA, (run, at: number) =>
    (at === 0 || SEPARATOR.test(run)) && FORMULA.test(text.charAt(at + run.length)) ? `${run}'` : run,
  );
  return NEEDS_APOSTROPHE.test(text) ? `'${safe}` : safe;
}
