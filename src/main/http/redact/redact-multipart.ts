/** Redacts multipart bodies (RFC 7578): parts by their names. */
import { kindOf, placeholderFor, type RedactionRules } from './field-kinds.ts';

const PART = /content-disposition\s*:\s*form-data[^\r\n]*?\bname="([^"\r\n]{1,200})"[^\r\n]*/gi;
const HEAD_END = /\r?\n\r?\n/g;
const PART_END = /\r?\n--/g;

export const couldBeMultipart = (text: string): boolean => /content-disposition\s*:\s*form-data/i.test(text);

/** The redacted text; the same string when there is nothing to redact. */
export function redactMultipart(text: string, rules: RedactionRules): string {
  let out = '';
  let from = 0;
  PART.lastIndex = 0;
  for (let match = PART.exec(text); match; match = PART.exec(text)) {
    const head = find(HEAD_END, text, match.index + match[0].length);
    if (!head) break;
    const end = find(PART_END, text, Math.max(head.end - 2, head.start))?.start ?? text.length;
    PART.lastIndex = Math.max(end, head.end);
    const placeholder =
      end > head.end ? placeholderFor(kindOf(match[1] ?? ''), 'none', text.slice(head.end, end), rules) : null;
    if (placeholder === null) continue;
    out += text.slice(from, head.end) + placeholder;
    from = end;
  }
  return from === 0 ? text : out + text.slice(from);
}

function find(pattern: RegExp, text: string, from: number): { start: number; end: number } | null {
  pattern.lastIndex = from;
  const match = pattern.exec(text);
  return match && { start: match.index, end: match.index + match[0].length };
}
