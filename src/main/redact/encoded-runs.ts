/** Finds runs of base64 and hex in a text, also over several lines, and decodes them. */

/** Matches a run that is long enough to be decoded: as long as a mail address in base64. */
const RUN = /[A-Za-z0-9+/_-]{16,}/g;
/** Matches the further lines of a run; a further line holds nothing else. */
const FURTHER_LINES = /(?:[\t ]{0,8}\r?\n[\t +]{0,8}[A-Za-z0-9+/_-]{4,}(?=[\s"'<,;)}\]&#=\\%]|$))+/y;
const HEX = /[0-9a-f]{16,}/gi;
/** A run may begin after letters of a word, so decoding begins at each of the first four characters. */
const STARTS = [0, 1, 2, 3];

export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Matches the identifiers of databases, traces and commits. */
const HEX_IDENTIFIER = /^(?:[0-9a-f]{24}|[0-9a-f]{32}|[0-9a-f]{40})$/;

/** The ranges of the runs of a text. */
export function encodedRuns(text: string): [start: number, end: number][] {
  const runs: [number, number][] = [];
  RUN.lastIndex = 0;
  for (let match = RUN.exec(text); match; match = RUN.exec(text)) {
    FURTHER_LINES.lastIndex = RUN.lastIndex;
    if (FURTHER_LINES.test(text)) RUN.lastIndex = FURTHER_LINES.lastIndex;
    runs.push([match.index, RUN.lastIndex]);
  }
  return runs;
}

/** Returns the texts that a run may encode in UTF-8 or UTF-16, without the zero bytes. */
export function textsIn(run: string): string[] {
  const packed = run.replace(/\s+\+*/g, '');
  const texts = STARTS.map((start) => textOf(Buffer.from(packed.slice(start), 'base64')));
  for (const [digits] of packed.matchAll(HEX))
    texts.push(textOf(Buffer.from(digits, 'hex')), textOf(Buffer.from(digits.slice(1), 'hex')));
  return texts.filter((text) => text.length >= MIN_READABLE);
}

const textOf = (bytes: Buffer): string => {
  const text = bytes.toString('utf8');
  return text.includes('\0') ? text.replaceAll('\0', '') : text;
};

/** Whether a run is a UUID, or hex that is no text, as most identifiers are. */
export const isIdentifier = (run: string): boolean =>
  UUID.test(run) || (HEX_IDENTIFIER.test(run) && readablePart(textOf(Buffer.from(run, 'hex'))) === null);

/** The longest readable part of a decoded text; `null` when the text is random bytes. Letters beside the encoded value decode to unreadable ones. */
export function readablePart(text: string): string | null {
  const longest = text.split(UNREADABLE).reduce((one, other) => (other.length > one.length ? other : one), '');
  return longest.length >= MIN_READABLE && longest.length >= text.length * MIN_SHARE ? longest : null;
}
const MIN_READABLE = 12;
const MIN_SHARE = 0.6;
// biome-ignore lint/suspicious/noControlCharactersInRegex: decoded bytes contain them.
const UNREADABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffd]/;
