/** Large texts that make careless parsers slow: nesting, escapes of escapes, and patterns that backtrack. */
import type { Dice } from '../random.ts';

const SEEDS: readonly string[] = [
  '[',
  '{"a":',
  '{"a":[',
  '"\\',
  '\\"',
  '\\u005c',
  '%25',
  '%2525%',
  '&amp;',
  '&amp;amp;',
  '<a b="',
  '<![CDATA[',
  'a=b&',
  'token=',
  'token: ',
  '"token":"',
  '"guest":{"name":"',
  'Bearer ',
  'eyJ.',
  'eyJhbGciOi',
  'a@',
  'a.a@a.',
  '+49 ',
  '4111 ',
  '4111-1111-1111-111',
  '(0) ',
  'https://a:b@',
  '//:@',
  'QUJD',
  '0a',
  '=\r\n',
  '\\\r\n',
  '\n ',
  '--b\r\n',
  'name="',
  "{'a':",
  '"a"/**/:',
  '\u0000',
  '\ud800',
  'é',
  ' ',
  '.',
  '-',
  'A',
  '1',
];

/** A text of about `length` characters from a few seeds, alone, nested as JSON in a string, or cut. */
export function bomb(dice: Dice, length: number): string {
  const parts = dice.some(
    SEEDS,
    dice.weighted([
      [5, 1],
      [3, 2],
      [2, 4],
    ]),
  );
  const joined = parts.join(dice.pick(['', '', ' ', ',', ':']));
  const body = joined.repeat(Math.ceil(length / joined.length)).slice(0, length);
  return dice.weighted<() => string>([
    [6, () => body],
    [3, () => nested(body.slice(0, length / 4), length)],
    [2, () => `{"results":[${body}`],
    [2, () => JSON.stringify({ message: body }).slice(0, length)],
    [2, () => `${body}{"access_token":"x"}`],
  ])();
}

/** JSON in a string in JSON, until it is long enough. */
function nested(start: string, length: number): string {
  let text = start;
  for (let level = 0; level < 12 && text.length < length; level += 1) text = JSON.stringify({ a: text, b: [level] });
  return text.slice(0, length);
}
