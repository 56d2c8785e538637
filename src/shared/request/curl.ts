/**
 * Writes a recorded exchange as a command line that sends the same request: curl for bash and cmd, Invoke-WebRequest for PowerShell. It contains
 * no secret, because a shell variable stands for the credential and the recorded exchange is already redacted.
 */

import { isRedacted } from '../doctor/redaction-marks.ts';
import type { Exchange, HeaderLines } from '../model/traffic.ts';

/** Shells for which a command line is written, with their names on the screen. */
export const SHELLS = { bash: 'bash', powershell: 'PowerShell', cmd: 'cmd' } as const;
export type Shell = keyof typeof SHELLS;

/** The shell into which a person on this platform (`process.platform`) most likely pastes. */
export const shellOf = (platform: string): Shell => (platform === 'win32' ? 'powershell' : 'bash');

/** The parts of an exchange that a command line needs. */
export type CurlSource = Pick<Exchange, 'method' | 'url' | 'requestHeaders' | 'requestBody'>;

/** Headers that the transport adds itself or whose values change with each request. */
const TRANSPORT_HEADERS = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'host',
  'keep-alive',
  'transfer-encoding',
]);
/** Matches a header name (RFC 9110, section 5.1). For a name that begins with an at sign, curl would read a file. */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const AUTHORIZATION = /^(Bearer|Basic) \[redacted\]$/i;

/** The shell variable that stands for the credential; the person sets it before running the line. */
const VARIABLE = { bearer: 'ACCESS_TOKEN', basic: 'BASIC_CREDENTIALS' } as const;

/** The command line, preceded by a comment line for each part that is left out. It is safe to paste, whatever text was recorded. */
export function curlOf(exchange: CurlSource, shell: Shell): string {
  const request = readRequest(exchange);
  return asScript(request.notes, WRITERS[shell](request), shell);
}

/** Joins a command line with the comment lines before it. */
export function asScript(notes: readonly string[], command: string, shell: Shell): string {
  if (isRefused(command)) return command;
  const comments = notes.map((note) =>
    shell === 'cmd' ? `rem ${note.replace(/[^\w .,:()[\]-]/g, '')}` : `# ${note.replace(/[^\x20-\x7e]/g, '?')}`,
  );
  return [...comments, command].join('\n');
}

interface CommandRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderLines;
  /** The scheme and the variable of the Authorization header. */
  readonly credential: { readonly scheme: string; readonly variable: string } | null;
  readonly body: string | null;
  /** The differences between the command line and the request that was sent. */
  readonly notes: readonly string[];
}

function readRequest({ method, url, requestHeaders, requestBody }: CurlSource): CommandRequest {
  const authorization = requestHeaders.find(([name]) => name.toLowerCase() === 'authorization')?.[1] ?? '';
  const scheme = AUTHORIZATION.exec(authorization)?.[1];
  const variable = scheme?.toLowerCase() === 'basic' ? VARIABLE.basic : VARIABLE.bearer;
  const others = requestHeaders.filter(([name]) => {
    const lower = name.toLowerCase();
    // An Authorization header of another form stays, masked: its form may be why the request failed.
    return (lower !== 'authorization' || !scheme) && !TRANSPORT_HEADERS.has(lower) && HEADER_NAME.test(name);
  });
  const redacted = others
    .filter(([name, value]) => value === '[redacted]' && name.toLowerCase() !== 'authorization')
    .map(([name]) => name);
  const headers = others.filter(([name]) => !redacted.includes(name));
  const body = requestBody && requestBody.text !== '' ? requestBody.text.toWellFormed().replaceAll('\0', '') : null;
  const notes = [
    scheme && `Set ${variable} first: it is not part of this line.`,
    redacted.length > 0 && `Headers left out, because they may be secret: ${redacted.join(', ')}.`,
    [url, ...headers.map(([, value]) => value), body ?? ''].some(isRedacted) &&
      'Values in [square brackets] (escaped: %5B, %5D) are redacted: put your own in their place.',
    requestBody?.cut && `The body is not whole: ${requestBody.bytes} bytes were sent, only its beginning is recorded.`,
    body !== requestBody?.text && body !== null && 'Characters that no command line can hold are left out of the body.',
  ].filter((note): note is string => typeof note === 'string');
  return {
    method: method.toUpperCase(),
    url: legalUrl(url),
    headers,
    credential: scheme === undefined ? null : { scheme, variable },
    body,
    notes,
  };
}

