/** Finds every status that a line names by its context: a reason phrase, a label in one of many languages, a list of codes of a loop. */
import { STATUS_CODES } from 'node:http';
import { statusInWords } from './status-words.ts';

/** A status with its reason behind it, also where OCR lost the blanks or took letters for digits. */
const WITH_REASON = /([1-5][\dOoIl|S]{2})[\s:,-]{0,3}([A-Za-z][A-Za-z1|' -]{2,40})/g;
const LABEL =
  /(?<![\p{L}\d])(?:fehler(?:code|meldung|nummer)?|antwort|erreur|r[ée]ponse|c[óo]digo|respuesta|errore|codice|risposta|erro|resposta|fout(?:code|melding)?|antwoord|b[łl][ąa]d|hata|ошибка|ответ|fel(?:kod)?|svar|fejl|result(?:ado|at)?|answer|reply|http[_ ]?(?:code|status)|(?:status|response)[_ -]?(?:code)?|rc|code)["'\]*]{0,3}(?:\(\))?\s{0,3}(?:[:=#|-]>?\s{0,3}|de\s|di\s|es\s|is\s|was\s|ist\s|:\s)?["'([]{0,2}(?:http[/ ]?(?:[\d.]{1,3}\s)?)?([45]\d\d)(?![\w%]|[.,]\d)/giu;
const QUOTED = /["'“„«]([45]\d\d)\s?[-–:]\s?\p{L}/gu;
const LIST = /^[\s,;]{0,8}(?:[1-5]\d\d[\s,;]{1,4}){2,400}[1-5]\d\d[\s,;]{0,8}$/;
const MAX_LINE = 4_000;

/** Letters that OCR takes for each other become one; blanks go. */
const fold = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[1|l]/g, 'i')
    .replace(/0/g, 'o')
    .replace(/[\s'-]/g, '');
const digitsOf = (text: string): string => text.replace(/[oO]/g, '0').replace(/[Il|]/g, '1').replace(/S/g, '5');

const REASONS = new Map(Object.entries(STATUS_CODES).map(([code, reason]) => [code, fold(reason ?? '')]));

/** `isLoop`: the text prints the status of each request on a line of its own. */
export function statusesIn(text: string, isLoop: boolean): number[] {
  const line = text.slice(0, MAX_LINE);
  if (!/[1-5][\dOoIl|S]{2}/.test(line)) return [];
  const found = new Set<number>();
  const words = statusInWords(line);
  if (words !== null) found.add(words);
  for (const [, code = '', reason = ''] of line.matchAll(WITH_REASON)) {
    const digits = digitsOf(code);
    const expected = REASONS.get(digits);
    if (expected && expected.length > 3 && fold(reason).startsWith(expected)) found.add(Number(digits));
  }
  for (const pattern of [LABEL, QUOTED]) for (const [, code] of line.matchAll(pattern)) found.add(Number(code));
  const [, ofLoop] = isLoop ? (/^\s{0,8}\S{1,60}\s{1,8}([1-5]\d\d)\s{0,8}$/.exec(line) ?? []) : [];
  if (ofLoop !== undefined) found.add(Number(ofLoop));
  if (LIST.test(line) || (isLoop && /^\s{0,8}[1-5]\d\d\s{0,8}$/.test(line)))
    for (const code of line.match(/\d{3}/g) ?? []) found.add(Number(code));
  return [...found];
}
