/** Redaction of XML and HTML: the text of elements and the values of attributes whose names say what they are. Linear, also on what is no markup. */
import { type Kind, kindOf, labelFor, type Rules, type Scene, sceneUnder } from './kinds.ts';

const TAG = /<(\/?)([\p{L}_][\w:.-]{0,99})((?:[\s/][^<>]*)?)>/gu;
/** `<input name="token" value="…">`, `<meta name="csrf-token" content="…">`. */
const NAMING = /\b(?:name|id|itemprop|property|key)\s*=\s*["']?([\w:.[\]-]{1,100})/i;
const VALUING = /(\b(?:value|content)\s*=\s*)(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;
/** Elements that never hold anything. */
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;
const DEEPEST = 200;

/** The text with such values blanked; the very same text when there are none. */
export function redactMarkup(text: string, rules: Rules, around: Scene): string {
  const open: { readonly name: string; readonly kind: Kind; readonly scene: Scene }[] = [];
  let out = '';
  let from = 0;
  const put = (start: number, end: number, label: string): void => {
    out += text.slice(from, start) + label;
    from = end;
  };
  TAG.lastIndex = 0;
  let last = 0;
  for (let match = TAG.exec(text); match; match = TAG.exec(text)) {
    const [whole, slash = '', name = '', attributes = ''] = match;
    const here = open.at(-1);
    if (here) blankText(text, last, match.index, here.kind, here.scene, rules, put);
    last = match.index + whole.length;
    if (slash !== '') {
      const at = open.findLastIndex((element) => element.name === name);
      if (at !== -1) open.length = at;
      continue;
    }
    const clean = redactAttributes(attributes, rules, here?.scene ?? around);
    if (clean !== attributes) put(match.index + 1 + name.length, last - 1, clean);
    if (attributes.endsWith('/') || VOID.test(name) || open.length >= DEEPEST) continue;
    const kind = kindOf(name.slice(name.lastIndexOf(':') + 1));
    const scene = rules.keepGuests ? 'none' : (here?.scene ?? around);
    const inherited = here?.kind === 'secret' ? 'secret' : kind;
    open.push({ name, kind: inherited, scene: sceneUnder(here?.kind ?? 'plain', scene) });
  }
  const here = open.at(-1);
  if (here?.kind === 'secret') blankText(text, last, text.length, here.kind, here.scene, rules, put);
  return from === 0 ? text : out + text.slice(from);
}

function blankText(
  text: string,
  start: number,
  end: number,
  kind: Kind,
  scene: Scene,
  rules: Rules,
  put: (start: number, end: number, label: string) => void,
): void {
  const value = text.slice(start, end).trim();
  if (value === '') return;
  const label = labelFor(kind, scene, value, rules);
  if (label === null) return;
  const lead = text.slice(start, end).length - text.slice(start, end).trimStart().length;
  put(start + lead, start + lead + value.length, label);
}

function redactAttributes(attributes: string, rules: Rules, scene: Scene): string {
  const named = NAMING.exec(attributes)?.[1];
  if (named === undefined) return attributes;
  const kind = kindOf(named);
  return attributes.replace(VALUING, (whole, lead: string, double?: string, single?: string, bare?: string) => {
    const label = labelFor(kind, scene, double ?? single ?? bare ?? '', rules);
    if (label === null) return whole;
    return bare === undefined && single !== undefined ? `${lead}'${label}'` : `${lead}"${label}"`;
  });
}

/** True for a text that may hold markup. */
export const couldBeMarkup = (text: string): boolean =>
  text.includes('</') || text.includes('/>') || /<\w+\s/.test(text);
