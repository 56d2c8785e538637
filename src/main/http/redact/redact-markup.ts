/** Redacts XML and HTML: the text of elements and the values of attributes, by their names. Takes linear time on any text. */
import {
  type FieldKind,
  kindOf,
  placeholderFor,
  type RedactionRules,
  type Subject,
  subjectUnder,
} from './field-kinds.ts';

const TAG = /<(\/?)([\p{L}_][\w:.-]{0,99})((?:[\s/][^<>]*)?)>/gu;
/** `<input name="token" value="…">`, `<meta name="csrf-token" content="…">`. */
const NAME_ATTRIBUTE = /\b(?:name|id|itemprop|property|key)\s*=\s*["']?([\w:.[\]-]{1,100})/i;
const VALUE_ATTRIBUTE = /(\b(?:value|content)\s*=\s*)(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;
/** Elements without content. */
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;
const MAX_OPEN_ELEMENTS = 200;

/** The redacted text; the same string when there is nothing to redact. */
export function redactMarkup(text: string, rules: RedactionRules, outer: Subject): string {
  const open: { readonly name: string; readonly kind: FieldKind; readonly subject: Subject }[] = [];
  let out = '';
  let from = 0;
  const put = (start: number, end: number, placeholder: string): void => {
    out += text.slice(from, start) + placeholder;
    from = end;
  };
  TAG.lastIndex = 0;
  let last = 0;
  for (let match = TAG.exec(text); match; match = TAG.exec(text)) {
    const [whole, slash = '', name = '', attributes = ''] = match;
    const here = open.at(-1);
    if (here) redactElementText(text, last, match.index, here.kind, here.subject, rules, put);
    last = match.index + whole.length;
    if (slash !== '') {
      const at = open.findLastIndex((element) => element.name === name);
      if (at !== -1) open.length = at;
      continue;
    }
    const clean = redactAttributes(attributes, rules, here?.subject ?? outer);
    if (clean !== attributes) put(match.index + 1 + name.length, last - 1, clean);
    if (attributes.endsWith('/') || VOID.test(name) || open.length >= MAX_OPEN_ELEMENTS) continue;
    const kind = kindOf(name.slice(name.lastIndexOf(':') + 1));
    const subject = rules.keepGuests ? 'none' : (here?.subject ?? outer);
    const inherited = here?.kind === 'secret' ? 'secret' : kind;
    open.push({ name, kind: inherited, subject: subjectUnder(here?.kind ?? 'plain', subject) });
  }
  const here = open.at(-1);
  if (here?.kind === 'secret') redactElementText(text, last, text.length, here.kind, here.subject, rules, put);
  return from === 0 ? text : out + text.slice(from);
}

function redactElementText(
  text: string,
  start: number,
  end: number,
  kind: FieldKind,
  subject: Subject,
  rules: RedactionRules,
  put: (start: number, end: number, placeholder: string) => void,
): void {
  const value = text.slice(start, end).trim();
  if (value === '') return;
  const placeholder = placeholderFor(kind, subject, value, rules);
  if (placeholder === null) return;
  const lead = text.slice(start, end).length - text.slice(start, end).trimStart().length;
  put(start + lead, start + lead + value.length, placeholder);
}

function redactAttributes(attributes: string, rules: RedactionRules, subject: Subject): string {
  const named = NAME_ATTRIBUTE.exec(attributes)?.[1];
  if (named === undefined) return attributes;
  const kind = kindOf(named);
  return attributes.replace(VALUE_ATTRIBUTE, (whole, lead: string, double?: string, single?: string, bare?: string) => {
    const placeholder = placeholderFor(kind, subject, double ?? single ?? bare ?? '', rules);
    if (placeholder === null) return whole;
    return bare === undefined && single !== undefined ? `${lead}'${placeholder}'` : `${lead}"${placeholder}"`;
  });
}

/** Whether a text may contain markup. */
export const couldBeMarkup = (text: string): boolean =>
  text.includes('</') || text.includes('/>') || /<\w+\s/.test(text);
