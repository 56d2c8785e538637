/** Rewrites the labels of a request's parts: those of other languages to English, and those of Chrome onto the line of their value. */
import type { TextLine } from './uncut-lines.ts';

/** Labels in other languages, as people and automation tools write them. */
const LABELS: readonly (readonly [RegExp, string])[] = [
  [/^\s{0,8}(?:m[ée]todo|m[ée]thode|metodo|verbo?)(?: http)?\s?:\s/i, 'Method: '],
  [/^\s{0,8}(?:uri|adresse|direcci[oó]n|indirizzo|endere[çc]o|endpunkt|punto final)\s?:\s(?=https?:)/i, 'URL: '],
  [
    /^\s{0,8}(?:encabezados?|cabeceras?|en-?t[êe]tes?|intestazion[ei]|cabe[çc]alhos?|kopfzeilen?|headers?)\s?:\s(?=[\w-]{2,60}\s?[=:])/i,
    'Request headers: ',
  ],
  [/^\s{0,8}(?:cuerpo|corps|corpo|rumpf|inhalt|contenuto|contenido|conte[úu]do)\s?:\s(?=[{[\w])/i, 'Request body: '],
];
export const ANY_LABEL = new RegExp(LABELS.map(([pattern]) => pattern.source).join('|'), 'i');

/** Rewrites a line such as `Encabezados: accept = application/json ; content-type = application/json`. */
export function inEnglish(line: string): string[] | null {
  const found = LABELS.find(([pattern]) => pattern.test(line));
  if (!found) return null;
  const [pattern, name] = found;
  const value = line.replace(pattern, '');
  if (name !== 'Request headers: ') return [`${name}${value}`];
  return [
    'Request headers:',
    ...value.split(/\s?;\s|,\s(?=[\w-]{2,60}\s?[=:])/).map((one) => one.replace(/^([\w-]{2,60})\s?[=:]\s?/, '$1: ')),
  ];
}

const LABEL_ALONE = /^([A-Z][\w-]{1,40}(?: [\w-]{1,20}){0,2}|[a-z][\w-]{1,60}):$/;

/** Joins labels with their values, which Chrome copies as separate lines. */
export function withLabelsJoined(lines: readonly TextLine[]): TextLine[] {
  if (
    !lines.some(
      ({ text }, index) => /^Request (?:URL|Method):$/.test(text.trim()) && lines[index + 1]?.text.trim() !== '',
    )
  )
    return [...lines];
  const out: TextLine[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as TextLine;
    const next = lines[at + 1]?.text.trim() ?? '';
    if (LABEL_ALONE.test(line.text.trim()) && next !== '' && !LABEL_ALONE.test(next)) {
      out.push({ ...line, text: `${line.text.trim()} ${next}` });
      at += 1;
    } else out.push(line);
  }
  return out;
}
