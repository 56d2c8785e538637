/** Finds runs of base64 and hex in a text and decodes them. */

/** Matches a run of at least 16 characters, the length of a short mail address in base64. */
const RUN = /(?<![\w+/-])[\w+/-]{16,}(?:(?:=|%3D){1,2}(?![\w+/%]))?/g;
const HEX = /[0-9a-f]{16,}/gi;
/** The positions at which decoding begins, because a run may begin after letters of a word. */
const STARTS = [0, 1, 2, 3];

export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Matches the identifiers of databases, traces and commits. */
const HEX_IDENTIFIER = /^(?:[0-9a-f]{24}|[0-9a-f]{32}|[0-9a-f]{40})$/;

const MIN_READABLE = 12;
const MIN_SHARE = 0.6;

/**
 * Replaces each run of base64 or hex for which `hides` returns true with `mark`. `hides` receives a text that the run encodes and the index of the
 * run in `text`. A run that encodes no readable text of `minLength` bytes stays.
 */
export const replaceRuns = (
  text: string,
  hides: (said: string, start: number) => boolean,
  mark: string,
  minLength = MIN_READABLE,
): string =>
  text.replace(RUN, (run, start: number) =>
    run.length * BYTES_PER_CHARACTER >= minLength &&
    !isIdentifier(run) &&
    textsIn(run, minLength).some((said) => hides(said, start))
      ? mark
      : run,
  );

/** The bytes that a character of base64 encodes; a character of hex encodes fewer. */
const BYTES_PER_CHARACTER = 0.75;

/** The readable texts of at least `minLength` bytes that a run may encode in UTF-8 or UTF-16. */
function textsIn(run: string, minLength: number): string[] {
  const texts = STARTS.map((start) => Buffer.from(run.slice(start), 'base64'));
  for (const [digits] of run.matchAll(HEX)) texts.push(Buffer.from(digits, 'hex'), Buffer.from(digits.slice(1), 'hex'));
  return texts
    .filter((bytes) => mayBeReadable(bytes, minLength))
    .map(readablePart)
    .filter((said) => said !== null);
}

/** Whether `length` bytes of text follow each other, without a control character between them; NUL is skipped. Most runs fail this quick test. */
function mayBeReadable(bytes: Buffer, length: number): boolean {
  for (let at = 0, row = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte >= 32 || byte === 9 || byte === 10 || byte === 13) row += 1;
    else if (byte !== 0) row = 0;
    if (row >= length) return true;
  }
  return false;
}

/** Whether a run of characters is a UUID, or hex that encodes no text, as in most identifiers. */
export const isIdentifier = (run: string): boolean =>
  UUID.test(run) || (HEX_IDENTIFIER.test(run) && readablePart(Buffer.from(run, 'hex')) === null);

/** The longest readable part of decoded bytes; `null` when it is short, or when it is less than 60 % of the text, as in random bytes. */
function readablePart(bytes: Buffer): string | null {
  const text = bytes.toString('utf8').replaceAll('\0', '');
  if (!READABLE.test(text)) return null;
  const longest = text.split(UNREADABLE).reduce((one, other) => (other.length > one.length ? other : one), '');
  return longest.length >= text.length * MIN_SHARE ? longest : null;
}
const CONTROLS = String.raw`\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffd`;
const UNREADABLE = new RegExp(`[${CONTROLS}]`);
const READABLE = new RegExp(`[^${CONTROLS}]{${MIN_READABLE}}`);
