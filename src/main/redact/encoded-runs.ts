/** Finds runs of base64 and hex in a text, also broken over lines, and what they may say. */

/** A shorter run of an own secret is found as one of the secret's forms; of other texts it says too little. */
const MIN_RUN = 24;
const ENCODED = /[A-Za-z0-9+/_-]+/g;
/** A form writes the indentation as plus signs. */
const LINE_BREAK = /[\t ]{0,8}\r?\n[\t +]{0,8}[A-Za-z0-9+/_-]{4,}/y;
const SPACE = new Set([0x09, 0x0a, 0x0d, 0x20]);
const LINE_BREAKS = /\s+(?:\+{1,8}(?=\w))?/g;
const HEX = /[0-9a-f]{16,}/gi;

/** The ranges of the runs. Takes linear time. */
export function encodedRuns(text: string, minRun = MIN_RUN): [start: number, end: number][] {
  const runs: [number, number][] = [];
  ENCODED.lastIndex = 0;
  for (let match = ENCODED.exec(text); match; match = ENCODED.exec(text)) {
    let end = ENCODED.lastIndex;
    if (SPACE.has(text.charCodeAt(end)))
      for (LINE_BREAK.lastIndex = end; LINE_BREAK.test(text); ) end = LINE_BREAK.lastIndex;
    if (end - match.index >= minRun) runs.push([match.index, end]);
    ENCODED.lastIndex = end;
  }
  return runs;
}

/**
 * The texts that a run may say, as a whole and each of its lines: a word may precede or follow it on a line of its own. Characters of
 * something else may stand before the first, and then it begins at the second, third or fourth.
 */
export function textsIn(run: string): string[] {
  const packed = run.replace(LINE_BREAKS, '');
  if (packed === run) return textsOfLine(run, run.startsWith('+') ? [0, run.search(/[^+]|$/)] : [0]);
  const lines = run.split(LINE_BREAKS).filter((line) => line.length >= MIN_RUN && line.length < packed.length);
  return [...textsOfLine(packed, [0, 1, 2, 3]), ...lines.flatMap((line) => textsOfLine(line, [0]))];
}

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

/** Adds bytes as UTF-8; those of UTF-16 as that too. Each of its ASCII characters has a NUL, and the escapes between them must be read. */
function addTexts(bytes: Buffer, texts: string[]): void {
  const text = bytes.toString('utf8');
  if (!text.includes('\0')) {
    texts.push(text);
    return;
  }
  const even = bytes.subarray(0, bytes.length - (bytes.length % 2));
  texts.push(text.replaceAll('\0', ''), even.toString('utf16le'), Buffer.from(even).swap16().toString('utf16le'));
}
