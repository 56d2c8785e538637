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

interface CurlOptions {
  method: string | null;
  url: string | null;
  readonly headers: [string, string][];
  readonly data: string[];
  readonly query: string[];
  readonly form: string[];
  isGet: boolean;
  isHead: boolean;
  isJson: boolean;
  isUpload: boolean;
  /** Whether headers or the body come from a file, which is not shown. */
  hasUnseenHeaders: boolean;
  hasUnseenBody: boolean;
  user: string | null;
}

function requestOfWords(words: readonly ShellWord[], shell: Shell): RawRequest | null {
  const options: CurlOptions = {
    ...{ method: null, url: null, headers: [], data: [], query: [], form: [] },
    ...{
      isGet: false,
      isHead: false,
      isJson: false,
      isUpload: false,
      hasUnseenHeaders: false,
      hasUnseenBody: false,
      user: null,
    },
  };
  const left = [...words];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    const option = optionOf(word.text);
    if (option === null) {
      options.url ??= addressIn(word.text, shell);
      continue;
    }
    const { names, attached } = option;
    names.forEach((name, index) => {
      const isLast = index === names.length - 1;
      const takes = isLast && (TAKES_VALUE.has(name) || OTHER_VALUES.has(name));
      const value = !takes ? null : attached !== null ? { ...word, text: attached } : (left.shift() ?? null);
      applyOption(options, name, value, shell);
    });
  }
  return options.url === null ? null : completed(options);
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

function applyOption(options: CurlOptions, name: string, word: ShellWord | null, shell: Shell): void {
  const value = word?.text ?? '';
  if (name === '--request') options.method = value;
  else if (name === '--header' && value.startsWith('@')) options.hasUnseenHeaders = true;
  else if (name === '--header') addHeader(options.headers, value, word?.expands === true);
  else if (name === '--url') options.url ??= addressIn(value, shell);
  else if (name === '--user') options.user ??= value;
  else if (OTHER_SCHEMES.has(name)) options.user = '';
  else if (name === '--upload-file') options.isUpload = true;
  else if (name === '--range') options.headers.push(['Range', `bytes=${value}`]);
  else if (name === '--oauth2-bearer') options.headers.push(['Authorization', `Bearer ${value}`]);
  else if (name === '--user-agent') options.headers.push(['User-Agent', value]);
  else if (name === '--referer') options.headers.push(['Referer', value]);
  // Without an equals sign the value names a file.
  else if (name === '--cookie' && value.includes('=')) options.headers.push(['Cookie', value]);
  else if (name === '--form' || name === '--form-string') options.form.push(value);
  else if (name === '--url-query') options.query.push(value);
  else if (name === '--get') options.isGet = true;
  else if (name === '--head') options.isHead = true;
  else if (DATA.has(name)) {
    options.isJson ||= name === '--json';
    options.hasUnseenBody ||= value.startsWith('@') && name !== '--data-raw';
    options.data.push(dataOf(name, value));
  }
}

/** The value of a data option: `--data` removes line breaks only from files; `--data-urlencode` encodes the text after the first equals sign. */
function dataOf(name: string, value: string): string {
  if (name !== '--data-urlencode') return value;
  const equals = value.indexOf('=');
  return equals < 1
    ? encodeURIComponent(value.slice(equals + 1).toWellFormed())
    : `${value.slice(0, equals)}=${encodeURIComponent(value.slice(equals + 1).toWellFormed())}`;
}

/** Adds a header: "Name: value", "Name;" for an empty value, "Name:" for no header. Variables of the shell in a credential stay unknown. */
function addHeader(headers: [string, string][], line: string, expands: boolean): void {
  const [, name, mark, rest = ''] = /^([^:;]{1,200})([:;])([\s\S]*)$/.exec(line) ?? [];
  if (name === undefined) return;
  if (mark === ';' || rest !== '') {
    const value = rest.replace(/^ /, '');
    const isCredential = expands && name.trim().toLowerCase() === 'authorization';
    headers.push([name.trimStart(), isCredential ? value.replace(VARIABLE, '[redacted]') : value]);
  }
}

const VARIABLE = /\$\{\w{1,80}\}|\$\w{1,80}|%\w{1,80}%|\$\([^()]{0,200}\)/g;

/** The address in a word; as in curl, a missing scheme is added. A word that is not an address belongs to an unknown option. */
function addressIn(text: string, shell: Shell): string | null {
  const address = text.trim().replace(/^(https?)\s*:\s*\/\s*\//i, '$1://');
  if (/^[a-z][a-z+.-]{1,20}:\/\//i.test(address) || /^(?:\$|%|\{\{|<)/.test(address)) return address;
  if (shell === 'cmd' && address.startsWith("'")) return addressIn(address.slice(1).replace(/'$/, ''), 'bash');
  return /^(?:localhost|[\w-]+(?:\.[\w-]+)+)(?::\d+)?(?:[/?#]|$)/.test(address) ? `http://${address}` : null;
}

function completed(options: CurlOptions): RawRequest {
  const { headers, data, form, isGet, isHead, isJson, isUpload, hasUnseenHeaders, hasUnseenBody, user } = options;
  const hasBody = !isGet && (data.length > 0 || form.length > 0);
  const method = options.method ?? (isHead ? 'HEAD' : isUpload ? 'PUT' : hasBody ? 'POST' : 'GET');
  const all: HeaderLines = [...headers];
  if (user) all.push(['Authorization', `Basic ${Buffer.from(user).toString('base64')}`]);
  if (hasBody && headerOf(headers, 'content-type') === null)
    all.push(['Content-Type', isJson ? 'application/json' : form.length > 0 ? 'multipart/form-data' : FORM]);
  if (isJson && headerOf(headers, 'accept') === null) all.push(['Accept', 'application/json']);
  const body = form.length > 0 ? form.join('&') : data.join(isJson ? '' : '&');
  return requestOf({
    method,
    url: withQuery(options.url ?? '', isGet ? [...options.query, ...data] : options.query),
    headers: all,
    headersKnown: !hasUnseenHeaders,
    body: hasBody && !hasUnseenBody ? body : null,
  });
}

function withQuery(url: string, query: readonly string[]): string {
  if (query.length === 0) return url;
  return `${url}${url.includes('?') ? '&' : '?'}${query.join('&')}`;
}
