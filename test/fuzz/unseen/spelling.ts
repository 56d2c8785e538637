/** How field names and values are written: naming styles of back ends, and encodings that other software adds. */
import type { Dice } from '../random.ts';

export type NameStyle = 'snake' | 'camel' | 'pascal' | 'kebab' | 'upper' | 'flat' | 'title' | 'dotted';

export const randomStyle = (dice: Dice): NameStyle =>
  dice.weighted<NameStyle>([
    [38, 'camel'],
    [34, 'snake'],
    [8, 'pascal'],
    [6, 'kebab'],
    [4, 'upper'],
    [4, 'flat'],
    [4, 'title'],
    [2, 'dotted'],
  ]);

const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);

/** `words` is a name in lower case with spaces, such as `access token`. */
export function spell(words: string, style: NameStyle): string {
  const parts = words.split(' ');
  switch (style) {
    case 'snake':
      return parts.join('_');
    case 'camel':
      return parts.map((part, at) => (at === 0 ? part : capital(part))).join('');
    case 'pascal':
      return parts.map(capital).join('');
    case 'kebab':
      return parts.join('-');
    case 'upper':
      return parts.join('_').toUpperCase();
    case 'flat':
      return parts.join('');
    case 'title':
      return parts.map(capital).join(' ');
    case 'dotted':
      return parts.join('.');
  }
}

const unit = (character: string) => character.charCodeAt(0).toString(16).padStart(4, '0');

/** JSON text in which every character outside of ASCII is escaped, as Python and PHP write it. */
export const asciiJson = (json: string) => json.replace(/[\u0080-\uffff]/g, (character) => `\\u${unit(character)}`);

/** JSON text as PHP writes it: with escaped slashes. */
const slashJson = (json: string) => json.replaceAll('/', '\\/');

/** JSON text safe within a page, as Rails and Go write it. */
export const htmlSafeJson = (json: string) =>
  json.replace(/[<>&\u2028\u2029']/g, (character) => `\\u${unit(character)}`);

export const entities = (text: string) =>
  text.replace(
    /[&<>"']/g,
    (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[character] ?? character,
  );

/** Mail addresses as pages hide them from collectors of addresses. */
export const entityMail = (mail: string) => mail.replace('@', '&#64;').replaceAll('.', '&#46;');

export const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64');
export const base64url = (text: string) => Buffer.from(text, 'utf8').toString('base64url');
export const hex = (text: string) => Buffer.from(text, 'utf8').toString('hex');

/** MIME's line length. */
export const wrapped = (text: string, width = 76) => text.match(new RegExp(`.{1,${width}}`, 'gs'))?.join('\r\n') ?? '';

/** The form encoding: a blank is a plus. */
const formPair = (name: string, value: string) =>
  `${encodeURIComponent(name)}=${encodeURIComponent(value).replaceAll('%20', '+')}`;

export const formOf = (pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([name, value]) => formPair(name, value)).join('&');

/** A query as browsers and most clients write it; some leave @ : / readable. */
export const queryOf = (pairs: readonly (readonly [string, string])[], loose = false) =>
  pairs
    .map(([name, value]) => {
      const encoded = encodeURIComponent(value);
      return `${encodeURIComponent(name)}=${loose ? encoded.replaceAll('%40', '@').replaceAll('%3A', ':').replaceAll('%2F', '/') : encoded}`;
    })
    .join('&');

/** JSON as different serialisers write it. */
export function serialised(dice: Dice, value: unknown): string {
  const indent = dice.weighted<string | number | undefined>([
    [70, undefined],
    [20, 2],
    [6, 4],
    [4, '\t'],
  ]);
  const text = JSON.stringify(value, null, indent);
  const rewrite = dice.weighted<(json: string) => string>([
    [72, (json) => json],
    [12, asciiJson],
    [6, slashJson],
    [6, htmlSafeJson],
    [4, (json) => slashJson(asciiJson(json))],
  ]);
  return rewrite(text);
}
