/** Reads a curl command, and finds the request that curl would send. */
import type { HeaderLines } from '../../../shared/model/traffic.ts';
import { headerOf, type Piece, type RawRequest, requestOf } from './raw-failure.ts';
import { type Shell, type ShellWord, shellCommand, shellOf } from './shell-words.ts';
import { Source } from './source.ts';

/** Matches `curl` after a prompt or in a sentence. OCR reads its `l` as `I` or `1`. */
const CURL = /(?:^|[\s`"'$>#:/\\])(?:cur[lI1])(?:\.exe)?[ \t]+(?=\S)/;
/** Matches the beginning of an option, of a quoted or variable word, or of an address. */
const FIRST_WORD = /^(?:.?[-\u2013\u2014"'^$%<{\u201c\u2018h\\`]|localhost\b|[\w-]+[.:/][\w-])/;
/** Matches messages of curl itself, which are not commands. */
const NO_COMMAND = /curl(?:\.exe)?:? (?:error|failed|command)|curl: \(/i;

export function readCurl(source: Source, from: number): Piece | null {
  const line = source.lines[from] ?? '';
  const match = CURL.exec(line);
  if (!match || NO_COMMAND.test(line)) return null;
  const start = source.startOf(from) + match.index + match[0].length;
  if (!FIRST_WORD.test(source.text.slice(start, start + 200))) return null;
  const shell = shellOf(source.text, start);
  const { words, end } = shellCommand(source.text, start, shell);
  const request = requestOfWords(words, shell);
  return request && { from, end: Math.max(from, source.lineAt(end)) + 1, request };
}

/** Finds the first curl command in a text and returns its request; null without one. */
export function curlIn(text: string): RawRequest | null {
  const source = new Source(text.split(/\r?\n/));
  for (let line = 0; line < source.lines.length; line += 1) {
    const request = readCurl(source, line)?.request;
    if (request) return request;
  }
  return null;
}

/** Options of curl whose value does not affect the request (man curl). */
const OTHER_VALUES = new Set(
  (
    '-o --output -m --max-time --connect-timeout --retry --retry-delay --retry-max-time -w --write-out -x --proxy -U --proxy-user ' +
    '--cacert --capath --cert -E --key --cert-type --key-type --resolve --connect-to --interface -c --cookie-jar -D --dump-header ' +
    '-K --config --limit-rate --max-redirs --tlsv1 --ciphers --tls-max --trace --trace-ascii --stderr ' +
    '-C --continue-at -y --speed-time -Y --speed-limit -z --time-cond -Q --quote --dns-servers --doh-url --noproxy --proto ' +
    '--max-filesize --keepalive-time --local-port -t --telnet-option --unix-socket --aws-sigv4 --pass --output-dir --expect100-timeout'
  ).split(' '),
);

const SHORT_WITH_VALUE = 'XHduAebFoxmwUEKcDTrCyYzQt';
const LONG_OF: Readonly<Record<string, string>> = {
  ...{ X: '--request', H: '--header', d: '--data', u: '--user', A: '--user-agent', e: '--referer', b: '--cookie' },
  ...{ F: '--form', G: '--get', I: '--head', T: '--upload-file', r: '--range' },
};
const DATA = new Set(['--data', '--data-raw', '--data-binary', '--data-ascii', '--data-urlencode', '--json']);
const FORM = 'application/x-www-form-urlencoded';

/** The options of a command in their order, each with the word that is its value. A word without an option is an address. */
type Options = readonly (readonly [name: string, word: ShellWord | null])[];

function requestOfWords(words: readonly ShellWord[], shell: Shell): RawRequest | null {
  const options: [string, ShellWord | null][] = [];
  const left = [...words];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    const { names, attached } = optionOf(word.text) ?? { names: ['--url'], attached: word.text };
    for (const [index, name] of names.entries()) {
      const takes = index === names.length - 1 && (TAKES_VALUE.has(name) || OTHER_VALUES.has(name));
      options.push([name, !takes ? null : attached !== null ? { ...word, text: attached } : (left.shift() ?? null)]);
    }
  }
  return completed(options, shell);
}

const TAKES_VALUE = new Set([
  ...['--request', '--header', '--user', '--user-agent', '--referer', '--cookie', '--form', '--form-string', '--url'],
  ...['--oauth2-bearer', '--url-query', '--upload-file', '--range', ...DATA],
]);

