/** Writes a recorded exchange as a command line for bash, PowerShell or cmd. It has no secret: a shell variable stands for the credential. */
import { isRedacted } from '../doctor/redaction-marks.ts';
import type { Exchange, HeaderLines } from '../model/traffic.ts';

/** The shells for which a command line can be written, with their names on the screen. */
export const SHELLS = { bash: 'bash', powershell: 'PowerShell', cmd: 'cmd' } as const;
export type Shell = keyof typeof SHELLS;

/** Returns the shell that a person on this platform (`process.platform`) most likely uses. */
export const shellOf = (platform: string): Shell => (platform === 'win32' ? 'powershell' : 'bash');

export type CurlSource = Pick<Exchange, 'method' | 'url' | 'requestHeaders' | 'requestBody'>;

/** Headers that the transport adds by itself or that differ for each request. */
const TRANSPORT_HEADERS = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'host',
  'keep-alive',
  'transfer-encoding',
]);
/** Matches a valid header name (RFC 9110, section 5.1). Other names are left out: curl reads a file for a name that begins with an at sign. */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const AUTHORIZATION = /^(Bearer|Basic) \[redacted\]$/i;

/** The shell variable that stands for the credential. A person sets it before running the command line. */
const VARIABLE = { bearer: 'ACCESS_TOKEN', basic: 'BASIC_CREDENTIALS' } as const;

/**
 * Writes the command line of an exchange. A comment line before it names each difference from the exchange. It is safe to paste, whatever was
 * recorded.
 */
export function curlOf(exchange: CurlSource, shell: Shell): string {
  const request = readRequest(exchange);
  return asScript(request.notes, WRITERS[shell](request), shell);
}

/** Joins a command line with comment lines before it. */
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
  /** The scheme and the variable for the Authorization header; null when the exchange has no redacted Authorization header. */
  readonly credential: { readonly scheme: string; readonly variable: string } | null;
  readonly body: string | null;
  /** Sentences on how the command line differs from the request that was sent. */
  readonly notes: readonly string[];
}

function readRequest({ method, url, requestHeaders, requestBody }: CurlSource): CommandRequest {
  const authorization = requestHeaders.find(([name]) => name.toLowerCase() === 'authorization')?.[1] ?? '';
  const scheme = AUTHORIZATION.exec(authorization)?.[1];
  const variable = scheme?.toLowerCase() === 'basic' ? VARIABLE.basic : VARIABLE.bearer;
  const others = requestHeaders.filter(([name]) => {
    const lower = name.toLowerCase();
    // An Authorization header of another form stays, masked, because its form may be why the request failed.
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

/** The address with illegal characters percent-encoded, such as the space in a redaction mark. */
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
    // Without this header, curl adds a content type that the sender did not send.
    ...(body !== null && !headers.some(([name]) => name.toLowerCase() === 'content-type')
      ? [`--header ${inBash('Content-Type:')}`]
      : []),
    ...(body === null ? [] : [`--data-raw ${inBash(body)}`]),
  ];
  return words.join(' \\\n  ');
}

/** Quotes a text for a script of `sh`. */
export const inSh = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * Quotes a text for bash. Control characters become escapes, because a terminal would execute them when the line is pasted. A plain `sh` does not
 * know these escapes, but still reads a single word.
 */
export function inBash(text: string): string {
  const safe = text.toWellFormed().replaceAll('\0', '');
  if (!CONTROL.test(safe)) return inSh(safe);
  const spelled = safe
    .replaceAll('\\', '\\\\')
    .replace(/['!]|\p{Cc}/gu, (character) => ESCAPES[character] ?? octalBytesOf(character));
  return `$'${spelled}'`;
}

const CONTROL = /\p{Cc}/u;
const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Writes the UTF-8 bytes of a character below U+0800 as octal escapes, with three digits each, because a further digit would be read as part of it.
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
    // The body is sent as bytes, because Windows PowerShell would encode a text otherwise.
    ...(body === null ? [] : [`-Body ([Text.Encoding]::UTF8.GetBytes(${inPowerShell(body)}))`]),
  ];
  return words.join(' `\n  ');
}

/** The largest number of characters in a line at the prompt of cmd (Microsoft, "Command prompt line string limitation"). */
const MAX_CMD_CHARACTERS = 8191;
const REFUSAL = 'rem cmd cannot hold this request:';

/** True for a text that is a comment on why there is no command line. */
export const isRefused = (text: string): boolean => text.startsWith(REFUSAL);

function forCmd({ method, url, headers, credential, body }: CommandRequest): string {
  const text = body === null ? null : plainJson(body);
  const implied = text === null ? 'GET' : 'POST';
  const hasType = headers.some(([name]) => name.toLowerCase() === 'content-type');
  return cmdLine([
    'curl',
    // This comes first, because an earlier percent sign could pair with one of the variable's.
    ...(credential ? [`--header "Authorization: ${credential.scheme} %${credential.variable}%"`] : []),
    ...(/[[\]]/.test(url) ? ['--globoff'] : []),
    inCmd(url.replaceAll('!', '%21')),
    ...(method === 'HEAD' ? ['--head'] : method === implied ? [] : ['--request', inCmd(method)]),
    ...headers.flatMap(([name, value]) => ['--header', inCmd(value === '' ? `${name};` : `${name}: ${value}`)]),
    ...(text !== null && !hasType ? ['--header', inCmd('Content-Type:')] : []),
    ...(text === null ? [] : ['--data-raw', inCmd(text)]),
  ]);
}

/** Joins words into a command line for cmd, or returns a comment on why cmd cannot run them (a word is null, or the line is too long). */
export function cmdLine(words: readonly (string | null)[]): string {
  if (words.includes(null))
    return `${REFUSAL} a value has a line break, a control character, an exclamation mark or a character outside ASCII. Copy it for PowerShell.`;
  const line = words.join(' ');
  return line.length > MAX_CMD_CHARACTERS
    ? `${REFUSAL} the line is longer than ${MAX_CMD_CHARACTERS} characters. Copy it for PowerShell.`
    : line;
}

/**
 * Quotes a text for curl at the prompt of cmd; null when that is impossible. A caret precedes each special character and follows each percent sign.
 * Line ends, `!` (replaced by a cmd with `/V:ON`) and characters outside ASCII are impossible.
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

/** Returns JSON on one line and in plain ASCII; a text that is not JSON stays unchanged. */
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

/** Quotes a text for PowerShell. Single quotes are doubled, and so are the four other characters that PowerShell takes for them. */
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
  // The expression begins with a string, so that `+` joins texts instead of adding numbers.
  return `(${parts[0]?.startsWith("'") ? '' : "'' + "}${parts.join(' + ')})`;
}
