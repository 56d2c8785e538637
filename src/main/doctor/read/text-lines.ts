/** The lines of a pasted text without the additions of mail programs and terminals. Each line keeps its number. */

import { withoutTokenBreaks } from './broken-tokens.ts';
import { plainMail } from './plain-mail.ts';
import { rewritten, type TextLine } from './rewrite-lines.ts';

/** Matches the ANSI colours and cursor movements of a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed.
const ANSI = /\u001b(?:\[[0-9;?]{0,20}[A-Za-z]|\][^\u0007\n]{0,200}\u0007?)/g;
/** Matches characters without width, which mail programs and chats insert. */
const INVISIBLE = /[\u200b-\u200d\u2060\ufeff\u00ad]/g;
/** Matches a scheme with spaces around its punctuation, which OCR inserts. */
const BROKEN_SCHEME = /\b(https?) ?: ?\/ ?\/ ?(?=[\w[])/gi;
/** Matches spaces of other widths. */
const SPACE = /[\u00a0\u2000-\u200a\u202f\u3000]/g;
const MAX_QUOTES = 10;

export function linesOf(text: string): TextLine[] {
  const plain = plainMail(text);
  let lines = plain.map((line) =>
    line.text.replace(ANSI, '').replace(INVISIBLE, '').replace(SPACE, ' ').replace(BROKEN_SCHEME, '$1://'),
  );
  const depths = depthsOf(lines);
  for (let level = 0; level < MAX_QUOTES && !isTimeline(lines); level += 1)
    lines = lines.map((line) => line.replace(MARK, ''));
  return rewritten(withoutTokenBreaks(lines)).map((line) => ({
    ...line,
    number: plain[line.number]?.number ?? line.number,
    depth: depths[line.number] ?? 0,
  }));
}

/** Matches the line above an older message that a mail repeats: a heading, or who wrote it and when. */
const HEADING = /^-{2,}\s?(?:original message|ursprüngliche nachricht|mensaje original|message d.origine)/i;
const WROTE = /^(?:on|am|le|el|il|em) .{4,200}(?:wrote|schrieb|escribió|a écrit|ha scritto|escreveu)[^:]{0,60}:$/i;
const isAboveOlder = (line: string): boolean => HEADING.test(line) || WROTE.test(line);

/** How many mails ago each line was written: the marks of quotation before it, and the headings above it. */
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
