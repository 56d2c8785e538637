/** Writes the results of several files as a table for a terminal: a row for each failure, and one for a file without a failure. */
import { confidencePercent } from '../../shared/doctor/confidence.ts';
import { CHECK_SENTENCES, checkOutcome, namesMore } from '../../shared/doctor/request-check.ts';
import type { PastedCase, PastedReport } from '../../shared/model/pasted.ts';
import { plainLine } from '../../shared/text/isolated-text.ts';
import { countText } from '../../shared/time/text-formats.ts';

/** The result of one file: a `report`, or the `problem` when the file could not be read; the other field is `null`. */
export interface FileResult {
  readonly file: string;
  readonly status: 0 | 1 | 2;
  readonly problem: string | null;
  readonly report: PastedReport | null;
}

/** The next step comes last, because it is the longest. */
type Row = readonly [file: string, status: string, confidence: string, cause: string, next: string];

const HEADING: Row = ['File', 'Status', 'Confidence', 'Cause', 'Next step'];
const NONE = '-';
const GAP = '  ';

export function tableText(results: readonly FileResult[]): string {
  const rows = [HEADING, ...results.flatMap(rowsOf)];
  const widths = HEADING.map((_, column) =>
    rows.reduce((widest, row) => Math.max(widest, (row[column] ?? '').length), 0),
  );
  const line = (row: Row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(GAP);
  return rows.map((row) => `${line(row).trimEnd()}\n`).join('');
}

function rowsOf({ file, problem, report }: FileResult): Row[] {
  const row = (cause: string): Row => [plainLine(file), NONE, NONE, cause, ''];
  if (report === null) return [row(`Not read: ${problem}`)];
  const { kind, cases, exchanges, skipped, unread } = report;
  const rows = cases.map((one): Row => [plainLine(file), ...caseCells(one)]);
  if (cases.length === 0) rows.push(row(exchanges > 0 ? 'Nothing is wrong' : 'Nothing could be read'));
  if (skipped > 0) rows.push(row(`Not shown: ${countText(skipped)} further failure${skipped === 1 ? '' : 's'}`));
  // In a file without exchanges every line is unread, so unread parts are listed only beside an exchange, or for a file that was rejected.
  if (exchanges === 0 && kind !== 'refused') return rows;
  return [...rows, ...unread.map(({ what, where }) => row(`Not read: ${plainLine(`${where}: ${what}`)}`))];
}

function caseCells({ failure: { status }, diagnosis, check }: PastedCase): [string, string, string, string] {
  const { outcome, verdicts, ask } = diagnosis;
  const answered = status === null ? NONE : `${status}`;
  const [first] = verdicts;
  const [finding] = check?.findings ?? [];
  if (check && !namesMore(diagnosis, check))
    return [answered, NONE, CHECK_SENTENCES[checkOutcome(check)], finding ? plainLine(finding.right) : ''];
  if (outcome === 'verdict' && first)
    return [answered, confidencePercent(first.confidence), plainLine(first.title), firstSentence(first.remedy)];
  if (outcome === 'nothingWrong') return [answered, NONE, 'Nothing is wrong', ''];
  return [answered, NONE, 'Not enough is known to name one cause', ask === null ? '' : 'Ask the customer for more'];
}

/** The beginning of a text up to its first full stop, colon or semicolon that ends a clause. */
const firstSentence = (text: string): string =>
  plainLine(/^.*?[.:;](?=\s|$)/.exec(text)?.[0].replace(/[:;]$/, '.') ?? text);
