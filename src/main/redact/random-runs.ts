/** Redacts runs of random characters. An unknown credential has no name and no known form, but it does not consist of words. */
import { readablePart, UUID } from './encoded-runs.ts';
import { isNamedHarmless, isRecordInPath } from './name-before.ts';
import { nameList, words } from './name-list.ts';
import { REDACTED } from './redact-keys.ts';

const RUN = /[A-Za-z0-9_+/=-]+/g;
/** Matches the further lines of a broken run, whose line breaks may be escaped. A further line holds nothing else. */
const FURTHER_LINES =
  /(?:[\t ]{0,8}(?:\r?\n|(?:\\{1,8}r)?\\{1,8}n|(?:%0D)?%0A|(?:&#13;)?&#10;)[\t +]{0,8}[A-Za-z0-9_+/=-]{4,}(?=[\t ]*(?:[\r\n"'<\\%&]|$)))+/iy;
const MIN_RUN = 20;
const MIN_HEX_RUN = 48;
/** The shortest part of a run, between its punctuation, that is judged; words are shorter. */
const MIN_PART = 12;
/**
 * The largest mean length of the words in a random run: about 1.7 in random base64, 2.5 in random letters and digits of one case, 4 in
 * identifiers.
 */
const MAX_MEAN_WORD = 2.8;
const WORD = /[A-Z]?[a-z]+|[A-Z]+|\d+/g;
const HEX = /^[0-9a-f]+$/i;
/** Match identifiers by their form: ULID, CUID, a trace header, X-Ray. */
const IDENTIFIERS = [
  /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/,
  /^c[a-z0-9]{24}$/,
  /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/,
  /^1-[0-9a-f]{8}-[0-9a-f]{24}$/,
];
/** Matches an identifier with a mark of its kind: `cus_…`. */
const MARKED = /^([a-z]{2,5})_[A-Za-z0-9]{8,32}$/;
const MARKS = new Set(words('cus ch pi re acct price prod sub in evt req txn po tr il ii qt ord'));
/** Matches the word before a run: `requestId: …`, `trace=…`, `cursor …`. */
const WORD_BEFORE = /([a-z_]+)\d{0,3}["']?\]?\s{0,2}[=:#/]?\s{0,2}["'(<]?$/i;
/** Whether the word before a run names it as harmless. */
const isHarmlessWord = nameList(`
  *{id,ids,ref,reference,trace,traceparent,request,cursor,next,prev,previous,after,before,page,etag,hash,sha,md,digest,integrity,checksum,version}
  *{commit,revision,nonce,nexttoken,pagetoken,page_token,next_token,continuationtoken}`);
const isSaidHarmless = (before: string): boolean => isHarmlessWord((WORD_BEFORE.exec(before)?.[1] ?? '').toLowerCase());
const isKnownForm = (run: string): boolean =>
  UUID.test(run) || IDENTIFIERS.some((form) => form.test(run)) || MARKS.has(MARKED.exec(run)?.[1] ?? '');
const LOOK_BEHIND = 40;
/** Matches the ending of a picture's or a document's file name. */
const FILE_ENDING = /^\.(?:png|jpe?g|gif|webp|avif|svg|css|m?js|json|html?|mp4|pdf|woff2?|ics|xml|csv|txt|map)\b/i;

/** The text with runs redacted that are neither words nor identifiers. */
export function withoutRandomRuns(text: string): string {
  let out = '';
  let from = 0;
  RUN.lastIndex = 0;
  for (let match = RUN.exec(text); match; match = RUN.exec(text)) {
    if (match[0].length < MIN_RUN) continue;
    const run = withFurtherLines(text, match.index, match[0]);
    for (const [start, end] of randomParts(run)) {
      if (FILE_ENDING.test(text.slice(match.index + end, match.index + end + 8))) continue;
      const at = match.index + start;
      if (isSaidHarmless(text.slice(Math.max(0, at - LOOK_BEHIND), at)) || isNamedHarmless(text, at)) continue;
      if (isRecordInPath(text, at, match.index + end)) continue;
      out += text.slice(from, Math.max(from, at)) + REDACTED;
      from = match.index + end;
      RUN.lastIndex = Math.max(RUN.lastIndex, from);
    }
  }
  return from === 0 ? text : out + text.slice(from);
}

/** The run with its further lines, none of which is longer than the first. */
function withFurtherLines(text: string, start: number, run: string): string {
  FURTHER_LINES.lastIndex = start + run.length;
  const further = FURTHER_LINES.exec(text)?.[0] ?? '';
  return further.split(LINE_BREAK).every((line) => line.length <= run.length) ? run + further : run;
}
const LINE_BREAK = /(?:[\t ]*(?:\r?\n|(?:\\+r)?\\+n|(?:%0D)?%0A|(?:&#13;)?&#10;)[\t +]*)/i;

/**
 * The random parts of a run: the run itself, or segments if the run is a path. A run that decodes to text is redacted whole, because its rest
 * could not be decoded any more.
 */
function randomParts(run: string): [start: number, end: number][] {
  const lines = run.split(LINE_BREAK);
  if (lines.length > 1) return lines.some(isRandom) ? [[0, run.length]] : [];
  const parts = randomSegments(run);
  const saysSomething = (): boolean =>
    /^[^=]+=*$/.test(run) && readablePart(Buffer.from(run, 'base64').toString()) !== null;
  return parts.length > 0 && saysSomething() ? [[0, run.length]] : parts;
}

function randomSegments(run: string): [start: number, end: number][] {
  if (!/[/=]/.test(run)) return isRandom(run) ? [[0, run.length]] : [];
  const trimmed = run.replace(/=+$/, '');
  if (!isPath(run)) return isRandom(trimmed) ? [[0, run.length]] : [];
  const parts: [number, number][] = [];
  for (const segment of run.matchAll(/[^/=]+/g))
    if (isRandom(segment[0])) parts.push([segment.index, segment.index + segment[0].length]);
  return parts;
}

/** Whether slashes and equals signs separate the parts of a path or a query: one part is a word, or the run begins with a slash. */
const isPath = (run: string): boolean =>
  run.startsWith('/') || /[^=]=[^=]/.test(run) || run.split('/').some((segment) => /^(?:[a-z]{3,}|v\d)$/.test(segment));

function isRandom(run: string): boolean {
  if (run.length < MIN_RUN || isKnownForm(run)) return false;
  const plain = run.replace(/[^A-Za-z0-9]+/g, '');
  if (HEX.test(plain)) return plain.length >= MIN_HEX_RUN && /[a-f]/i.test(plain) && /\d/.test(plain);
  if (!/\d/.test(plain) && plain.length < 32) return isMixedCase(plain);
  if (!run.split(/[^A-Za-z0-9]+/).some((part) => part.length >= MIN_PART && /\d/.test(part) && /[A-Za-z]/.test(part)))
    return false;
  return meanWord(plain) < MAX_MEAN_WORD;
}

/** Whether letters change their case more often than in the words of a name, as random letters do. */
const isMixedCase = (letters: string): boolean => letters.length >= MIN_RUN && meanWord(letters) < 2.3;

const meanWord = (plain: string): number => plain.length / (plain.match(WORD)?.length ?? 1);
