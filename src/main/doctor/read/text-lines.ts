/** The lines of a pasted text without the additions of mail programs and terminals. Each line keeps its number. */

import { withoutTokenBreaks } from './broken-tokens.ts';
import { type PlainLine, plainMail } from './plain-mail.ts';

/** Matches the ANSI colours and cursor movements of a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed.
const ANSI = /\u001b(?:\[[0-9;?]{0,20}[A-Za-z]|\][^\u0007\n]{0,200}\u0007?)/g;
/** Matches characters without width, which mail programs and chats insert. */
const INVISIBLE = /[\u200b-\u200d\u2060\ufeff\u00ad]/g;
/** Matches spaces of other widths. */
const SPACE = /[\u00a0\u2000-\u200a\u202f\u3000]/g;
const MAX_QUOTES = 10;

export interface TextLine extends PlainLine {
  /** How many mails ago the line was written: 0 in the newest message. */
  readonly depth: number;
}

export function linesOf(text: string): TextLine[] {
  const plain = plainMail(text);
  let lines = plain.map(({ text: line }) => line.replace(ANSI, '').replace(INVISIBLE, '').replace(SPACE, ' '));
  const depths = depthsOf(lines);
  for (let level = 0; level < MAX_QUOTES && !isTimeline(lines); level += 1)
    lines = lines.map((line) => line.replace(MARK, ''));
  return withoutTokenBreaks(lines).map((line, at) => ({
    text: line,
    number: plain[at]?.number ?? at,
    depth: depths[at] ?? 0,
  }));
}

/** Matches the line above an older message that a mail repeats: a heading, or the name of its author and its date. */
const HEADING = /^-{2,}\s?(?:original message|ursprüngliche nachricht|mensaje original|message d.origine)/i;
const WROTE = /^(?:on|am|le|el|il|em) .{4,200}(?:wrote|schrieb|escribió|a écrit|ha scritto|escreveu)[^:]{0,60}:$/i;
const isAboveOlder = (line: string): boolean => HEADING.test(line) || WROTE.test(line);

/** Counts how many mails ago each line was written, by its quotation marks and the headings above it. */
function depthsOf(lines: readonly string[]): number[] {
  const marks = lines.map((line) => (/^(?:\s{0,3}> ?){1,9}/.exec(line)?.[0].match(/>/g) ?? []).length);
  if (isTimeline(lines)) return marks.map(() => 0);
  let below = 0;
  return lines.map((line, at) => {
    if (marks[at] === 0 && isAboveOlder(line.trim()) && !(marks[at + 1] ?? marks[at + 2])) below += 1;
    return below + (marks[at] ?? 0);
  });
}

/** Matches the mark of a quoted mail, or of a console before a body. */
const MARK = /^\s{0,3}>(?!\S*<\/) ?|^\| (?=[{[])/;
/** True for the output of `curl -v`, whose `>` is not a mark of quotation. */
const isTimeline = (lines: readonly string[]): boolean =>
  lines.some((line, at) => /^> [A-Z]{3,10} \S+ HTTP\/[\d.]+\s*$/.test(line) && lines[at + 1]?.startsWith('>')) &&
  lines.some((line) => /^[*<{}|](?: |$)/.test(line));
