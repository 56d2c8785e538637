/** Writes a case as Markdown for a ticket: a paragraph, then the facts that a service desk asks for. */
import { confidenceWord } from '../../shared/doctor/confidence.ts';
import type { BundledCase } from '../../shared/model/bundle.ts';
import { plainLine } from '../../shared/text/isolated-text.ts';
import { utcText } from '../../shared/time/utc-text.ts';
import { recordedError } from '../http/recorded-error.ts';

/** The names and versions that a case's Markdown shows but the case does not contain. */
export interface CaseContext {
  /** The names of the connection and the application; `null` when unknown. */
  readonly connection: string | null;
  readonly application: string | null;
  /** The versions of the app, such as "Latchkey 1.0.0, Electron 40". */
  readonly versions: string;
}

export function caseMarkdown(one: BundledCase, context: CaseContext): string {
  const facts: [string, string | null][] = [
    ['Request id', one.requestId && code(one.requestId)],
    ['Request', requestOf(one)],
    ['Connection', context.connection && plain(context.connection)],
    ['Application', context.application && plain(context.application)],
    ['Seen', one.times === 1 ? null : `${one.times} times, last ${utcText(one.lastAt)}`],
    ['Notes', one.notes === '' ? null : plain(one.notes)],
    ['Versions', plain(context.versions)],
  ];
  const list = facts.flatMap(([name, value]) => (value ? [`- ${name}: ${value}`] : []));
  return `**${plain(one.title)}**\n\n${paragraphOf(one)}\n\n${list.join('\n')}\n`;
}

function paragraphOf(one: BundledCase): string {
  const { failure, diagnosis } = one;
  const request = requestOf(one);
  const what =
    failure.sentAt === null ? (request ?? 'A request') : `On ${utcText(failure.sentAt)}, ${request ?? 'a request'}`;
  const [first] = diagnosis.outcome === 'verdict' ? diagnosis.verdicts : [];
  const cause =
    first === undefined
      ? diagnosis.outcome === 'nothingWrong'
        ? 'Nothing is wrong with it.'
        : 'What is known does not tell the cause.'
      : `Cause (${confidenceWord(first.confidence)}): ${sentence(first.title)}${becauseOf(one)} Next: ${sentence(first.remedy)}`;
  return `${what} ${outcomeOf(one)} ${cause}`.trim();
}

function becauseOf({ diagnosis }: BundledCase): string {
  const reasons = (diagnosis.verdicts[0]?.evidence ?? []).filter(({ weight }) => weight === 'for').slice(0, 3);
  return reasons.map(({ text }) => ` ${sentence(text)}`).join('');
}

function outcomeOf({ failure }: BundledCase): string {
  const { status, networkError } = failure;
  if (status === null) return networkError ? `got no answer (${plain(networkError.message)}).` : 'has no known answer.';
  const { serverCode, serverMessage } = recordedError(failure);
  const said = [serverCode && code(serverCode), serverMessage && `“${plain(serverMessage)}”`]
    .filter(Boolean)
    .join(': ');
  return `was answered with ${status}${said === '' ? '' : ` (${said})`}.`;
}

const requestOf = ({ failure: { method, url } }: BundledCase): string | null => {
  const text = [method, url].filter((part) => part !== null).join(' ');
  return text === '' ? null : code(text);
};

const sentence = (text: string): string => (/[.!?]$/.test(text.trim()) ? plain(text) : `${plain(text)}.`);

/** Turns a text into one line that no ticket system interprets (Markdown, HTML, links, mentions): words with a sign or a dot become code. */
const plain = (text: string): string =>
  plainLine(text)
    .split(' ')
    .map((word) => (HARMLESS_WORD.test(word) ? word : code(word)))
    .join(' ');

const HARMLESS_WORD = /^(?:[\p{L}\p{M}\p{N},;:'"()“”‘’…–—?/-]|\.(?!\p{L}))*$/u;

/** Formats a text as one line of code; a text with backticks gets a longer fence. */
function code(text: string): string {
  const line = plainLine(text);
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  const space = longest > 0 ? ' ' : '';
  return `${fence}${space}${line}${space}${fence}`;
}