/** The address with illegal characters encoded; a redaction mark contains a space. */
function legalUrl(url: string): string {
  return url.toWellFormed().replace(/[^\x21-\x7e]+|["<>\\^`{|}]/g, (text) => encodeURIComponent(text));
}

function forBash({ method, url, headers, credential, body }: CommandRequest): string {
  const implied = body === null ? 'GET' : 'POST';
  const words = [
    ['curl', ...(/[[\]]/.test(url) ? ['--globoff'] : []), inBash(url)].join(' '),
    ...(method === 'HEAD' ? ['--head'] : method === implied ? [] : [`--request ${inBash(method)}`]),
    ...(credential ? [`--header "Authorization: ${credential.scheme} $${credential.variable}"`] : []),
    ...headers.map(([name, value]) => `--header ${inBash(value === '' ? `${name};` : `${name}: ${value}`)}`),
    // Without this, curl adds a content type that the sender did not send.
    ...(body !== null && !headers.some(([name]) => name.toLowerCase() === 'content-type')
      ? [`--header ${inBash('Content-Type:')}`]
      : []),
    ...(body === null ? [] : [`--data-raw ${inBash(body)}`]),
  ];
  return words.join(' \\\n  ');
}

/**
 * A bash word for exactly this text. Control characters are escaped, so that the terminal does not obey them when the line is pasted. A plain
 * `sh` does not read the escapes: there the word has another text, but is still one word, because it contains no quote.
 */
export function inBash(text: string): string {
  const safe = text.toWellFormed().replaceAll('\0', '');
  if (!CONTROL.test(safe)) return `'${safe.replaceAll("'", `'\\''`)}'`;
  const spelled = safe
    .replaceAll('\\', '\\\\')
    .replace(/['!]|\p{Cc}/gu, (character) => ESCAPES[character] ?? octalBytesOf(character));
  return `$'${spelled}'`;
}

const CONTROL = /\p{Cc}/u;
const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * A character below U+0800 as its UTF-8 bytes; above U+007F there are two. Each has three octal digits, so that a following digit is not read
 * with it.
 */
function octalBytesOf(character: string): string {
  const code = character.charCodeAt(0);
  const bytes = code < 0x80 ? [code] : [0xc0 | (code >> 6), 0x80 | (code & 0x3f)];
  return bytes.map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}

function forPowerShell({ method, url, headers, credential, body }: CommandRequest): string {
  const special = new Map(headers.map(([name, value]) => [name.toLowerCase(), value]));
  const plain = headers.filter(([name]) => !['content-type', 'user-agent'].includes(name.toLowerCase()));
  const lines = [
    ...(credential ? [`'Authorization' = "${credential.scheme} $env:${credential.variable}"`] : []),
    ...plain.map(([name, value]) => `${inPowerShell(name)} = ${inPowerShell(value)}`),
  ];
  const type = special.get('content-type');
  const agent = special.get('user-agent');
  const words = [
    `Invoke-WebRequest -UseBasicParsing -Uri ${inPowerShell(url)}`,
    `-Method ${inPowerShell(method)}`,
    ...(agent === undefined ? [] : [`-UserAgent ${inPowerShell(agent)}`]),
    ...(lines.length === 0 ? [] : [`-Headers @{ ${lines.join('; ')} }`]),
    ...(type === undefined ? [] : [`-ContentType ${inPowerShell(type)}`]),
    // As bytes: Windows PowerShell would send text in another encoding.
    ...(body === null ? [] : [`-Body ([Text.Encoding]::UTF8.GetBytes(${inPowerShell(body)}))`]),
  ];
  return words.join(' `\n  ');
}

/** The longest line at the prompt of cmd (Microsoft, "Command prompt line string limitation"). */
const MAX_CMD_CHARACTERS = 8191;
const REFUSAL = 'rem cmd cannot hold this request:';

/** Whether the text is a comment with the reason why there is no command line. */
export const isRefused = (text: string): boolean => text.startsWith(REFUSAL);

function forCmd({ method, url, headers, credential, body }: CommandRequest): string {
  const text = body === null ? null : plainJson(body);
  const implied = text === null ? 'GET' : 'POST';
  const hasType = headers.some(([name]) => name.toLowerCase() === 'content-type');
  return cmdLine([
    'curl',
    // First: an earlier percent sign could pair with one of the variable's.
    ...(credential ? [`--header "Authorization: ${credential.scheme} %${credential.variable}%"`] : []),
    ...(/[[\]]/.test(url) ? ['--globoff'] : []),
    inCmd(url.replaceAll('!', '%21')),
    ...(method === 'HEAD' ? ['--head'] : method === implied ? [] : ['--request', inCmd(method)]),
    ...headers.flatMap(([name, value]) => ['--header', inCmd(value === '' ? `${name};` : `${name}: ${value}`)]),
    ...(text !== null && !hasType ? ['--header', inCmd('Content-Type:')] : []),
    ...(text === null ? [] : ['--data-raw', inCmd(text)]),
  ]);
}

/** The words as one line, or the sentence that explains why cmd cannot run them. */
export function cmdLine(words: readonly (string | null)[]): string {
  if (words.includes(null))
    return `${REFUSAL} a value has a line break, a control character, an exclamation mark or a character outside ASCII. Copy it for PowerShell.`;
  const line = words.join(' ');
  return line.length > MAX_CMD_CHARACTERS
    ? `${REFUSAL} the line is longer than ${MAX_CMD_CHARACTERS} characters. Copy it for PowerShell.`
    : line;
}

/**
 * A word for exactly this text at the prompt of cmd, or null when there is none. The word is quoted for curl's own parser; then a caret precedes
 * each character that cmd could obey and follows each percent sign, so that two of them do not enclose the name of a variable. Refused are
 * characters that end the line; `!`, which cmd replaces with `/V:ON`; and characters beyond ASCII, because curl receives similar ASCII characters
 * for some of them, including quotes.
 */
export function inCmd(text: string): string | null {
  if (!/^[\x20\x22-\x7e]*$/.test(text)) return null;
  const escaped = text.replace(/\\+|"/g, (part, at: number) => {
    if (part === '"') return '\\"';
    return [undefined, '"'].includes(text[at + part.length]) ? part + part : part;
  });
  const quoted = `"${escaped}"`;
  return quoted.replace(/[^\w ./:=,-]/g, '^$&').replace(/%(?!\^)/g, '%^');
}

/** Equal JSON in plain ASCII on one line; a text that is not JSON stays unchanged. */
function plainJson(text: string): string {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  return text
    .replace(/[\t\r\n]/g, ' ')
    .replace(/[^\x20\x22-\x7e]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const WRITERS: Readonly<Record<Shell, (request: CommandRequest) => string>> = {
  bash: forBash,
  powershell: forPowerShell,
  cmd: forCmd,
};

/** A PowerShell expression for exactly this text. PowerShell takes four more characters for a single quote; each ends a string. */
export function inPowerShell(text: string): string {
  const parts = text
    .toWellFormed()
    .replaceAll('\0', '')
    .split(/(\p{Cc})/u)
    .filter((part) => part !== '')
    .map((part) =>
      CONTROL.test(part) ? `[char]${part.charCodeAt(0)}` : `'${part.replace(/['\u2018\u2019\u201a\u201b]/g, '$&$&')}'`,
    );
  if (parts.length === 0) return "''";
  if (parts.length === 1 && parts[0]?.startsWith("'")) return parts[0];
  // The expression begins with a string, so that `+` concatenates instead of adding.
  return `(${parts[0]?.startsWith("'") ? '' : "'' + "}${parts.join(' + ')})`;
}
