/** Secrets as these services, their neighbours and payment providers make them. */
import type { Dice } from '../random.ts';

const base64urlOf = (text: string) => Buffer.from(text).toString('base64url');

export const jwt = (dice: Dice): string =>
  [
    base64urlOf(JSON.stringify({ kid: dice.base64url(20), alg: dice.pick(['RS256', 'HS256', 'ES256']) })),
    base64urlOf(
      JSON.stringify({
        cid: `0oa${dice.alphanumeric(17)}`,
        exp: dice.int(1_760_000_000, 1_800_000_000),
        jti: dice.uuid(),
      }),
    ),
    dice.base64url(dice.pick([43, 86, 342])),
  ].join('.');

export const bearerToken = (dice: Dice): string =>
  dice.weighted<() => string>([
    [6, () => jwt(dice)],
    [2, () => dice.base64url(64)],
    [1, () => dice.hex(64)],
    [1, () => dice.uuid()],
  ])();

export const clientSecret = (dice: Dice): string =>
  dice.weighted<() => string>([
    [5, () => dice.base64url(64)],
    [2, () => dice.alphanumeric(40)],
    [1, () => dice.hex(40)],
    [1, () => `${dice.alphanumeric(12)}~${dice.alphanumeric(20)}.${dice.alphanumeric(6)}`],
    [1, () => Buffer.from(dice.alphanumeric(32)).toString('base64')],
  ])();

export const refreshToken = (dice: Dice): string =>
  dice.pick([
    () => `1//0${dice.base64url(60)}`,
    () => `rt_${dice.alphanumeric(48)}`,
    () => `v1.M${dice.base64url(44)}`,
    () => dice.uuid(),
  ])();

export const apiKey = (dice: Dice): string =>
  dice.pick([
    () => `sk_live_${dice.alphanumeric(24)}`,
    () => `AIza${dice.base64url(35)}`,
    () => dice.alphanumeric(40),
    () => dice.hex(32),
    () => `SG.${dice.base64url(22)}.${dice.base64url(43)}`,
    () => `key-${dice.hex(32)}`,
    () => `xoxb-${dice.digits(12)}-${dice.digits(12)}-${dice.alphanumeric(24)}`,
  ])();

const WORDS = ['harbour', 'Lantern', 'velvet', 'Copper', 'thistle', 'Meadow', 'quartz', 'Sparrow', 'juniper', 'Tundra'];

/** What people choose: words, digits, a sign; sometimes of twelve random characters. */
export const password = (dice: Dice): string =>
  dice.pick([
    () => `${dice.pick(WORDS)}${dice.digits(4)}!`,
    () => `${dice.pick(WORDS)}-${dice.pick(WORDS)}-${dice.digits(3)}`,
    () => `${dice.alphanumeric(6)}#${dice.alphanumeric(5)}`,
    () => dice.alphanumeric(16),
  ])();

export const sessionCookie = (dice: Dice): string =>
  dice.pick([
    () => `s%3A${dice.base64url(32)}.${dice.alphanumeric(43)}`,
    () => dice.hex(32),
    () => dice.base64url(86),
    () => `${dice.uuid()}.${dice.base64url(27)}`,
  ])();

const withCheckDigit = (digits: string): string => {
  const sum = [...digits].reduceRight((total, digit, at) => {
    const doubled = (digits.length - at) % 2 === 1 ? Number(digit) * 2 : Number(digit);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
};

/** A card number that passes the check, written bare, in groups, or with dashes. */
export function cardNumber(dice: Dice): string {
  const [prefix, length] = dice.pick([
    ['4', 16],
    ['51', 16],
    ['55', 16],
    ['2223', 16],
    ['37', 15],
    ['6011', 16],
    ['3528', 16],
  ] as const);
  const bare = withCheckDigit(prefix + dice.digits(length - prefix.length - 1));
  const groups = length === 15 ? [bare.slice(0, 4), bare.slice(4, 10), bare.slice(10)] : (bare.match(/.{4}/g) ?? []);
  return dice.weighted([
    [6, bare],
    [2, groups.join(' ')],
    [1, groups.join('-')],
  ]);
}

export const cvc = (dice: Dice): string => dice.digits(dice.pick([3, 3, 3, 4]));
export const doorCode = (dice: Dice): string => dice.digits(dice.pick([4, 4, 5, 6])) + dice.pick(['', '', '#']);
export const paymentMethod = (dice: Dice): string => `pm_${dice.alphanumeric(24)}`;
export const iban = (dice: Dice): string =>
  `NL${dice.digits(2)}${dice.pick(['ABNA', 'INGB', 'RABO'])}0${dice.digits(9)}`;

/** A link with a signature in its query; `sign` sees the part that must not get out. */
export function signedUrl(dice: Dice, sign: (category: string, value: string) => string): string {
  const file = `${dice.hex(24)}.${dice.pick(['pdf', 'jpg', 'csv'])}`;
  const secret = (value: string) => sign("a signed address's signature", value);
  return dice.pick([
    () =>
      `https://guesty-files.s3.eu-west-1.amazonaws.com/${file}?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Date=20261104T101500Z&X-Amz-Expires=3600&X-Amz-SignedHeaders=host&X-Amz-Signature=${secret(dice.hex(64))}`,
    () =>
      `https://d${dice.letters(13)}.cloudfront.net/${file}?Expires=1794500000&Signature=${secret(dice.base64url(120))}&Key-Pair-Id=K${dice.digits(13)}`,
    () =>
      `https://hostfiles.blob.core.windows.net/docs/${file}?sv=2023-11-03&se=2026-12-01&sr=b&sp=r&sig=${secret(encodeURIComponent(`${dice.alphanumeric(43)}=`))}`,
    () =>
      `https://storage.googleapis.com/pms-exports/${file}?X-Goog-Algorithm=GOOG4-RSA-SHA256&X-Goog-Signature=${secret(dice.hex(128))}`,
    () =>
      `https://firebasestorage.googleapis.com/v0/b/pms.appspot.com/o/${file}?alt=media&token=${secret(dice.uuid())}`,
    () => `https://www.airbnb.com/calendar/ical/${dice.digits(8)}.ics?s=${secret(dice.hex(32))}`,
  ])();
}
