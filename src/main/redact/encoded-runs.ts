/** Finds runs of base64 and hex in a text, also broken over lines, and what they may say. */
import { isUtf8 } from 'node:buffer';

/** A shorter run of an own secret is found as one of the secret's forms; of other texts it says too little. */
const MIN_RUN = 24;
/** By ASCII code, whether a character is one of base64 or hex. */
const IS_ENCODED = Uint8Array.from({ length: 128 }, (_, code) =>
  /[A-Za-z0-9+/_-]/.test(String.fromCharCode(code)) ? 1 : 0,
);
/** A form writes the indentation as plus signs. */
const LINE_BREAK =
  /[\t ]{0,8}(?:\r?\n|\r)[\t +]{0,8}(?:[A-Za-z0-9+/_-]{4,}|[A-Za-z0-9+/_-]{1,3}(?=[="'<\\\r\n&#,;)}\]]|$))/y;
/**
 * A header joins the lines of its value with spaces, so a further line may stand behind one: it looks like no word. The last one may be
 * short.
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

/** The ranges of the runs. Takes linear time; a loop takes a third of the time of a pattern. */
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

/** The end of a run whose first line ends at `end`. */
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
/** Among bytes in hex: a control character, or a byte that continues no character of UTF-8. */
const NO_TEXT = /^(?:..)*?(?:0[1-8bcef]|1[0-9a-f]|[0-7].[89ab].)/;
const NUL = /^(?:..)*?00/;

/** Whether a run is a UUID or hex that is no text, as most identifiers are: it hides nothing. */
export const isIdentifier = (run: string): boolean =>
  run.length >= 24 &&
  run.length <= 40 &&
  (HEX_IDENTIFIER.test(run) ? NO_TEXT.test(run) && !NUL.test(run) : UUID.test(run));

/**
 * The texts that a run may say, as a whole and each of its lines: a word may precede or follow it on a line of its own. Characters of
 * something else may stand before the first, and then it begins at the second, third or fourth.
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

/** Spaces and words of a form, or a mark of YAML or of a list: characters of base64 as well. */
const WORDS_FIRST = /^(?:[A-Za-z]{0,16}[+-]){1,8}/;

/** What {@link textsIn} costs, with a search of the texts, in units of work. Lines are decoded five times. */
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
 * The part of a decoded text that was written rather than decoded by chance: it has no control characters, and its bytes are characters.
 * Other letters may follow the run, so its end may be unreadable. `null` for a text that was not written.
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

/** So many characters of ASCII follow one another in what was written: a shorter text is no credential. */
const MIN_WRITTEN = 6;
const isAscii = (byte: number): boolean => (byte >= 0x20 && byte < 0x7f) || SPACE.has(byte);
/** Of random bytes, two fifths are characters of ASCII. */
const MIN_ASCII = 0.6;

/** The stretches of bytes that may be a text of UTF-8 or UTF-16. Most runs are not base64, and their bytes are random. */
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

/** The bytes without those of a character that the end of the run cuts. */
function withoutCutCharacter(bytes: Buffer): Buffer {
  for (let at = bytes.length - 1; at >= 0 && at > bytes.length - 4; at -= 1)
    if ((bytes[at] ?? 0) >= 0xc0) return bytes.subarray(0, at);
  return bytes;
}

/**
 * Adds bytes as UTF-8; those of UTF-16 as that too. Each of its ASCII characters has a NUL, and the escapes between them must be read. Of
 * bytes that are no text, only what may be written in them, behind a character that makes it unreadable.
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
