/** Reads Invoke-RestMethod and Invoke-WebRequest with the assignments before them, and finds the request that they send. The code is not run. */
import { headerOf, type Piece, type RawRequest, requestOf } from './raw-failure.ts';
import type { Source } from './source.ts';

const COMMAND = /(?:^|[\s=(;|{])(?:Invoke-RestMethod|Invoke-WebRequest|irm|iwr)[ \t]+(?=[-'"$`h(@\u2013\u201c])/i;
/** Matches messages of PowerShell itself, which are not commands. */
const NO_COMMAND = /^\s*Invoke-\w+\s?:\s/;
const ASSIGNMENT = /^\s*(?:PS [^>]{0,200}>\s*)?\$/;
/** The largest number of lines between a command and its assignments, and the largest length of a command. */
const MAX_LINES = 400;
const MAX_COMMAND = 400_000;

export function readPowerShell(source: Source, from: number): Piece | null {
  const line = source.lines[from] ?? '';
  const match = COMMAND.exec(line);
  if (!match || NO_COMMAND.test(line)) return null;
  const first = firstAssignment(source, from);
  const start = source.startOf(from) + match.index + match[0].length;
  const variables = new Map<string, Value>();
  new PowerShell(source.text.slice(source.startOf(first), start), variables).assignments();
  const shell = new PowerShell(source.text.slice(start, start + MAX_COMMAND), variables);
  const request = requestOfParameters(shell.parameters());
  return { from: first, end: source.lineAt(start + shell.at) + 1, ...(request ? { request } : {}) };
}

/** The first line of the assignments, which begin after the last line that another reader has taken. */
function firstAssignment({ lines, unclaimed }: Source, before: number): number {
  const from = Math.max(unclaimed, before - MAX_LINES);
  const first = lines.slice(from, before).findIndex((line) => ASSIGNMENT.test(line));
  return first === -1 ? before : from + first;
}

/** A text with its variables replaced. `isSeen` is false when a variable's value is not shown. */
interface Text {
  readonly text: string;
  readonly isSeen: boolean;
}
type Value = Text | Map<string, Value>;

const textOf = (value: Value | undefined): Text | null => (value === undefined || value instanceof Map ? null : value);
const seen = (text: string): Text => ({ text, isSeen: true });

function requestOfParameters(parameters: ReadonlyMap<string, Value>): RawRequest | null {
  const parameter = (...names: string[]): Value | undefined =>
    names.map((name) => parameters.get(name)).find((value) => value !== undefined);
  const url = textOf(parameter('uri', 'url', ''))?.text;
  if (url === undefined || !/^(?:[a-z][a-z+.-]*:\/\/|\$|[\w-]+\.[\w.-]+)/i.test(url)) return null;
  const given = parameter('headers');
  const headers: [string, string][] = [...(given instanceof Map ? given : [])].map(([name, value]) => [
    name,
    headerText(name, textOf(value) ?? seen('')),
  ]);
  const type = textOf(parameter('contenttype'));
  if (type) headers.push(['Content-Type', type.text]);
  const agent = textOf(parameter('useragent'));
  if (agent) headers.push(['User-Agent', agent.text]);
  const token = textOf(parameter('token'));
  if (token) headers.push(['Authorization', `Bearer ${headerText('authorization', token)}`]);
  const body = parameter('body');
  const method = textOf(parameter('method', 'custommethod'))?.text.toUpperCase() ?? 'GET';
  const isForm = body instanceof Map;
  if (body !== undefined && method !== 'GET' && headerOf(headers, 'content-type') === null)
    headers.push(['Content-Type', 'application/x-www-form-urlencoded']);
  return requestOf({
    method,
    url,
    headers,
    headersKnown: given === undefined || given instanceof Map,
    body: body === undefined ? null : isForm ? formOf(body) : (textOf(body)?.text ?? null),
  });
}

/** The value of a header. A variable whose value is not shown counts as a masked credential. */
const headerText = (name: string, { text, isSeen }: Text): string =>
  isSeen || name.toLowerCase() !== 'authorization' ? text : text.replace(VARIABLE, '[redacted]');
const VARIABLE = /\$(?:\{[\w:]{1,80}\}|[\w:]{1,80}(?:\.\w{1,80}){0,4}|\([^()]{0,200}\))/g;

const formOf = (fields: ReadonlyMap<string, Value>): string =>
  new URLSearchParams(
    [...fields].map(([name, value]): [string, string] => [name, textOf(value)?.text ?? '']),
  ).toString();

const jsonOf = (value: Value): unknown =>
  value instanceof Map ? Object.fromEntries([...value].map(([name, inner]) => [name, jsonOf(inner)])) : value.text;

const SINGLE = /['\u2018\u2019\u201a\u201b]/;
const DOUBLE = /["\u201c\u201d\u201e]/;
const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  '0': '\0',
  b: '\b',
  a: '\u0007',
  f: '\f',
  v: '\v',
};
const MAX_DEPTH = 30;

/** Interprets a part of the language: assignments of texts and hash tables, and the parameters of one command. */
class PowerShell {
  readonly #text: string;
  readonly #variables: Map<string, Value>;
  at: number;

  constructor(text: string, variables: Map<string, Value>, at = 0) {
    this.#text = text;
    this.#variables = variables;
    this.at = at;
  }

  /** Reads all assignments: `$a = …`, `$a.b = …`, `$a["b"] = …` and `$a.Add("b", "c")`. */
  assignments(): void {
    const pattern =
      /\$(\w{1,80})\s{0,9}(?:\.Add\(|(?:\.([\w-]{1,80})|\[\s{0,9}["']([^"'\n]{1,200})["']\s{0,9}\])?\s{0,9}=(?![=>]))/y;
    while (this.at < this.#text.length) {
      if (this.#text[this.at] !== '$') {
        this.at += 1;
        continue;
      }
      pattern.lastIndex = this.at;
      const match = pattern.exec(this.#text);
      if (!match) {
        this.at += 1;
        continue;
      }
      this.at = pattern.lastIndex;
      const [all, variable = '', property, key] = match;
      if (all.endsWith('.Add(')) this.#addEntry(variable);
      else this.#assign(variable, property ?? key, this.#expression(0));
    }
  }

  #assign(variable: string, key: string | undefined, value: Value): void {
    const name = variable.toLowerCase();
    if (key === undefined) this.#variables.set(name, value);
    else this.#mapOf(name).set(key, value);
  }

  #mapOf(name: string): Map<string, Value> {
    const known = this.#variables.get(name);
    if (known instanceof Map) return known;
    const fresh = new Map<string, Value>();
    this.#variables.set(name, fresh);
    return fresh;
  }

  #addEntry(variable: string): void {
    const name = textOf(this.#expression(0))?.text ?? '';
    this.#skip(/[\s,]/);
    const value = this.#expression(0);
    if (name !== '') this.#mapOf(variable.toLowerCase()).set(name, value);
  }

  /** The parameters of the command by name, in lower case without a dash; '' is the one without a name. */
  parameters(): Map<string, Value> {
    const parameters = new Map<string, Value>();
    for (;;) {
      this.#spaces();
      const character = this.#text[this.at] ?? '';
      if (character === '' || '\n;|})#'.includes(character)) return parameters;
      const [dash, name] = /^[-\u2013](\w{1,40})[ \t]*:?/.exec(this.#text.slice(this.at, this.at + 60)) ?? [];
      if (dash === undefined || name === undefined) {
        const before = this.at;
        const value = this.#expression(0);
        if (!parameters.has('')) parameters.set('', value);
        if (this.at === before) this.at += 1;
        continue;
      }
      this.at += dash.length;
      this.#spaces();
      const isSwitch = /^(?:[-\u2013]\w|[\n;|]|$)/.test(this.#text.slice(this.at, this.at + 2));
      if (!isSwitch) parameters.set(fullName(name.toLowerCase()), this.#expression(0));
    }
  }

  #skip(pattern: RegExp): void {
    while (this.at < this.#text.length && pattern.test(this.#text[this.at] ?? '')) this.at += 1;
  }

  /** Skips spaces and continued lines. */
  #spaces(): void {
    for (;;) {
      this.#skip(/[ \t]/);
      const continued = /^`[ \t]{0,8}\n/.exec(this.#text.slice(this.at, this.at + 12));
      if (!continued) return;
      this.at += continued[0].length;
    }
  }

  /** Reads operands joined by plus signs, and a pipe into ConvertTo-Json. */
  #expression(depth: number): Value {
    let value = this.#operand(depth);
    for (;;) {
      const before = this.at;
      this.#spaces();
      if (this.#text[this.at] === '+') {
        this.at += 1;
        this.#skip(/\s/);
        const [left, right] = [textOf(value), textOf(this.#operand(depth))];
        value = {
          text: `${left?.text ?? ''}${right?.text ?? ''}`,
          isSeen: left?.isSeen !== false && right?.isSeen !== false,
        };
        continue;
      }
      const [json] =
        /^\|\s{0,9}ConvertTo-Json(?:\s{1,9}-\w{1,20}(?:\s{1,9}\d{1,3})?){0,3}/i.exec(
          this.#text.slice(this.at, this.at + 120),
        ) ?? [];
      if (json === undefined) {
        this.at = before;
        return value;
      }
      this.at += json.length;
      value = seen(JSON.stringify(jsonOf(value)));
    }
  }

  #operand(depth: number): Value {
    this.#skip(/\s/);
    const rest = this.#text.slice(this.at, this.at + 90);
    const character = rest[0] ?? '';
    if (depth > MAX_DEPTH || character === '') {
      this.at = this.#text.length;
      return seen('');
    }
    if (/^@["']\s{0,9}\n/.test(rest)) return this.#hereString();
    if (rest.startsWith('@{')) return this.#table(depth);
    if (SINGLE.test(character)) return this.#single();
    if (DOUBLE.test(character)) return this.#double();
    if (character === '(') return this.#group(depth);
    const cast = /^\[char\]\s{0,4}(0x[0-9a-f]{1,6}|\d{1,7})/i.exec(rest);
    if (cast) {
      this.at += cast[0].length;
      return seen(String.fromCharCode(Number(cast[1])));
    }
    const typed = /^\[[\w.[\], ]{1,60}\](?:::[\w.]{1,40})*\s{0,4}/.exec(rest);
    if (typed) {
      this.at += typed[0].length;
      this.#skip(/[\w.:]/);
      return this.#operand(depth + 1);
    }
    return character === '$' ? this.#variable() : this.#bare();
  }

  #hereString(): Text {
    const quote = this.#text[this.at + 1] ?? '"';
    const from = this.#text.indexOf('\n', this.at) + 1;
    const close = this.#text.indexOf(`\n${quote}@`, from - 1);
    const end = close === -1 ? this.#text.length : close;
    this.at = close === -1 ? end : end + 3;
    return seen(this.#text.slice(from, Math.max(from, end)));
  }

  #table(depth: number): Value {
    this.at += 2;
    const table = new Map<string, Value>();
    for (;;) {
      this.#skip(/[\s;,`]/);
      const character = this.#text[this.at] ?? '';
      if (character === '' || character === '}') {
        this.at += 1;
        return table;
      }
      const before = this.at;
      const name = SINGLE.test(character) || DOUBLE.test(character) ? this.#operand(depth + 1) : this.#name();
      this.#skip(/\s/);
      if (this.#text[this.at] === '=') {
        this.at += 1;
        const value = this.#expression(depth + 1);
        table.set(textOf(name)?.text ?? '', value);
      }
      if (this.at === before) this.at += 1;
    }
  }

  #name(): Text {
    const from = this.at;
    this.#skip(/[^\s=;}]/);
    return seen(this.#text.slice(from, this.at));
  }

  #group(depth: number): Value {
    this.at += 1;
    const value = this.#expression(depth + 1);
    this.#skip(/[^)\n]/);
    this.at += 1;
    return value;
  }

  #single(): Text {
    this.at += 1;
    let text = '';
    for (; this.at < this.#text.length; this.at += 1) {
      const character = this.#text[this.at] ?? '';
      if (SINGLE.test(character)) {
        if (!SINGLE.test(this.#text[this.at + 1] ?? '')) break;
        this.at += 1;
      }
      text += this.#text[this.at] ?? '';
    }
    this.at += 1;
    return seen(text);
  }

  #double(): Text {
    this.at += 1;
    let text = '';
    let isSeen = true;
    for (; this.at < this.#text.length; this.at += 1) {
      const character = this.#text[this.at] ?? '';
      const next = this.#text[this.at + 1] ?? '';
      if (character === '`') {
        text += ESCAPES[next] ?? next;
        this.at += 1;
      } else if (DOUBLE.test(character)) {
        if (!DOUBLE.test(next)) break;
        text += character;
        this.at += 1;
      } else if (character === '$' && /[\w{(]/.test(next)) {
        const [all = '$', braced, plain] =
          /^\$(?:\{([\w:]{1,80})\}|([\w:]{1,80}))?/.exec(this.#text.slice(this.at, this.at + 90)) ?? [];
        const known = textOf(this.#variables.get((braced ?? plain ?? '').toLowerCase()));
        isSeen &&= known?.isSeen === true;
        text += known?.text ?? all;
        this.at += all.length - 1;
      } else text += character;
    }
    this.at += 1;
    return { text, isSeen };
  }

  #variable(): Value {
    const [all = '$', name = ''] =
      /^\$\{?([\w:]{1,80})\}?(?:\.\w{1,80}){0,4}/.exec(this.#text.slice(this.at, this.at + 500)) ?? [];
    this.at += all.length;
    return this.#variables.get(name.toLowerCase()) ?? { text: all, isSeen: false };
  }

  #bare(): Text {
    const from = this.at;
    this.#skip(/[^\s;|,)}]/);
    return seen(this.#text.slice(from, this.at));
  }
}

/** The names of parameters, which may be shortened. */
const NAMES = ['uri', 'method', 'headers', 'contenttype', 'useragent', 'body', 'token', 'custommethod'];
const fullName = (name: string): string => (name.length > 2 && NAMES.find((full) => full.startsWith(name))) || name;
