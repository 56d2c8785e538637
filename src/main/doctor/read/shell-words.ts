/** Splits a command line into words as bash or the Windows command prompt does. Nothing is run, and no variable is replaced. */

export interface ShellWord {
  readonly text: string;
  /** Whether the shell would replace a variable in the word. */
  readonly expands: boolean;
}

/** A command. `end`: the position in the text at which it ends. */
export interface ShellCommand {
  readonly words: readonly ShellWord[];
  readonly end: number;
}

export type Shell = 'bash' | 'cmd';

/** The largest length of a command; a quotation mark without its end would take the whole text. */
const MAX_COMMAND = 400_000;

/** Detects the shell by its line continuations and escaped quotation marks. */
export function shellOf(text: string, start: number): Shell {
  const command = text.slice(start, start + 20_000);
  const [line = ''] = command.split('\n', 1);
  const isQuoted = [/"/g, /'/g].some((mark) => (line.match(mark)?.length ?? 0) % 2 === 1);
  return (/\s\^\s*$/.test(line) && !isQuoted) || /^[^"'\n]{0,4000}\^"/.test(line) ? 'cmd' : 'bash';
}

/** The words from `start` to the end of the command. */
export function shellCommand(text: string, start: number, shell: Shell = shellOf(text, start)): ShellCommand {
  const end = Math.min(text.length, start + MAX_COMMAND);
  return shell === 'bash' ? new BashReader(text, start, end).read() : cmdCommand(text, start, end);
}

/** Curly quotation marks, into which mail programs turn straight ones. */
const CURLY = new Map([
  ['\u201c', /[\u201d\u201c"]/],
  ['\u201d', /[\u201d\u201c"]/],
  ['\u201e', /[\u201d\u201c"]/],
  ['\u2018', /[\u2019\u2018']/],
  ['\u2019', /[\u2019\u2018']/],
]);
const ANSI_ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v' };
/** Matches the content of `$'…'` up to its end, and an escape in it. */
const ANSI = /\$'((?:\\[\s\S]|[^'\\])*)'?/y;
const ANSI_ESCAPE = /\\(?:x([\da-f]{1,2})|u([\da-f]{1,4})|([0-7]{1,3})|([\s\S]))/gi;
/** Matches the end of a line that the command continues: with a backslash, or in PowerShell with a backtick and the prompt of the next line. */
const CONTINUED = /[\\`][ \t]{0,8}\n(?:>> ?)?/y;

class BashReader {
  readonly #text: string;
  readonly #end: number;
  #at: number;
  #word: string | null = null;
  #expands = false;
  readonly #words: ShellWord[] = [];

  constructor(text: string, start: number, end: number) {
    this.#text = text;
    this.#at = start;
    this.#end = end;
  }

  read(): ShellCommand {
    while (this.#at < this.#end) {
      const character = this.#text[this.#at] ?? '';
      if (character === '\n' || ';|&'.includes(character)) break;
      if (this.#word === null && '#>'.includes(character)) break;
      this.#step(character);
    }
    this.#endWord();
    return { words: this.#words, end: this.#at };
  }

  #step(character: string): void {
    const next = this.#text[this.#at + 1] ?? '';
    if (this.#taken(CONTINUED)) return;
    if (character === ' ' || character === '\t') {
      this.#endWord();
      this.#at += 1;
    } else if (character === '\\') this.#add(next === '' ? character : next, 2);
    else if (character === "'") this.#single();
    else if (character === '"') this.#double(/"/);
    else if (character === '$' && next === "'") this.#ansi();
    else if (character === '$' && next === '"') this.#at += 1;
    else if (this.#word === null && CURLY.has(character)) this.#double(CURLY.get(character) ?? /"/);
    else {
      if (character === '$') this.#expands = true;
      this.#add(character, 1);
    }
  }

  /** Takes the text that a pattern matches at this position. */
  #taken(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match) this.#at += match[0].length;
    return match;
  }

  /** Adds a text to the word and moves on by `length` characters. */
  #add(text: string, length: number): void {
    this.#word = (this.#word ?? '') + text;
    this.#at += length;
  }

  #endWord(): void {
    if (this.#word !== null) this.#words.push({ text: this.#word, expands: this.#expands });
    this.#word = null;
    this.#expands = false;
  }

  #single(): void {
    const close = this.#text.indexOf("'", this.#at + 1);
    const end = close === -1 || close > this.#end ? this.#lostEnd() : close;
    this.#add(this.#text.slice(this.#at + 1, end), end + 1 - this.#at);
  }

  #double(close: RegExp): void {
    const from = this.#at + 1;
    let at = from;
    let piece = '';
    for (; at < this.#end; at += 1) {
      const character = this.#text[at] ?? '';
      if (close.test(character)) break;
      if (character === '$' && /[\w{(]/.test(this.#text[at + 1] ?? '')) this.#expands = true;
      const next = this.#text[at + 1] ?? '';
      if (character === '\\' && '"\\$`\n'.includes(next)) {
        if (next !== '\n') piece += next;
        at += 1;
      } else piece += character;
    }
    if (at >= this.#end) {
      at = this.#lostEnd();
      piece = this.#text.slice(from, at);
    }
    this.#add(piece, at + 1 - this.#at);
  }

  #ansi(): void {
    const [, content = ''] = this.#taken(ANSI) ?? [];
    const text = content.replace(ANSI_ESCAPE, (_all, hex?: string, unicode?: string, octal?: string, sign = '') =>
      octal === undefined && hex === undefined && unicode === undefined
        ? (ANSI_ESCAPES[sign] ?? sign)
        : String.fromCharCode(Number.parseInt(octal ?? hex ?? unicode ?? '0', octal === undefined ? 16 : 8)),
    );
    this.#add(text, 0);
  }

  /** The end of a quoted text without a second quotation mark: the end of its line. */
  #lostEnd(): number {
    const line = this.#text.indexOf('\n', this.#at);
    return line === -1 ? this.#end : Math.min(line, this.#end);
  }
}

/** Splits a command of Windows in two steps: the prompt removes the carets, then the program splits the rest. */
function cmdCommand(text: string, start: number, limit: number): ShellCommand {
  const { line, end } = withoutCarets(text, start, limit);
  return { words: argumentsOf(line), end };
}

function withoutCarets(text: string, start: number, limit: number): { line: string; end: number } {
  let line = '';
  let isQuoted = false;
  let at = start;
  for (; at < limit; at += 1) {
    const character = text[at] ?? '';
    if (character === '\n') break;
    if (!isQuoted && '&|<>'.includes(character)) break;
    if (character === '^' && !isQuoted) {
      // A caret continues the line, and escapes the first character of the next one, which may be a line break.
      const spaces = /^\^[ \t]*\n/.exec(text.slice(at, at + 20));
      if (spaces) {
        at += spaces[0].length - 1;
        if (text[at + 1] === '\n') {
          line += '\n';
          at += 1;
        }
      } else {
        line += text[at + 1] ?? '';
        at += 1;
      }
    } else {
      if (character === '"') isQuoted = !isQuoted;
      line += character;
    }
  }
  return { line, end: at };
}

/** Splits as the C runtime of Windows does: `\"` is a quotation mark, `""` within quotation marks as well. */
function argumentsOf(line: string): ShellWord[] {
  const words: ShellWord[] = [];
  let word: string | null = null;
  let isQuoted = false;
  const end = () => {
    if (word !== null) words.push({ text: word, expands: /%\w+%/.test(word) });
    word = null;
  };
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at] ?? '';
    if (character === '\\') {
      const slashes = /^\\+/.exec(line.slice(at, at + 1_000))?.[0].length ?? 1;
      const isBeforeQuote = line[at + slashes] === '"';
      word = (word ?? '') + '\\'.repeat(isBeforeQuote ? Math.floor(slashes / 2) : slashes);
      at += slashes - 1;
      if (isBeforeQuote && slashes % 2 === 1) {
        word += '"';
        at += 1;
      }
    } else if (character === '"') {
      word ??= '';
      if (isQuoted && line[at + 1] === '"') {
        word += '"';
        at += 1;
      } else isQuoted = !isQuoted;
    } else if (!isQuoted && /\s/.test(character)) end();
    else word = (word ?? '') + character;
  }
  end();
  return words;
}
