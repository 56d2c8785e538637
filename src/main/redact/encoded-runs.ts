/** Finds runs of base64 and hex in a text, broken over lines too, and decodes them. */
import { isUtf8 } from 'node:buffer';

/** The shortest run that is looked into. A secret in a shorter run is found as one of its own forms, and a shorter run holds too little else. */
const MIN_RUN = 24;
/** For each ASCII code, whether it is a character of base64 or hex. */
const IS_ENCODED = Uint8Array.from({ length: 128 }, (_, code) =>
  /[A-Za-z0-9+/_-]/.test(String.fromCharCode(code)) ? 1 : 0,
);
/** Matches a line break within a run; forms write its indentation as plus signs. */
const LINE_BREAK =
  /[\t ]{0,8}(?:\r?\n|\r)[\t +]{0,8}(?:[A-Za-z0-9+/_-]{4,}|[A-Za-z0-9+/_-]{1,3}(?=[="'<\\\r\n&#,;)}\]]|$))/y;
/**
 * Matches a further line after a space, because a header joins the lines of its value with spaces. The line must not look like a word; the last
 * one may be short.
 */
const NO_WORD = String.raw`(?=[A-Za-z_+/-]*(?:\d|[a-z][A-Z]))[A-Za-z0-9+/_-]{8,}`;
const FIRST_PIECE = new RegExp(`^${NO_WORD}$`);
const PIECES = new RegExp(
  String.raw`(?:[\t ]{1,8}${NO_WORD})+(?:[\t ]{1,8}[A-Za-z0-9+/_-]{1,7}(?=[="'<\\&#,;)}\]]|$))?`,
  'y',
);
const SPACE = new Set([0x09, 0x0a, 0x0d, 0x20]);
const LINE_BREAKS = /\s+(?:\+{1,8}(?=\w))?/g;
const HEX = /[0-9a-f]{16,}/gi;

const isEncoded = (code: number): boolean => code < 128 && IS_ENCODED[code] === 1;

/** Finds the ranges of the runs in linear time. A loop takes a third of the time of a pattern. */
export function encodedRuns(text: string, minRun = MIN_RUN): [start: number, end: number][] {
  const runs: [number, number][] = [];
  for (let start = 0; start < text.length; start += 1) {
    let end = start;
    while (end < text.length && isEncoded(text.charCodeAt(end))) end += 1;
    if (end === start) continue;
    if (SPACE.has(text.charCodeAt(end))) end = endOfLines(text, start, end);
    if (end - start >= minRun) runs.push([start, end]);
    start = end;
  }
  return runs;
}

/** The end of a run with all its lines; its first line ends at `end`. */
function endOfLines(text: string, start: number, end: number): number {
  let last = end;
  for (let line = start; ; ) {
    PIECES.lastIndex = last;
    if (FIRST_PIECE.test(text.slice(line, last).trimStart()) && PIECES.test(text)) last = PIECES.lastIndex;
    LINE_BREAK.lastIndex = last;
    if (!LINE_BREAK.test(text)) return last;
    line = last;
    last = LINE_BREAK.lastIndex;
  }
}

export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const HEX_IDENTIFIER = /^(?:[0-9a-f]{24}|[0-9a-f]{32}|[0-9a-f]{40})$/;
/** Matches hex bytes that are not text: a control character, or a byte that continues no character of UTF-8. */
const NO_TEXT = /^(?:..)*?(?:0[1-8bcef]|1[0-9a-f]|[0-7].[89ab].)/;
const NUL = /^(?:..)*?00/;

/** Whether a run hides nothing because it is a UUID or hex that is no text, as most identifiers are. */
export const isIdentifier = (run: string): boolean =>
  run.length >= 24 &&
  run.length <= 40 &&
  (HEX_IDENTIFIER.test(run) ? NO_TEXT.test(run) && !NUL.test(run) : UUID.test(run));

/**
 * The texts that a run may encode: the run as a whole and each of its lines, because a word may stand on a line of its own before or after it.
 * Foreign characters may precede the code, so decoding also begins at the second, third and fourth character.
 */
export function textsIn(run: string): string[] {
  if (isIdentifier(run)) return [];
  const packed = run.replace(LINE_BREAKS, '');
  if (packed === run) return textsOfLine(run, [0, ...(WORDS_FIRST.exec(run) ?? []).map(({ length }) => length)]);
  const lines = run.split(LINE_BREAKS).filter((line) => line.length >= MIN_RUN && line.length < packed.length);
  // A form writes a space at the end of a line as a plus sign, which is a character of base64 as well.
  const spaced = /\+\s/.test(run) ? textsOfLine(run.replace(/\+*\s+\+*/g, ''), [0]) : [];
  return [...textsOfLine(packed, [0, 1, 2, 3]), ...spaced, ...lines.flatMap((line) => textsOfLine(line, [0]))];
}

/** Matches words of a form, or a mark of YAML or of a list, before a run; their characters are also characters of base64. */
const WORDS_FIRST = /^(?:[A-Za-z]{0,16}[+-]){1,8}/;

/** The work that {@link textsIn} and a search of its texts take, in units of the budget. Lines are decoded five times. */
export const costOfTexts = (run: string): number => RUN_COST + (/\s/.test(run) ? 10 : 2) * run.length;
const RUN_COST = 30;

function textsOfLine(line: string, starts: readonly number[]): string[] {
  const texts: string[] = [];
  for (const start of starts) addTexts(Buffer.from(start === 0 ? line : line.slice(start), 'base64'), texts);
  HEX.lastIndex = 0;
  for (let match = HEX.exec(line); match; match = HEX.exec(line)) {
    const digits = match[0];
    addTexts(Buffer.from(digits, 'hex'), texts);
    // A digit before the first may be the end of a word.
    if (starts.length > 1 || digits.length % 2 === 1) addTexts(Buffer.from(digits.slice(1), 'hex'), texts);
  }
  return texts;
}

/**
 * The readable part of a decoded text; `null` when the text is random bytes. A readable part has no control characters and its bytes are
 * characters. Its end may be unreadable, because other letters may follow the run.
 */
export function readablePart(text: string): string | null {
  const end = text.search(UNREADABLE);
  if (end === -1) return text;
  return end >= MIN_READABLE && end >= text.length * MIN_SHARE ? text.slice(0, end) : null;
}
const MIN_READABLE = 12;
const MIN_SHARE = 0.75;
// biome-ignore lint/suspicious/noControlCharactersInRegex: decoded bytes contain them.
const UNREADABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffd]/;

/** The number of ASCII characters in a row that a written text has at least; a shorter text is no credential. */
const MIN_WRITTEN = 6;
const isAscii = (byte: number): boolean => (byte >= 0x20 && byte < 0x7f) || SPACE.has(byte);
/** The least share of ASCII characters in a written text; random bytes have two fifths. */
const MIN_ASCII = 0.6;

/** The stretches of bytes that may be UTF-8 or UTF-16 text. Most runs are not base64, and their bytes are random. */
function writtenStretches(bytes: Buffer): { readonly stretches: Buffer[]; readonly isText: boolean } {
  const stretches: Buffer[] = [];
  let ascii = 0;
  let zeros = 0;
  let start = 0;
  let length = 0;
  for (let at = 0; at <= bytes.length; at += 1) {
    const byte = bytes[at] ?? 0xff;
    if (isAscii(byte)) {
      ascii += 1;
      length += 1;
    } else if (byte === 0) zeros += 1;
    else {
      if (length >= MIN_WRITTEN) stretches.push(bytes.subarray(start, at));
      start = at + 1;
      length = 0;
    }
  }
  return { stretches, isText: ascii + zeros >= MIN_ASCII * bytes.length || isUtf8(withoutCutCharacter(bytes)) };
}

/** The bytes without an incomplete character at the end, where the run was cut. */
function withoutCutCharacter(bytes: Buffer): Buffer {
  for (let at = bytes.length - 1; at >= 0 && at > bytes.length - 4; at -= 1)
    if ((bytes[at] ?? 0) >= 0xc0) return bytes.subarray(0, at);
  return bytes;
}

/**
 * Adds the bytes as UTF-8 text. Bytes with NULs are also read as UTF-16, and without the NULs, so that the escapes between them can be read.
 * Bytes that are not text add only their readable stretches, each after a character that marks it as unreadable.
 */
function addTexts(bytes: Buffer, texts: string[]): void {
  const { stretches, isText } = writtenStretches(bytes);
  if (stretches.length === 0) return;
  if (!isText) {
    texts.push(stretches.map((stretch) => `\ufffd${stretch.toString('latin1').replaceAll('\0', '')}`).join(''));
    return;
  }
  const text = bytes.toString('utf8');
  if (!text.includes('\0')) {
    texts.push(text);
    return;
  }
  const even = bytes.subarray(0, bytes.length - (bytes.length % 2));
  texts.push(text.replaceAll('\0', ''), even.toString('utf16le'), Buffer.from(even).swap16().toString('utf16le'));
}
