/** Splits a command line into words as bash or the Windows command prompt does. Nothing is run, and no variable is replaced. */

export interface ShellWord {
  readonly text: string;
  /** Whether the shell would replace a variable in the word. */
  readonly expands: boolean;
}

/** A command line as words. `end`: the index in the text at which the command ends. */
export interface ShellCommand {
  readonly words: readonly ShellWord[];
  readonly end: number;
}

export type Shell = 'bash' | 'cmd';

/** The largest length of a command; a quotation mark without its end would take the whole text. */
const MAX_COMMAND = 400_000;

/** Detects the shell of a command by its line continuations and escaped quotation marks. */
export function shellOf(text: string, start: number): Shell {
  const command = text.slice(start, start + 20_000);
  const [line = ''] = command.split('\n', 1);
  const isQuoted = [/"/g, /'/g].some((mark) => (line.match(mark)?.length ?? 0) % 2 === 1);
  return (/\s\^\s*$/.test(line) && !isQuoted) || /^[^"'\n]{0,4000}\^"/.test(line) ? 'cmd' : 'bash';
}

/** Splits the command at `start` into words. */
export function shellCommand(text: string, start: number, shell: Shell = shellOf(text, start)): ShellCommand {
  const command = text.slice(start, start + MAX_COMMAND);
  const { words, end } = shell === 'bash' ? bashCommand(command) : cmdCommand(command);
  return { words, end: start + end };
}

/** A part of a word: its pattern, and the text that it stands for. */
type Part = readonly [pattern: RegExp, text: (...groups: string[]) => string];

const ANSI: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v' };
const ANSI_ESCAPE = /\\(?:x([\da-f]{1,2})|u([\da-f]{1,4})|([0-7]{1,3})|([\s\S]))/gi;
const ansi = (content: string): string =>
  content.replace(ANSI_ESCAPE, (_all, hex?: string, unicode?: string, octal?: string, sign = '') => {
    const digits = octal ?? hex ?? unicode;
    return digits === undefined
      ? (ANSI[sign] ?? sign)
      : String.fromCharCode(Number.parseInt(digits, octal === undefined ? 16 : 8));
  });
const inDouble = (content: string): string => content.replace(/\\(?:\n|(["\\$`]))/g, '$1');
const same = (content = ''): string => content;

const BASH: readonly Part[] = [
  [/([^\s'"\\$;|&`]+)/y, same],
  // A line goes on behind a backslash, in PowerShell behind a backtick and the prompt of the next line.
  [/[\\`][ \t]{0,8}\n(?:>> ?)?/y, () => ''],
  [/\\([\s\S]?)/y, (sign) => sign || '\\'],
  [/\$'([^'\\]*(?:\\[\s\S][^'\\]*)*)'?/y, ansi],
  [/'([^']*)'/y, same],
  [/\$?"([^"\\]*(?:\\[\s\S][^"\\]*)*)"/y, inDouble],
  // A text without a second quotation mark goes to the end of its line.
  [/['"]([^\n]*)/y, same],
  [/([\s\S])/y, same],
];
/** Curly quotation marks, into which mail programs turn straight ones, at the beginning of a word. */
const CURLY: readonly Part[] = [
  [/[\u201c-\u201e]([^\u201c\u201d"\\]*(?:\\[\s\S][^\u201c\u201d"\\]*)*)[\u201c\u201d"]/y, inDouble],
  [/[\u2018\u2019]([^\u2018\u2019'\\]*(?:\\[\s\S][^\u2018\u2019'\\]*)*)[\u2018\u2019']/y, inDouble],
];

/** The first part that matches at a position: `all` is the matched text, `text` its meaning to the shell. */
function partAt(line: string, at: number, parts: readonly Part[]): { all: string; text: string } {
  for (const [pattern, text] of parts) {
    pattern.lastIndex = at;
    const [all, ...groups] = pattern.exec(line) ?? [];
    if (all !== undefined) return { all, text: text(...groups) };
  }
  return { all: line[at] ?? ' ', text: '' };
}

function bashCommand(line: string): ShellCommand {
  const words: { text: string; expands: boolean }[] = [];
  let word: (typeof words)[number] | null = null;
  let at = 0;
  for (; at < line.length && !'\n;|&'.includes(line[at] ?? ''); ) {
    if (word === null && '#>'.includes(line[at] ?? '')) break;
    if (/[ \t]/.test(line[at] ?? '')) {
      word = null;
      at += 1;
      continue;
    }
    const { all, text } = partAt(line, at, word === null ? [...CURLY, ...BASH] : BASH);
    at += all.length;
    if (text === '' && /^[\\`]/.test(all)) continue;
    if (word === null) {
      word = { text: '', expands: false };
      words.push(word);
    }
    word.text += text;
    word.expands ||= all === '$' || (/^\$?["\u201c-\u201e\u2018\u2019]/.test(all) && /\$[\w{(]/.test(all));
  }
  return { words, end: at };
}

/** The Windows prompt removes carets. A caret at the end of a line also escapes the first character of the next line, even a line break. */
const CARETS: readonly Part[] = [
  [/("[^"\n]*"?)/y, same],
  [/\^[ \t]*\n(\n?)/y, same],
  [/\^([\s\S]?)/y, same],
  [/([\s\S])/y, same],
];

/** Splits a command of Windows in two steps: the prompt removes the carets, then the program splits the rest. */
function cmdCommand(command: string): ShellCommand {
  let line = '';
  let at = 0;
  while (at < command.length && !'\n&|<>'.includes(command[at] ?? '')) {
    const { all, text } = partAt(command, at, CARETS);
    line += text;
    at += all.length;
  }
  return { words: argumentsOf(line), end: at };
}

const ARGUMENT = /(\\*)(")|\s|\\+|[^\s"\\]+/y;

/** Splits as the C runtime of Windows does: `\"` is a quotation mark, `""` within quotation marks as well. */
function argumentsOf(line: string): ShellWord[] {
  const words: string[] = [];
  let isOpen = false;
  let isQuoted = false;
  for (let at = 0; at < line.length; at = ARGUMENT.lastIndex) {
    ARGUMENT.lastIndex = at;
    const [all = '', slashes = '', mark] = ARGUMENT.exec(line) ?? [];
    if (/^\s/.test(all) && !isQuoted) {
      isOpen = false;
      continue;
    }
    if (!isOpen) words.push('');
    isOpen = true;
    const isEscaped = slashes.length % 2 === 1;
    const isDoubled = mark !== undefined && !isEscaped && isQuoted && line[ARGUMENT.lastIndex] === '"';
    words[words.length - 1] +=
      mark === undefined ? all : '\\'.repeat(slashes.length / 2) + (isEscaped || isDoubled ? '"' : '');
    if (isDoubled) ARGUMENT.lastIndex += 1;
    else if (mark !== undefined && !isEscaped) isQuoted = !isQuoted;
  }
  return words.map((text) => ({ text, expands: /%\w+%/.test(text) }));
}
