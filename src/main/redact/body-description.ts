/** Describes a body that is not recorded: its type and size and, for a page, its title and first heading. */
import { MAX_CHARACTERS } from '../../shared/input/max-input.ts';
import { unescapedOnce } from './unescape.ts';

/** The words by which a body's description says that the body was not recorded. */
export const NOT_RECORDED = 'not recorded';
export const BY_PATTERNS = 'not JSON and no form, redacted by patterns only';
type Reason = typeof NOT_RECORDED | typeof BY_PATTERNS;

const TYPE =
  /^(?:application|audio|font|image|message|model|multipart|text|video)\/[a-z0-9][a-z0-9.+-]{0,60}(?=\s*(?:;|$))/i;
const FIRST_LINE = /^\[(?:unknown type|[\w.+/-]{3,80}), \d{1,12} bytes: ([^\]\n]{1,100})\](?=\n|$)/;
const TITLE = /^Title: (.{0,400})$/;
const HEADING = /^Heading: (.{0,400})$/;

export const firstLine = (type: string | null, bytes: number, reason: Reason): string =>
  `[${TYPE.exec(type ?? '')?.[0].toLowerCase() ?? 'unknown type'}, ${bytes} bytes: ${reason}]`;

/** The title and the first heading of an HTML page, without markup. */
export interface PageNames {
  readonly title: string | null;
  readonly heading: string | null;
}

export function describe(line: string, { title, heading }: PageNames, redact: (text: string) => string): string {
  const lines = [title && `Title: ${redact(title)}`, heading && `Heading: ${redact(heading)}`];
  return [line, ...lines.filter((named) => named)].join('\n');
}

/** Parses the description that was recorded in place of a body; `null` for other texts. `rest`: the lines after the first; `names`: null if these are none. */
export function readDescription(text: string): { line: string; names: PageNames | null; rest: string } | null {
  const [line, reason = ''] = FIRST_LINE.exec(text) ?? [];
  if (line === undefined || ![NOT_RECORDED, BY_PATTERNS].includes(reason)) return null;
  const rest = text.slice(line.length + 1);
  const lines = rest === '' ? [] : rest.split('\n', 3);
  const title = TITLE.exec(lines[0] ?? '')?.[1] ?? null;
  const heading = HEADING.exec(lines[title === null ? 0 : 1] ?? '')?.[1] ?? null;
  const named = Number(title !== null) + Number(heading !== null);
  return { line, names: lines.length === named ? { title, heading } : null, rest };
}

/** Finds the title and the first heading of an HTML page; both are `null` for other texts. */
export function namesOf(text: string, type: string | null): PageNames {
  const start = text.slice(0, MAX_CHARACTERS.body);
  const isPage = /html/i.test(type ?? '') || /^\s*<(?:!doctype html|html|head|title|body|h1)\b/i.test(start);
  if (!isPage) return { title: null, heading: null };
  return { title: textIn(start, 'title'), heading: textIn(start, 'h1') ?? textIn(start, 'h2') };
}

function textIn(page: string, tag: string): string | null {
  const open = new RegExp(`<${tag}(?:\\s[^<>]{0,500})?>`, 'i').exec(page);
  if (!open) return null;
  const from = open.index + open[0].length;
  const end = page.toLowerCase().indexOf(`</${tag}`, from);
  if (end === -1) return null;
  const words = page.slice(from, end).replace(/<[^<>]*>/g, ' ');
  const plain = unescapedOnce(words)
    .plain.replace(/[\s\p{Cc}<>]+/gu, ' ')
    .trim();
  return plain === '' ? null : plain.slice(0, MAX_CHARACTERS.name);
}
