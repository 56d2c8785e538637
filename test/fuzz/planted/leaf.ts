/** What an input plants: the console's own secrets, and the secrets and guests' data of others. */
import type { Dice } from '../random.ts';

/**
 * `own`: a secret of the request or of its answer, to be found in any spelling. `named`: a secret under a telling name. `form`: a secret or
 * a guest's datum that its form shows. `guest`: a guest's datum under a telling name.
 */
export type LeafKind = 'own' | 'named' | 'form' | 'guest';

export interface Leaf {
  readonly kind: LeafKind;
  /** The telling name; null for what needs none. */
  readonly name: string | null;
  /** The text that stands in the structure, before it is wrapped. */
  readonly text: string;
  /** What must not be found. */
  readonly values: readonly string[];
  /** Whether it belongs to a guest; an error on the screen may show it. */
  readonly isGuests: boolean;
}

/** The secrets that the console itself uses in the exchange of an input. */
export interface OwnSecrets {
  readonly token: string;
  readonly clientSecret: string;
  readonly cardReference: string;
}

const SYMBOLS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~+/';
/** Characters that some encoding must escape. */
const AWKWARD = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"\\&<>\'%+/=?#:; @!$';

const jwt = (dice: Dice): string => {
  const part = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${part({ alg: 'RS256', kid: dice.alphanumeric(6) })}.${part({ sub: dice.hex(24), n: dice.int(1, 1e9) })}.${dice.base64url(43)}`;
};

const opaque = (dice: Dice): string =>
  dice.pick([
    () => dice.hex(40),
    () => dice.base64url(43),
    () => dice.uuid(),
    () => dice.text(dice.int(24, 64), SYMBOLS),
    () => `${dice.letters(3)}_${dice.alphanumeric(28)}`,
    () => jwt(dice),
  ])();

/** A client secret as a service may issue it; it ends and begins with a letter, as texts are trimmed. */
const awkward = (dice: Dice): string =>
  `${dice.letters(1)}${dice.text(dice.int(14, 40), AWKWARD)}${dice.digits(2)}${dice.letters(1)}`;

export const ownSecrets = (dice: Dice): OwnSecrets => ({
  token: opaque(dice),
  clientSecret: dice.chance(0.5) ? opaque(dice) : awkward(dice),
  cardReference: dice.chance(0.5) ? dice.uuid() : `pm_${dice.alphanumeric(24)}`,
});

const SECRET_NAMES = [
  ...[
    'access_token',
    'accessToken',
    'refresh_token',
    'id_token',
    'Access-Token',
    'token',
    'authToken',
    'session_token',
    'accessTokenValue',
  ],
  ...[
    'client_secret',
    'clientSecret',
    'CLIENT_SECRET',
    'secret',
    'app_secret',
    'webhookSecret',
    'signing_secret',
    'secretKey',
  ],
  ...[
    'password',
    'Password',
    'newPassword',
    'password2',
    'password_confirmation',
    'passwd',
    'wifiPassword',
    'smtp_password',
  ],
  ...[
    'api_key',
    'apiKey',
    'X-Api-Key',
    'x-amz-signature',
    'signature',
    'private_key',
    'ccToken',
    'ccToken1',
    'card_token',
  ],
  ...[
    'cvv',
    'cvv2',
    'cvc',
    'card_cvv',
    'card[cvc]',
    'cardCvc',
    'pin',
    'otp',
    'pinCode',
    'authorization',
    'cookie',
    'set-cookie',
  ],
];

const GUEST_NAMES: readonly (readonly [
  kind: 'name' | 'mail' | 'phone' | 'paper' | 'text',
  names: readonly string[],
])[] = [
  [
    'name',
    [
      'firstName',
      'lastName',
      'fullName',
      'guestName',
      'first_name',
      'last_name',
      'guest_name',
      'FullName',
      'guest[last_name]',
    ],
  ],
  ['mail', ['email', 'emailAddress', 'guest_email', 'mail', 'contactEmail']],
  ['phone', ['phone', 'phoneNumber', 'phone_number', 'mobile', 'contactNumber', 'guestPhone', 'whatsapp']],
  ['paper', ['passportNumber', 'passportNo', 'passport_no', 'dateOfBirth']],
  ['text', ['specialRequests', 'guestNotes']],
];

const capitalised = (dice: Dice, length: number): string => {
  const letters = dice.letters(length);
  return letters.slice(0, 1).toUpperCase() + letters.slice(1);
};

const fullName = (dice: Dice): string =>
  `${capitalised(dice, 6)} ${dice.chance(0.3) ? `Ø${dice.letters(6)}` : capitalised(dice, 8)}`;

const mail = (dice: Dice): string =>
  `${dice.letters(6)}${dice.pick(['.', '-', '+', '_', ''])}${dice.letters(4)}@${dice.pick(['localhost', 'x.example', 'mail.stay.example', `${dice.letters(8)}.co.uk`])}`;

const phone = (dice: Dice): string =>
  dice
    .pick([
      '+49 15# #######',
      '+33 6 ## ## ## ##',
      '06 ## ## ## ##',
      '+1 (415) 55#-####',
      '(212) 55#-####',
      '0044 20 7### ####',
      '+120255#####',
      '030 / ########',
    ])
    .replaceAll('#', () => dice.digits(1));

function cardNumber(dice: Dice): string {
  const body = `${dice.pick(['4', '51', '2221', '6445', '6011'])}${dice.digits(15)}`.slice(0, 15);
  let sum = 0;
  for (let at = 0; at < 15; at += 1) {
    const digit = Number(body[14 - at]);
    const value = at % 2 === 0 ? digit * 2 : digit;
    sum += value > 9 ? value - 9 : value;
  }
  const number = `${body}${(10 - (sum % 10)) % 10}`;
  return (number.match(/.{4}/g) ?? []).join(dice.pick(['', ' ', '-', '.']));
}

const plainPassword = (dice: Dice): string =>
  dice.pick([
    () => `${capitalised(dice, 6)}${dice.int(1900, 2030)}!`,
    () => dice.alphanumeric(12),
    () => dice.digits(6),
    () => awkward(dice),
  ])();

function ownLeaf(dice: Dice, own: OwnSecrets): Leaf {
  const value = dice.pick([own.token, own.token, own.clientSecret, own.cardReference]);
  return {
    kind: 'own',
    name: dice.chance(0.2) ? dice.pick(SECRET_NAMES) : null,
    text: value,
    values: halves(value),
    isGuests: false,
  };
}

/** The secret, and each half of a long one: what is left must not be worth a search. */
const halves = (value: string): string[] =>
  value.length < 32 || value.startsWith('eyJ')
    ? [value]
    : [value, value.slice(0, value.length / 2), value.slice(value.length / 2)];

function formLeaf(dice: Dice): Leaf {
  const of = (text: string, value: string, isGuests = false, ...parts: readonly string[]): Leaf => ({
    kind: 'form',
    name: null,
    text,
    values: [value, ...parts],
    isGuests,
  });
  const token = dice.base64url(40);
  return dice.pick([
    () => of(`sent with Bearer ${token} today`, token),
    () => {
      const value = jwt(dice);
      return of(`got ${value} back`, value, false, ...value.split('.').slice(1));
    },
    () => {
      const value = cardNumber(dice);
      return of(`card ${value} was declined`, value);
    },
    () => {
      const value = dice.alphanumeric(14);
      return of(
        `see ${dice.pick(['https://deploy:', 'redis://:', '//a:', 'postgres://u:'])}${value}@${dice.pick(['cache', 'localhost', 'db.example:5432'])}/x for it`,
        value,
      );
    },
    () => {
      const value = mail(dice);
      return of(`write to ${value} instead`, value, true);
    },
    () => {
      const value = `+${dice.int(1, 9)}${dice.digits(1)} ${dice.int(100, 999)} ${dice.digits(3)} ${dice.digits(4)}`;
      return of(`call ${value} now`, value, true);
    },
  ])();
}

function guestLeaf(dice: Dice): Leaf {
  const [kind, names] = dice.pick(GUEST_NAMES);
  const value = {
    name: () => fullName(dice),
    mail: () => mail(dice),
    phone: () => phone(dice),
    paper: () => `C${dice.int(1, 9)}${dice.digits(7)}`,
    text: () => `we bring ${dice.letters(7)} and ${dice.letters(8)}`,
  }[kind]();
  return { kind: 'guest', name: dice.pick(names), text: value, values: [value], isGuests: true };
}

export function randomLeaf(dice: Dice, own: OwnSecrets): Leaf {
  const kind = dice.weighted<LeafKind>([
    [5, 'own'],
    [4, 'named'],
    [2, 'form'],
    [4, 'guest'],
  ]);
  if (kind === 'own') return ownLeaf(dice, own);
  if (kind === 'form') return formLeaf(dice);
  if (kind === 'guest') return guestLeaf(dice);
  const value = dice.chance(0.5) ? opaque(dice) : plainPassword(dice);
  return { kind, name: dice.pick(SECRET_NAMES), text: value, values: [value], isGuests: false };
}
