/** Writes a report for a terminal: for each failure the verdict, its evidence, the remedy and the corrected request. */
import { confidencePercent, confidenceWord } from '../../shared/doctor/confidence.ts';
import { checkLines, namesMore } from '../../shared/doctor/request-check.ts';
import type { Diagnosis, EvidenceItem, Verdict } from '../../shared/model/diagnosis.ts';
import type { PastedCase, PastedReport } from '../../shared/model/pasted.ts';
import type { RequestCheck } from '../../shared/model/request-check.ts';
import type { TokenPanel } from '../../shared/model/token-panel.ts';
import { plainLine } from '../../shared/text/isolated-text.ts';
import { countText } from '../../shared/time/text-formats.ts';

/** The maximum number of further causes in a report, and their minimum confidence. */
const MAX_OTHERS = 3;
const LEAST_CONFIDENCE = 0.05;
const MARKS: Record<EvidenceItem['weight'], string> = { for: '+', against: '-', neutral: '·' };

export function reportText(report: PastedReport): string {
  const { cases, unread, exchanges, succeeded, skipped, ask } = report;
  const parts = cases.map((one, index) => caseText(one, cases.length > 1 ? `${index + 1}. ` : ''));
  if (cases.length === 0 && exchanges > 0)
    parts.push(`Nothing wrong: ${count(exchanges, 'exchange')} found, none failed.\n`);
  if (cases.length === 0 && exchanges === 0) parts.push('Nothing could be read.\n');
  for (const { where, panel } of report.tokens) parts.push([`A token, ${where}`, ...tokenLines(panel), ''].join('\n'));
  if (ask !== null) parts.push(['   To ask the customer:', ...indented(ask), ''].join('\n'));
  const counts = [
    ...(exchanges > 1 ? [`${count(exchanges, 'exchange')} found, ${countText(succeeded)} without a failure`] : []),
    ...(skipped > 0 ? [`${count(skipped, 'further failure')} not shown`] : []),
  ];
  if (counts.length > 0) parts.push(`${counts.join('; ')}.\n`);
  if (unread.length > 0)
    parts.push(`Not read:\n${unread.map(({ what, where }) => `  ${where}: ${what}`).join('\n')}\n`);
  return parts.join('\n');
}

const count = (value: number, word: string): string => `${countText(value)} ${word}${value === 1 ? '' : 's'}`;

function caseText({ where, failure, marks, diagnosis, check, token, corrected }: PastedCase, number: string): string {
  const { method, url, status, networkError, sentAt } = failure;
  const request = [method, url].filter((part) => part !== null).join(' ') || 'A request that is not shown';
  const answer =
    status !== null ? `answered ${status}` : networkError ? `no answer: ${networkError.message}` : 'no answer shown';
  const at = sentAt === null ? '' : `, ${new Date(sentAt).toISOString()}`;
  const lines = [
    `${number}${request}`,
    `   ${answer} (${where}${at})${marks > 0 ? `; ${count(marks, 'value')} masked` : ''}`,
    '',
  ];
  return [...lines, ...judgementLines(diagnosis, check), ...tokenLines(token), ...correctedLines(corrected), ''].join(
    '\n',
  );
}

/** Writes the check of a request that has no answer, followed by a diagnosis if the text around the request names a cause. */
function judgementLines(diagnosis: Diagnosis, check: RequestCheck | null): string[] {
  if (check === null) return diagnosisLines(diagnosis);
  return [
    ...checkLines(check).map((line) => `   ${line}`),
    ...(namesMore(diagnosis, check) ? ['', ...diagnosisLines(diagnosis)] : []),
  ];
}

const tokenLines = (panel: TokenPanel | null): string[] =>
  panel === null
    ? []
    : [
        '',
        '   What the token says of itself:',
        ...panel.claims.map(
          ({ name, value, problem }) => `     ${name}: ${plainLine(value)}${problem === null ? '' : `. ${problem}`}`,
        ),
      ];

const indented = (text: string): string[] => text.split('\n').map((line) => `     ${line}`.trimEnd());

function diagnosisLines({ outcome, verdicts, tellApart, ask }: Diagnosis): string[] {
  const [first, ...rest] = verdicts.filter(({ confidence }) => confidence >= LEAST_CONFIDENCE);
  const others = rest.slice(0, MAX_OTHERS);
  return [
    ...(outcome === 'nothingWrong' ? ['   Nothing is wrong with this exchange.', ''] : []),
    ...(outcome === 'notEnough' ? ['   Not enough is known to name one cause.', ''] : []),
    ...(first ? verdictLines(first) : []),
    ...(others.length > 0 ? [`   Also possible: ${others.map(named).join('; ')}`] : []),
    ...(tellApart === null ? [] : [`   What would tell them apart: ${tellApart}`]),
    ...(ask === null ? [] : ['', '   To ask the customer:', ...indented(ask)]),
  ];
}

const named = ({ title, confidence }: Verdict): string => `${title} (${confidencePercent(confidence)})`;

function verdictLines({ title, confidence, evidence, confirm, remedy, source }: Verdict): string[] {
  return [
    `   ${title}: ${confidenceWord(confidence)}, ${confidencePercent(confidence)}`,
    ...evidence.map(({ text, weight }) => `     ${MARKS[weight]} ${text}`),
    `   Next: ${remedy}`,
    ...(confirm === null ? [] : [`   To confirm: ${confirm.text}`]),
    `   Source: ${source}`,
  ];
}

function correctedLines(corrected: PastedCase['corrected']): string[] {
  if (corrected === null || corrected.changes.length === 0) return [];
  const changes = corrected.changes.map((change) => `     ${change}`);
  return [
    '',
    '   What the request should have looked like:',
    ...changes,
    '',
    ...corrected.curl.split('\n').map((line) => `     ${line}`),
  ];
}
