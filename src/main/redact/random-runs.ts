/** Redacts runs of random characters. An unknown credential has no name and no known form, but it does not consist of words. */
import { UUID } from './encoded-runs.ts';
import { isNamedHarmless, isRecordInPath } from './name-before.ts';
import { words } from './name-list.ts';
import { REDACTED } from './redact-keys.ts';

const RUN = /(?<![\w+/-])[\w+/-][\w+/=-]{19,}/g;
const MIN_RUN = 20;
const MIN_HEX_RUN = 48;
/**
 * The largest mean length of the words in a random run: about 1.7 in random base64, 2.5 in random letters and digits of one case, 4 in
 * identifiers.
 */
const MAX_MEAN_WORD = 2.8;
const WORD = /[A-Z]?[a-z]+|[A-Z]+|\d+/g;
/** Match identifiers by their form: ULID, CUID, a trace header, X-Ray. */
const IDENTIFIERS = [
  UUID,
  /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/,
  /^c[a-z0-9]{24}$/,
  /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/,
  /^1-[0-9a-f]{8}-[0-9a-f]{24}$/,
];
/** Matches an identifier with a mark of its kind: `cus_…`. */
const MARKED = /^([a-z]{2,5})_[A-Za-z0-9]{8,32}$/;
const MARKS = new Set(words('cus ch pi re acct price prod sub in evt req txn po tr il ii qt ord'));
/** Matches the ending of a picture's or a document's file name. */
const FILE_ENDING = /^\.(?:png|jpe?g|gif|webp|avif|svg|css|m?js|json|html?|mp4|pdf|woff2?|ics|xml|csv|txt|map)\b/i;

/** Redacts runs of random characters that could be credentials: neither words nor identifiers. In a path, each segment is judged by itself. */
export function withoutRandomRuns(text: string): string {
  return text.replace(RUN, (run, at: number) => {
    const end = at + run.length;
    if (!isPath(text[at - 1] === ':' ? run.replace(PORT, '') : run)) return goes(text, at, end) ? REDACTED : run;
    return run.replace(/[^/=]+/g, (segment, from: number) =>
      goes(text, at + from, at + from + segment.length) ? REDACTED : segment,
    );
  });
}

const goes = (text: string, start: number, end: number): boolean =>
  isRandom(text.slice(start, end).replace(/=+$/, '')) &&
  !FILE_ENDING.test(text.slice(end, end + 8)) &&
  !isNamedHarmless(text, start) &&
  !isRecordInPath(text, start, end);

/** Matches the port of an address at the beginning of a run that follows a colon. */
const PORT = /^\d{2,5}(?=\/)/;

/** Whether a run is a path or a query, in which slashes or equals signs separate the parts. */
const isPath = (run: string): boolean => /^(?:\/|[a-z]{3,}\/|v\d\/)|[^=]=[^=]/.test(run);

function isRandom(run: string): boolean {
  if (run.length < MIN_RUN || IDENTIFIERS.some((form) => form.test(run)) || MARKS.has(MARKED.exec(run)?.[1] ?? ''))
    return false;
  const plain = run.replace(/[^A-Za-z0-9]+/g, '');
  if (/^[0-9a-f]+$/i.test(plain)) return plain.length >= MIN_HEX_RUN && /[a-f]/i.test(plain) && /\d/.test(plain);
  return plain.length / (plain.match(WORD)?.length ?? 1) < (/\d/.test(plain) ? MAX_MEAN_WORD : 2.3);
}
