/** Translates the service's terms: amenities, types of property, price lines, rate plans and cancellation policies (resources/offers/terms.json). */
import terms from '../../../resources/offers/terms.json' with { type: 'json' };
import type { OfferLanguage } from '../../shared/model/offer.ts';

export type TermGroup = 'amenities' | 'types' | 'lines' | 'plans' | 'policies';

/** The values in a term: `{term}` is another term of the group, `{number}` and `{days}` are numbers, `{code}` is a word. */
const VALUES: Readonly<Record<string, string>> = {
  term: '(?<term>.+)',
  number: '(?<number>\\d{1,4}(?:[.,]\\d{1,4})?)',
  days: '(?<days>\\d{1,3})',
  code: '(?<code>\\S+)',
};

interface Pattern {
  readonly pattern: RegExp;
  readonly text: string;
}

interface Table {
  readonly texts: ReadonlyMap<string, string>;
  readonly patterns: readonly Pattern[];
}

const normal = (text: string): string =>
  text.normalize('NFKC').replaceAll('’', "'").replaceAll(/\s+/g, ' ').replace(/\.$/, '').trim().toLowerCase();

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]|/-]/g, '\\$&');

/** Makes the table of a group in one language. */
function tableOf(group: TermGroup, language: OfferLanguage): Table {
  const at = terms.languages.indexOf(language);
  const rows = Object.entries(terms[group].terms).flatMap(([names, texts]) =>
    names.split('; ').map((name) => ({ name: normal(name), text: texts.split(' | ')[at] ?? '' })),
  );
  const isPattern = ({ name }: { name: string }) => name.includes('{');
  return {
    texts: new Map(rows.filter((row) => !isPattern(row)).map(({ name, text }) => [name, text])),
    patterns: rows.filter(isPattern).map(({ name, text }) => ({
      pattern: new RegExp(`^${escaped(name).replaceAll(/\{(\w+)\}/g, (_, value) => VALUES[value] ?? '')}$`, 'i'),
      text,
    })),
  };
}

const tables = new Map<string, Table>();

function table(group: TermGroup, language: OfferLanguage): Table {
  const key = `${group} ${language}`;
  const known = tables.get(key) ?? tableOf(group, language);
  tables.set(key, known);
  return known;
}

/** The term in a language; `null` when no table has it. `number` writes the numbers in it. */
export function translated(
  group: TermGroup,
  language: OfferLanguage,
  term: string,
  number: (value: number) => string,
): string | null {
  const { texts, patterns } = table(group, language);
  const known = texts.get(normal(term));
  if (known !== undefined) return known;
  const spoken = term.normalize('NFKC').replaceAll('’', "'").replaceAll(/\s+/g, ' ').replace(/\.$/, '').trim();
  for (const { pattern, text } of patterns) {
    const found = pattern.exec(spoken)?.groups;
    if (!found) continue;
    const inner = found.term === undefined ? '' : translated(group, language, found.term, number);
    if (inner === null) continue;
    const values: Record<string, string> = {
      ...found,
      term: inner,
      ...(found.number === undefined ? {} : { number: number(Number(found.number.replace(',', '.'))) }),
    };
    return text.replaceAll(/\{(\w+)\}/g, (whole, value: string) => values[value] ?? whole);
  }
  return null;
}

/** Names of countries that differ from the names in the Unicode CLDR. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  usa: 'US',
  'united states of america': 'US',
  uk: 'GB',
  'great britain': 'GB',
  'czech republic': 'CZ',
  holland: 'NL',
};

const LETTERS = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));
const codes = new Map<string, string>();

/** The code of a country by its English name or its code; `null` for any other text. */
function countryCode(text: string): string | null {
  if (codes.size === 0) {
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
    for (const code of LETTERS.flatMap((one) => LETTERS.map((other) => one + other))) {
      const name = names.of(code);
      if (name === undefined) continue;
      codes.set(normal(name), code);
      codes.set(code.toLowerCase(), code);
    }
    for (const [name, code] of Object.entries(OTHER_NAMES)) codes.set(name, code);
  }
  return codes.get(normal(text)) ?? null;
}

/** The name of a country in a language (Unicode CLDR); `null` for a text that is no English name or code of a country. */
export function countryIn(language: OfferLanguage, text: string): string | null {
  const code = countryCode(text);
  return code === null
    ? null
    : (new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }).of(code) ?? null);
}
