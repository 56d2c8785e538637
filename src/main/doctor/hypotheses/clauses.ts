/** Splits prose into clauses, in lower case without accents; lines of code, addresses and data are left out. */

const MAX_LINES = 300;
const MAX_LINE = 2_000;
const MAX_SENTENCES = 200;
const MAX_SENTENCE = 4_000;
const MAX_CLAUSE = 400;
const MAX_CLAUSES = 600;

export interface Clause {
  readonly text: string;
  /** Whether the clause asks if something is so. A question why something is so counts as a statement. */
  readonly asks: boolean;
}

const ADDRESS = /https?:\/\/[^\s<>"']{1,2000}/gi;
/** Matches signs of data, code and headers, which a sentence hardly has. */
const SIGNS = /[{}[\]<>=$\\|]/g;
/** Matches a line that begins a new unit: of a chat, a list or a log. */
const OWN_LINE = /^\s{0,8}(?:[[(<]?\d{1,2}[:.]\d\d|<\w|[-*•]\s|\d{1,2}[.)]\s|\w{1,20}\s?(?:\(\w{1,20}\))?:\s)/;
/** Matches a line of a program's log, which tells of that program and not of the service. */
const LOG_LINE = /^.{0,40}\d\d:\d\d:\d\d.{0,20}\b(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL)\b/;
const WHY = /^\W{0,3}(?:why|how come|por que|porque)\b/;
/** The text in lower case without accents, with one blank between words and straight quotation marks. */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[’‘`´']/g, ' ')
    .replace(/\bhttp[ /](?:status |code |error )?(?=[1-5]\d\d\b)/g, 'status ')
    .replace(/\bhttp\/[\d.]{1,3}/g, ' ')
    .replace(/\b(do|does|did|is|are|was|were|has|have|had|could|would|should|wo|ca)n ?t\b/g, '$1 not')
    .replace(/\s+/g, ' ');

/** The clauses of lines; none for a longer text, which is a log. */
export function clausesOf(lines: readonly string[]): Clause[] {
  if (lines.length > MAX_LINES) return [];
  const sentences = sentencesOf(lines)
    .slice(0, MAX_SENTENCES)
    .map((sentence) => folded(sentence.slice(0, MAX_SENTENCE)));
  return sentences.flatMap(clausesIn).slice(0, MAX_CLAUSES);
}

function sentencesOf(lines: readonly string[]): string[] {
  const paragraphs: string[] = [];
  let isOpen = false;
  for (const whole of lines) {
    const line = whole.slice(0, MAX_LINE).replace(ADDRESS, ' ').trim();
    const signs = line.match(SIGNS)?.length ?? 0;
    const isProse = !LOG_LINE.test(whole) && /\p{L}\p{L},?\s\p{L}/u.test(line) && signs * 12 <= line.length + 24;
    if (!isProse) {
      isOpen = false;
      continue;
    }
    if (isOpen && !OWN_LINE.test(whole)) paragraphs[paragraphs.length - 1] += ` ${line}`;
    else paragraphs.push(line);
    isOpen = true;
  }
  return paragraphs.flatMap((paragraph) => paragraph.split(/(?<=[.!?;])\s+/));
}

function clausesIn(text: string): Clause[] {
  const asks = /\?\W{0,3}$/.test(text) && !WHY.test(text);
  const parts = text.replace(ASIDE, ' $1').split(BOUNDARY);
  // A question at the end, as in "it was paused, could that be it?", leaves the statement before it.
  return [...new Set([...parts, ...(parts.length > 1 && !asks ? joinedParts(parts) : [])])]
    .map((part) => part.slice(0, MAX_CLAUSE).trim())
    .filter((part) => part.includes(' '))
    .map((part) => ({
      text: part,
      asks: asks && (parts.length === 1 || part === parts.at(-1)?.trim() || beginsAsking(text)),
    }));
}

const BOUNDARY = /,?\s(?:but|pero|sino|however|although)\s|,\s|\s[–—-]+\s|:\s|\s\(|\)\s/;
const ASIDE = /\s\(([^()]{1,200})\)/g;
/** The first words of questions. */
const ASKING = new Set(
  'is are was were do does did has have could can should would may might will es hay puede podria hemos deberia'.split(
    ' ',
  ),
);
const FIRST_WORD = /^\W{0,3}(\w+)/;
const beginsAsking = (text: string): boolean => ASKING.has(FIRST_WORD.exec(text)?.[1] ?? '');

/** Joins two and three neighbouring parts, for words on both sides of a comma. */
const joinedParts = (parts: readonly string[]): string[] =>
  [2, 3].flatMap((size) => parts.slice(size - 1).map((_part, index) => parts.slice(index, index + size).join(', ')));
