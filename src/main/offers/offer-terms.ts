/** Translates the service's terms: amenities, types of property, price lines, rate plans, cancellation policies and countries (resources/offers/terms.json). */
import terms from '../../../resources/offers/terms.json' with { type: 'json' };
import { OfferLanguage } from '../../shared/model/offer.ts';

export type TermGroup = 'amenities' | 'types' | 'lines' | 'plans' | 'policies' | 'countries';

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

/** Translates a term; `null` when there is no translation. `number` formats the numbers in the term. */
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

/** Names of countries that no language of offers has in the Unicode CLDR. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  usa: 'US',
  'united states of america': 'US',
  'great britain': 'GB',
  uae: 'AE',
  'cabo verde': 'CV',
  'czech republic': 'CZ',
  'east timor': 'TL',
  holland: 'NL',
  'hong kong': 'HK',
  'ivory coast': 'CI',
  macao: 'MO',
  macau: 'MO',
  macedonia: 'MK',
  myanmar: 'MM',
  'republic of ireland': 'IE',
  'republic of korea': 'KR',
  'russian federation': 'RU',
  'slovak republic': 'SK',
  swaziland: 'SZ',
  turkey: 'TR',
  'viet nam': 'VN',
};

/** Codes of the Unicode CLDR that name no country: groups of countries, unknown regions and test regions. */
const NO_COUNTRIES: ReadonlySet<string> = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

/** The regions whose full name is longer than the usual one, such as "Hong Kong SAR China". */
const SHORT_NAMES: ReadonlySet<string> = new Set(['HK', 'MO']);

const namesOf = (language: OfferLanguage, style: 'long' | 'short') =>
  new Intl.DisplayNames(language === 'pt' ? 'pt-PT' : language, { type: 'region', style, fallback: 'none' });

/** A country's name in a normal form, because people write some parts of it in several ways. */
const plainCountry = (text: string): string =>
  normal(text.normalize('NFKD').replaceAll(/\p{M}|\./gu, ''))
    .replaceAll('&', 'and')
    .replaceAll(/\bst\b/g, 'saint')
    .replace(/^the /, '');

const LETTERS = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));
const codes = new Map<string, string>();

/** The code of a country by its code or its name in a language of offers; `null` for any other text. */
function countryCode(text: string): string | null {
  if (codes.size === 0) {
    const names = OfferLanguage.options.map((language) => namesOf(language, 'long'));
    for (const code of LETTERS.flatMap((one) => LETTERS.map((other) => one + other))) {
      if (NO_COUNTRIES.has(code)) continue;
      const known = names.flatMap((one) => one.of(code) ?? []).map(plainCountry);
      for (const name of known.length === 0 ? [] : [code.toLowerCase(), ...known]) codes.set(name, code);
    }
    for (const [name, code] of Object.entries(OTHER_NAMES)) codes.set(name, code);
  }
  return codes.get(plainCountry(text)) ?? null;
}

/** Returns the name of a country in a language, from the Unicode CLDR or the tables; `null` for any other text. */
export function countryIn(language: OfferLanguage, text: string): string | null {
  const code = countryCode(text);
  if (code === null) return translated('countries', language, text, String);
  return namesOf(language, SHORT_NAMES.has(code) ? 'short' : 'long').of(code) ?? null;
}