/** Splits combined options: `-sSXPOST` is three options, of which the last has its value attached. Dashes may have become longer ones. */
function optionOf(text: string): { names: string[]; attached: string | null } | null {
  const word = text.replace(/^\u2014|^\u2013(?=\w{2})/, '--').replace(/^\u2013/, '-');
  if (word.startsWith('--')) {
    const [, name = word, value = null] = /^(--[\w-]+)=([\s\S]*)$/.exec(word) ?? [];
    return { names: [name], attached: value };
  }
  if (!/^-[A-Za-z0-9#:]/.test(word)) return null;
  const names: string[] = [];
  for (let at = 1; at < word.length; at += 1) {
    const letter = word[at] ?? '';
    names.push(LONG_OF[letter] ?? `-${letter}`);
    if (!SHORT_WITH_VALUE.includes(letter)) continue;
    const rest = word.slice(at + 1);
    return { names, attached: rest === '' ? null : rest };
  }
  return { names, attached: null };
}

/** Options with which the credentials of `--user` are not sent as Basic. */
const OTHER_SCHEMES = new Set(['--digest', '--ntlm', '--negotiate', '--anyauth', '--aws-sigv4']);

/** The headers that other options than `--header` stand for. */
const HEADERS: Readonly<Record<string, (value: string) => [name: string, value: string]>> = {
  '--range': (value) => ['Range', `bytes=${value}`],
  '--oauth2-bearer': (value) => ['Authorization', `Bearer ${value}`],
  '--user-agent': (value) => ['User-Agent', value],
  '--referer': (value) => ['Referer', value],
  '--cookie': (value) => ['Cookie', value],
};

function headersOf(name: string, word: ShellWord | null): HeaderLines {
  const value = word?.text ?? '';
  if (name === '--header') return value.startsWith('@') ? [] : headerLine(value, word?.expands === true);
  const header = HEADERS[name]?.(value);
  // Without an equals sign the value of `--cookie` names a file.
  return header === undefined || (name === '--cookie' && !value.includes('=')) ? [] : [header];
}

/** The value of a data option: `--data` removes line breaks only from files; `--data-urlencode` encodes the text after the first equals sign. */
function dataOf(name: string, value: string): string {
  if (name !== '--data-urlencode') return value;
  const equals = value.indexOf('=');
  return equals < 1
    ? encodeURIComponent(value.slice(equals + 1).toWellFormed())
    : `${value.slice(0, equals)}=${encodeURIComponent(value.slice(equals + 1).toWellFormed())}`;
}

/** Reads a header: "Name: value", "Name;" for an empty value, "Name:" for no header. Variables of the shell in a credential stay unknown. */
function headerLine(line: string, expands: boolean): HeaderLines {
  const [, name, mark, rest = ''] = /^([^:;]{1,200})([:;])([\s\S]*)$/.exec(line) ?? [];
  if (name === undefined || (mark === ':' && rest === '')) return [];
  const value = rest.replace(/^ /, '');
  const isCredential = expands && name.trim().toLowerCase() === 'authorization';
  return [[name.trimStart(), isCredential ? value.replace(VARIABLE, '[redacted]') : value]];
}

const VARIABLE = /\$\{\w{1,80}\}|\$\w{1,80}|%\w{1,80}%|\$\([^()]{0,200}\)/g;

/** The address in a word; as in curl, a missing scheme is added. A word that is not an address belongs to an unknown option. */
function addressIn(text: string, shell: Shell): string | null {
  const address = text.trim().replace(/^(https?)\s*:\s*\/\s*\//i, '$1://');
  if (/^[a-z][a-z+.-]{1,20}:\/\//i.test(address) || /^(?:\$|%|\{\{|<)/.test(address)) return address;
  if (shell === 'cmd' && address.startsWith("'")) return addressIn(address.slice(1).replace(/'$/, ''), 'bash');
  return /^(?:localhost|[\w-]+(?:\.[\w-]+)+)(?::\d+)?(?:[/?#]|$)/.test(address) ? `http://${address}` : null;
}

function completed(options: Options, shell: Shell): RawRequest | null {
  const valuesOf = (...names: readonly string[]): string[] =>
    options.flatMap(([name, word]) => (names.includes(name) ? [word?.text ?? ''] : []));
  const has = (name: string): boolean => options.some(([one]) => one === name);
  const url = valuesOf('--url')
    .map((text) => addressIn(text, shell))
    .find((one) => one !== null);
  if (url === undefined) return null;
  const given = options.flatMap(([name, word]) => headersOf(name, word));
  const data = options.flatMap(([name, word]) => (DATA.has(name) ? [dataOf(name, word?.text ?? '')] : []));
  const form = valuesOf('--form', '--form-string');
  const [user] = [...OTHER_SCHEMES].some(has) ? [] : valuesOf('--user');
  const hasBody = !has('--get') && data.length + form.length > 0;
  const isUnseen = [...DATA].some((name) => name !== '--data-raw' && valuesOf(name).some((one) => one.startsWith('@')));
  const implied = has('--head') ? 'HEAD' : has('--upload-file') ? 'PUT' : hasBody ? 'POST' : 'GET';
  const headers: HeaderLines = [...given];
  if (user) headers.push(['Authorization', `Basic ${Buffer.from(user).toString('base64')}`]);
  if (hasBody && headerOf(given, 'content-type') === null)
    headers.push(['Content-Type', has('--json') ? 'application/json' : form.length > 0 ? 'multipart/form-data' : FORM]);
  if (has('--json') && headerOf(given, 'accept') === null) headers.push(['Accept', 'application/json']);
  const body = form.length > 0 ? form.join('&') : data.join(has('--json') ? '' : '&');
  return requestOf({
    method: valuesOf('--request').at(-1) ?? implied,
    url: withQuery(url, [...valuesOf('--url-query'), ...(has('--get') ? data : [])]),
    headers,
    headersKnown: !valuesOf('--header').some((one) => one.startsWith('@')),
    body: hasBody && !isUnseen ? body : null,
  });
}

function withQuery(url: string, query: readonly string[]): string {
  if (query.length === 0) return url;
  return `${url}${url.includes('?') ? '&' : '?'}${query.join('&')}`;
}
