/**
 * A recorded exchange as a command line that sends the same request: curl for bash, Invoke-WebRequest for PowerShell.
 * It holds no secret: a shell variable stands for the credential. The recorded exchange is already redacted.
 */

import type { Exchange, HeaderLines } from './model/traffic.ts';
import { isRedacted } from './redaction-marks.ts';

export type Shell = 'bash' | 'powershell';

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
/** A header name (RFC 9110, section 5.1): curl would read a file for a name that begins with an at sign. */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const AUTHORIZATION = /^(Bearer|Basic) \[redacted\]$/i;

/** The shell variable that stands for the credential; the person sets it before running the line. */
const VARIABLE = { bearer: 'ACCESS_TOKEN', basic: 'BASIC_CREDENTIALS' } as const;

/** The command line, after a comment line for each part that is left out. Safe to paste, whatever text was recorded. */
export function curlOf(exchange: CurlSource, shell: Shell): string {
  const request = readRequest(exchange);
  const comment = request.notes.map((note) => `# ${note.replace(/[^\x20-\x7e]/g, '?')}\n`).join('');
  return comment + (shell === 'bash' ? forBash(request) : forPowerShell(request));
}

interface CommandRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderLines;
  /** The scheme and the variable of the Authorization header. */
  readonly credential: { readonly scheme: string; readonly variable: string } | null;
  readonly body: string | null;
  /** How the command line differs from the request that was sent. */
  readonly notes: readonly string[];
}

function readRequest({ method, url, requestHeaders, requestBody }: CurlSource): CommandRequest {
  const authorization = requestHeaders.find(([name]) => name.toLowerCase() === 'authorization')?.[1] ?? '';
  const scheme = AUTHORIZATION.exec(authorization)?.[1];
  const variable = scheme?.toLowerCase() === 'basic' ? VARIABLE.basic : VARIABLE.bearer;
  const others = requestHeaders.filter(([name]) => {
    const lower = name.toLowerCase();
    return lower !== 'authorization' && !TRANSPORT_HEADERS.has(lower) && HEADER_NAME.test(name);
  });
  const redacted = others.filter(([, value]) => value === '[redacted]').map(([name]) => name);
  const headers = others.filter(([name]) => !redacted.includes(name));
  const body = requestBody && requestBody.text !== '' ? requestBody.text.toWellFormed().replaceAll('\0', '') : null;
  const notes = [
    scheme && `Set ${variable} first: it is not part of this line.`,
    !scheme && authorization !== '' && 'Authorization is left out.',
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

/** The address with illegal characters encoded: a redaction mark has a space in it. */
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
 * `sh` reads no escapes: there the word is another text, and still one word, because no quote stands in it.
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

/** A character below U+0800 as its UTF-8 bytes; above U+007F there are two. Three octal digits each, so that a following digit stays apart. */
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
