/** Secrets as their issuers write them. */
import type { Dice } from '../random.ts';
import { base64url } from './spelling.ts';

/** A JSON Web Token. Its signature is random; nobody verifies it. */
export function jwt(dice: Dice, claims: Readonly<Record<string, unknown>> = {}): string {
  const head = { alg: dice.pick(['RS256', 'HS256', 'ES256']), typ: 'JWT', kid: dice.base64url(12) };
  const issued = dice.int(1_700_000_000, 1_790_000_000);
  const body = {
    iss: dice.pick([
      'https://login.guesty.com/oauth2/aus1',
      'https://id.stay.example/',
      'https://sso.host.example/realms/pm',
    ]),
    sub: dice.hex(24),
    iat: issued,
    exp: issued + 86_400,
    ...claims,
  };
  return `${base64url(JSON.stringify(head))}.${base64url(JSON.stringify(body))}.${dice.base64url(dice.pick([43, 86, 342]))}`;
}

export const accessToken = (dice: Dice) =>
  dice.weighted([
    [5, () => jwt(dice, { scp: [dice.pick(['open-api', 'booking_engine:api'])] })],
    [4, () => dice.base64url(dice.int(32, 64))],
    [2, () => dice.hex(40)],
    [1, () => dice.uuid()],
    [1, () => `${dice.pick(['gsty', 'at', 'tok', 'oat01'])}_${dice.alphanumeric(36)}`],
    [1, () => `00D${dice.alphanumeric(12)}!${dice.alphanumeric(40)}.${dice.alphanumeric(30)}`],
  ])();

export const clientSecret = (dice: Dice) =>
  dice.weighted([
    [4, () => dice.base64url(43)],
    [3, () => dice.hex(64)],
    [
      2,
      () =>
        `${dice.alphanumeric(3)}8Q~${dice.text(34, 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789_.-~')}`,
    ],
    [2, () => dice.text(40, 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/')],
    [1, () => dice.uuid()],
    [1, () => `${dice.alphanumeric(30)}==`],
  ])();

const WORDS = [
  'Sommer',
  'lluvia',
  'Bicycle',
  'tulipan',
  'Harbour',
  'kastanje',
  'Regen',
  'perro',
  'Fjord',
  'maple',
  'Zitrone',
  'orchid',
];

/** Passwords of people and of machines. */
export const password = (dice: Dice) =>
  dice.weighted([
    [4, () => `${dice.pick(WORDS)}${dice.int(1950, 2026)}${dice.pick(['!', '?', '#', '', '$'])}`],
    [2, () => `${dice.pick(WORDS)}-${dice.pick(WORDS)}-${dice.int(10, 99)}-${dice.pick(WORDS)}`],
    [2, () => dice.text(14, 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789!?#%*+=@')],
    [1, () => `${dice.pick(WORDS)} ${dice.pick(WORDS)} ${dice.int(100, 999)}`],
    [1, () => `${dice.letters(5)}"${dice.alphanumeric(5)}\\${dice.int(10, 99)}`],
    [1, () => `Pa${dice.pick(['ß', 'ñ', 'é'])}wort${dice.digits(4)}`],
  ])();

export const apiKey = (dice: Dice) =>
  dice.weighted([
    [2, () => `sk_live_${dice.alphanumeric(24)}`],
    [1, () => `rk_live_${dice.alphanumeric(40)}`],
    [1, () => `AKIA${dice.text(16, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')}`],
    [1, () => `AIza${dice.base64url(35)}`],
    [1, () => `SG.${dice.base64url(22)}.${dice.base64url(43)}`],
    [1, () => `ghp_${dice.alphanumeric(36)}`],
    [1, () => `xoxb-${dice.digits(12)}-${dice.digits(12)}-${dice.alphanumeric(24)}`],
    [2, () => dice.hex(32)],
    [2, () => dice.alphanumeric(40)],
    [2, () => dice.uuid()],
    [1, () => `key-${dice.hex(32)}`],
  ])();

/** The check digit of card numbers (ISO/IEC 7812-1). */
function luhn(body: string): string {
  let sum = 0;
  for (let at = 0; at < body.length; at += 1) {
    const digit = Number(body[body.length - 1 - at]);
    const doubled = at % 2 === 0 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return String((10 - (sum % 10)) % 10);
}

/** A card number without separators: Visa, Mastercard, Amex, Discover, Diners, JCB, UnionPay, Maestro. */
export function card(dice: Dice): string {
  const [prefix, length] = dice.weighted<readonly [string, number]>([
    [6, ['4', 16]],
    [3, [String(dice.int(51, 55)), 16]],
    [2, [String(dice.int(2221, 2720)), 16]],
    [2, [dice.pick(['34', '37']), 15]],
    [1, [dice.pick(['6011', '6445', '6500']), 16]],
    [1, ['36', 14]],
    [1, [String(dice.int(3528, 3589)), 16]],
    [1, ['62', 16]],
    [1, ['6759', 16]],
  ]);
  const body = prefix + dice.digits(length - prefix.length - 1);
  return body + luhn(body);
}

/** A card number as people and forms write it. */
export function writtenCard(dice: Dice): string {
  const number = card(dice);
  const groups = number.length === 15 ? /^(.{4})(.{6})(.{5})$/ : null;
  const separator = dice.weighted([
    [6, ''],
    [4, ' '],
    [2, '-'],
    [1, '.'],
    [1, '\u00a0'],
  ]);
  return groups
    ? number.replace(groups, `$1${separator}$2${separator}$3`)
    : (number.match(/.{1,4}/g) ?? []).join(separator);
}

/** A session cookie's value. */
export const session = (dice: Dice) =>
  dice.weighted([
    [3, () => dice.hex(32)],
    [2, () => `s%3A${dice.base64url(32)}.${dice.alphanumeric(43)}`],
    [2, () => dice.text(26, 'abcdefghijklmnopqrstuvwxyz0123456789')],
    [2, () => dice.base64url(64)],
    [1, () => dice.uuid()],
  ])();

/** A code of few digits: one-time passwords, door codes, card verification. */
export const code = (dice: Dice, length: number) => `${dice.int(1, 9)}${dice.digits(length - 1)}`;

export const privateKey = (dice: Dice, lineBreak = '\n') => {
  const body = dice.times(dice.int(4, 12), () =>
    dice.text(64, 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/'),
  );
  const kind = dice.pick(['PRIVATE KEY', 'RSA PRIVATE KEY', 'EC PRIVATE KEY']);
  return { text: [`-----BEGIN ${kind}-----`, ...body, `-----END ${kind}-----`].join(lineBreak), line: dice.pick(body) };
};
