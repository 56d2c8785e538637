/**
 * A recorded exchange as one command line that asks the same again: curl for bash, Invoke-WebRequest for PowerShell (whose `curl` that is).
 * It holds no secret: where the token was, it names a variable of the shell. Pure: what is recorded is redacted already.
 */

import type { Exchange, HeaderLines } from './model/traffic.ts';
import { isRedacted } from './redaction-marks.ts';

export type Shell = 'bash' | 'powershell';

/** What an exchange must tell for its command line. */
export type CurlSource = Pick<Exchange, 'method' | 'url' | 'requestHeaders' | 'requestBody'>;

/** What a transport adds by itself, or what would be wrong on the next request. */
const TRANSPORT_HEADERS = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'host',
  'keep-alive',
  'transfer-encoding',
]);
/** What a header may be called (RFC 9110, section 5.1): curl would read a file for one that begins with an at sign. */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const AUTHORIZATION = /^(Bearer|Basic) \[redacted\]$/i;

/** What stands for the credential: a variable of this name, to be set by whoever runs the line. */
const VARIABLE = { bearer: 'ACCESS_TOKEN', basic: 'BASIC_CREDENTIALS' } as const;

/** The command line, with a comment line before it where something is left out. Safe to paste for any recorded text. */
export function curlOf(exchange: CurlSource, shell: Shell): string {
  const request = readRequest(exchange);
  const comment = request.notes.map((note) => `# ${note.replace(/[^\x20-\x7e]/g, '?')}\n`).join('');
  return comment + (shell === 'bash' ? forBash(request) : forPowerShell(request));
}

interface CommandRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderLines;
  /** The scheme and variable of Authorization. */
  readonly credential: { readonly scheme: string; readonly variable: string } | null;
  readonly body: string | null;
  /** What is not as it was sent. */
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
      'Values in [square brackets] (escaped: %5B, %5D) are blanked: put your own in their place.',
    requestBody?.cut && `The body is not whole: ${requestBody.bytes} bytes were sent, its beginning is on record.`,
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

/** The address with what no address may hold encoded: a placeholder has a space in it. */
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
    // Where the sender named no type, curl would name one.
    ...(body !== null && !headers.some(([name]) => name.toLowerCase() === 'content-type')
      ? [`--header ${inBash('Content-Type:')}`]
      : []),
    ...(body === null ? [] : [`--data-raw ${inBash(body)}`]),
  ];
  return words.join(' \\\n  ');
}

/** A word of bash that means exactly this text. Control characters are spelled out, so that a terminal obeys none of them when it is pasted. */
export function inBash(text: string): string {
  const safe = text.toWellFormed().replaceAll('\0', '');
  if (!CONTROL.test(safe)) return `'${safe.replaceAll("'", `'\\''`)}'`;
  const spelled = safe
    .replace(/[\\'!]/g, (character) => (character === '!' ? '\\x21' : `\\${character}`))
    .replace(CONTROLS, (character) => ESCAPES[character] ?? octalBytesOf(character));
  return `$'${spelled}'`;
}

const CONTROL = /\p{Cc}/u;
const CONTROLS = /\p{Cc}/gu;
const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A control character as its UTF-8 bytes; those above U+007F have two. Three octal digits each, so that no digit behind can join them. */
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
    // As bytes: Windows PowerShell would send a text in another encoding.
    ...(body === null ? [] : [`-Body ([Text.Encoding]::UTF8.GetBytes(${inPowerShell(body)}))`]),
  ];
  return words.join(' `\n  ');
}

/** An expression of PowerShell that means exactly this text. It takes four more characters for a single quote, and each ends a text. */
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
  // Begins with a text, so that what follows is joined to it and not counted.
  return `(${parts[0]?.startsWith("'") ? '' : "'' + "}${parts.join(' + ')})`;
}
