/** What must stay readable: ids, cursors, trace ids, dates, prices, titles, error codes and messages. */
import type { Dice } from '../random.ts';
import { base64, base64url } from './spelling.ts';

const mongoId = (dice: Dice) => `6${dice.hex(23)}`;

export const id = (dice: Dice) =>
  dice.weighted([
    [8, () => mongoId(dice)],
    [2, () => dice.uuid()],
    [1, () => dice.digits(8)],
    [1, () => `${dice.pick(['lst', 'qt', 'res', 'rp'])}_${dice.alphanumeric(14)}`],
    [1, () => dice.base64url(21)],
  ])();

export const cursor = (dice: Dice) =>
  dice.weighted([
    [4, () => base64(JSON.stringify({ _id: mongoId(dice), direction: 'next' }))],
    [2, () => base64url(JSON.stringify({ o: dice.int(20, 4_000), id: mongoId(dice) }))],
    [2, () => `${dice.hex(24)}_${dice.int(20, 900)}`],
    [2, () => dice.base64url(48)],
    [1, () => base64(JSON.stringify([dice.int(1_700_000_000_000, 1_790_000_000_000), mongoId(dice)]))],
    [1, () => String(dice.int(20, 2_000))],
  ])();

export const traceparent = (dice: Dice) => `00-${dice.hex(32)}-${dice.hex(16)}-0${dice.int(0, 1)}`;

export const requestId = (dice: Dice) =>
  dice.weighted([
    [4, () => dice.uuid()],
    [2, () => dice.hex(32)],
    [2, () => `req_${dice.alphanumeric(22)}`],
    [1, () => `1-${dice.hex(8)}-${dice.hex(24)}`],
    [1, () => dice.text(26, '0123456789ABCDEFGHJKMNPQRSTVWXYZ')],
    [1, () => dice.base64url(22)],
  ])();

const two = (value: number) => String(value).padStart(2, '0');

export const date = (dice: Dice) => `20${dice.int(25, 27)}-${two(dice.int(1, 12))}-${two(dice.int(1, 28))}`;

export const instant = (dice: Dice) =>
  `${date(dice)}T${two(dice.int(0, 23))}:${two(dice.int(0, 59))}:${two(dice.int(0, 59))}${dice.pick(['Z', '.123Z', '+02:00', '.000000Z'])}`;

export const httpDate = (dice: Dice) => new Date(dice.int(1_740_000_000, 1_800_000_000) * 1_000).toUTCString();

/** A price as a JSON number. */
export const price = (dice: Dice) => (dice.chance(0.5) ? dice.int(38, 4_900) : dice.int(3_800, 490_000) / 100);

/** A price as text, in the number formats of several countries. */
export const priceText = (dice: Dice) =>
  dice.pick([
    () => `${dice.int(40, 990)},${dice.digits(2)} €`,
    () => `$${dice.int(1, 9)},${dice.digits(3)}.${dice.digits(2)}`,
    () => `CHF ${dice.int(1, 9)}'${dice.digits(3)}.${dice.digits(2)}`,
    () => `${dice.int(1, 9)}.${dice.digits(3)},${dice.digits(2)} EUR`,
    () => `¥${dice.int(10, 99)},${dice.digits(3)}`,
    () => `R$ ${dice.int(200, 900)},00`,
    () => `${dice.int(1, 9)} ${dice.digits(3)} kr`,
  ])();

export const currency = (dice: Dice) => dice.pick(['EUR', 'USD', 'GBP', 'CHF', 'SEK', 'BRL', 'JPY', 'ILS']);

const TITLES = [
  'Sunny two-bedroom by the old harbour',
  'Loft 14 – Industrial flat with roof terrace',
  'Ático con vistas al mar y parking',
  'Gemütliche Ferienwohnung am Wasserturm, 3. OG',
  'Chalet « Les Mélèzes », 8 personnes',
  'A-Frame Cabin #7 | Hot Tub | Dogs OK',
  'Monolocale in centro storico (CIN IT058091C2X)',
  '京都駅まで徒歩5分の町家',
  'Квартира-студия у Невского',
  'The Old Bakery: sleeps 6, walk to beach',
  'Penthouse 4B @ Marina Bay',
  'Casa da Praia 100 m do mar',
  'Lakeside Cottage & Boathouse',
  'Studio 21 - key box entry',
  'Family house “Zum Hirschen” with pass to the spa',
  'Surfers’ den, 4 min. to the break',
];

export const title = (dice: Dice) => dice.pick(TITLES);
export const nickname = (dice: Dice) =>
  `${dice.pick(['HRB', 'LOFT', 'MAR', 'ALP', 'OLD', 'LIS'])}-${dice.int(1, 60)}${dice.pick(['A', 'B', ''])}`;

const ERROR_CODES = [
  'NOT_FOUND',
  'FORBIDDEN',
  'WRONG_REQUEST_PARAMETERS',
  'LISTING_CALENDAR_BLOCKED',
  'MIN_NIGHT_MISMATCH',
  'COUPON_NOT_FOUND',
  'COUPON_EXPIRATION_DATE_EXCEEDED',
  'RATE_LIMIT_EXCEEDED',
  'INTERNAL_SERVER_ERROR',
  'QUOTE_EXPIRED',
  'PAYMENT_METHOD_INVALID',
  'VALIDATION_ERROR',
];

const ERROR_MESSAGES = [
  "You don't have permission to access, please contact Guesty support",
  'Listing calendar is blocked for the requested dates',
  'Inquiry is already fulfilled by a reservation',
  'checkInDateLocalized must be earlier than checkOutDateLocalized',
  'Quote has expired, create a new one',
  'The requested number of guests exceeds the capacity of this listing',
  'Too many requests, please try again later',
  'Token has expired',
  'Missing required parameter: ratePlanId',
  'Invalid or expired access token',
  'The password grant is not supported for this client',
  "Cannot read properties of undefined (reading 'nightlyRates')",
  'upstream connect error or disconnect/reset before headers. reset reason: connection timeout',
  'ccToken is required for instant booking',
  'No active session was found for this account',
  'Minimum stay of 3 nights is required between the selected dates',
  'The API key does not allow this scope',
  'Das Authentifizierungstoken ist abgelaufen',
  'La tarifa seleccionada ya no está disponible',
];

export const errorCode = (dice: Dice) => dice.pick(ERROR_CODES);
export const errorMessage = (dice: Dice) => dice.pick(ERROR_MESSAGES);

export const city = (dice: Dice) =>
  dice.pick(['Lisboa', 'Málaga', 'Hamburg', 'Lyon', 'Göteborg', 'Austin', 'Kyoto', 'Kraków', 'Haifa']);
export const amenity = (dice: Dice) =>
  dice.pick([
    'Wireless Internet',
    'Pool',
    'Washer',
    'Pets allowed',
    'Self check-in',
    'Keypad',
    'Smoke detector',
    'Cable TV',
  ]);

/** The address of a listing's picture: public, and named by a hash. */
export const picture = (dice: Dice) =>
  dice.pick([
    () =>
      `https://assets.guesty.com/image/upload/v${dice.int(1_600_000_000, 1_790_000_000)}/production/${mongoId(dice)}/${dice.alphanumeric(20).toLowerCase()}.jpg`,
    () => `https://res.cloudinary.com/stay/image/upload/c_fit,h_200/${dice.hex(32)}.webp`,
    () => `https://a0.muscache.example/im/pictures/${dice.uuid()}.jpeg?aki_policy=large`,
  ])();
