/** One input of the fuzzer: a secret or a guest's value that a service repeats, in structures inside one another, on one way of an exchange. */
import { words } from '../../../src/main/redact/name-list.ts';
import type { Header, WireMessage } from '../console/record.ts';
import { Dice } from '../random.ts';
import { apiKey, bearerToken, cardNumber, clientSecret, jwt, password, paymentMethod } from './credentials.ts';
import { STRUCTURE_NAMES, STRUCTURES, type Structure } from './structures.ts';

/** Where the structure stands. */
const PLACES = ['answer', 'error', 'token answer', 'token error', 'request', 'form', 'header', 'query', 'log'] as const;
export type Place = (typeof PLACES)[number];

export interface OwnSecrets {
  readonly token: string;
  readonly clientSecret: string;
  readonly cardReference: string;
}

export interface Repeated {
  readonly seed: number;
  readonly place: Place;
  /** Innermost first. */
  readonly structures: readonly Structure[];
  readonly message: WireMessage;
  /** What the log is told, in the place `log`. */
  readonly logged: string;
  readonly values: readonly string[];
  readonly isGuests: boolean;
}

interface Leaf {
  readonly text: string;
  readonly value: string;
  readonly isGuests?: boolean;
}

const SECRET_NAMES = [
  ...words(`
    access_token refreshToken client_secret clientSecret webhookSecret password newPassword1 X-Api-Key api_key
    signature private_key ccToken card[cvc] cvv2 authorization set-cookie`),
];
const GUEST_NAMES = ['firstName', 'last_name', 'guestName', 'guest[last_name]', 'passportNumber', 'fullName'];

/** A secret of the exchange, one under a telling name, and what its form shows; and guests' values. */
function leafOf(dice: Dice, own: OwnSecrets): Leaf {
  const named = (name: string, value: string, isGuests = false): Leaf => {
    const text = dice.chance(0.5)
      ? JSON.stringify({ id: 1, [name]: value })
      : `${name}=${encodeURIComponent(value)}&a=1`;
    return { text, value, isGuests };
  };
  const said = (before: string, value: string, isGuests = false) => ({
    text: `${before} ${value} today`,
    value,
    isGuests,
  });
  return dice.weighted<() => Leaf>([
    [5, () => said('got', dice.pick(Object.values(own)))],
    [4, () => named(dice.pick(SECRET_NAMES), dice.pick([apiKey, password, bearerToken, clientSecret])(dice))],
    [1, () => said('sent Bearer', dice.base64url(40))],
    [1, () => said('got', jwt(dice))],
    [1, () => said('card', cardNumber(dice))],
    [1, () => ({ ...said('', dice.alphanumeric(14)), text: '' })],
    [3, () => named(dice.pick(GUEST_NAMES), `${dice.pick(['Marsh', 'Novak', 'Okafor'])}${dice.letters(5)}`, true)],
    [1, () => said('write to', `${dice.letters(8)}@${dice.letters(6)}.example`, true)],
    [
      1,
      () =>
        said('call', `+${dice.int(1, 9)}${dice.digits(1)} ${dice.digits(3)} ${dice.digits(3)} ${dice.digits(4)}`, true),
    ],
  ])();
}

/** The input of a seed; `given` replaces the secrets that the seed would give. */
export function repeatedOf(seed: number, given?: OwnSecrets): Repeated {
  const dice = new Dice(seed);
  const own = given ?? {
    token: bearerToken(dice),
    clientSecret: clientSecret(dice),
    cardReference: paymentMethod(dice),
  };
  const leaf = leafOf(dice, own);
  const { value, isGuests = false } = leaf;
  const text = leaf.text === '' ? `see redis://u:${value}@cache/x` : leaf.text;
  const structures = encodedOnce(dice.times(dice.int(0, 3), () => dice.pick(STRUCTURE_NAMES)));
  const logged = structures.reduce((inner, name) => STRUCTURES[name](inner, dice), text);
  const isOwn = Object.values(own).includes(value);
  // The log does not know whose secrets are ours.
  const place = dice.pick(isOwn ? PLACES.slice(0, -1) : PLACES);
  const message = messageOf(place, logged, own, dice);
  return { seed, place, structures, message, logged, values: [value], isGuests };
}

/** A service encodes a text once, perhaps in several structures. */
const encodedOnce = (structures: readonly Structure[]): Structure[] =>
  structures.filter((name, at) => !ENCODINGS.has(name) || structures.findIndex((one) => ENCODINGS.has(one)) === at);
const ENCODINGS: ReadonlySet<Structure> = new Set(['base64', 'hex', 'a signed token']);

const asHeader = (text: string): string =>
  text.replace(/[\r\n\0]+[\t ]*/g, '').replace(/[^\t -~]/gu, (one) => encodeURIComponent(one.toWellFormed()));

const JSON_TYPE: Header = ['content-type', 'application/json'];

function messageOf(place: Place, text: string, own: OwnSecrets, dice: Dice): WireMessage {
  const isTokenRequest = place.startsWith('token');
  const message: WireMessage = {
    method: isTokenRequest ? 'POST' : 'GET',
    url: `https://open.stay.example/${isTokenRequest ? 'oauth2/token' : 'v1/listings'}`,
    requestHeaders: isTokenRequest
      ? [['content-type', 'application/x-www-form-urlencoded']]
      : [['authorization', `Bearer ${own.token}`]],
    requestBody: isTokenRequest ? new URLSearchParams({ client_secret: own.clientSecret }).toString() : null,
    status: place === 'error' ? 400 : place === 'token error' ? 401 : 200,
    responseHeaders: [JSON_TYPE],
    responseBody: '{"ok":true}',
    isTokenRequest,
    secrets: Object.values(own),
  };
  const answer = (value: unknown) => ({ ...message, responseBody: JSON.stringify(value) });
  switch (place) {
    case 'answer':
      return answer({ results: [{ _id: '1', remark: text }], limit: 20 });
    case 'error':
      return answer({ error: { code: 'WRONG', message: text, data: { requestId: dice.uuid(), moreDetails: text } } });
    case 'token answer':
      return answer({ token_type: 'Bearer', expires_in: 86_400, access_token: dice.base64url(43), remark: text });
    case 'token error':
      return answer({ error: 'invalid_client', error_description: text });
    case 'request':
      return { ...message, method: 'POST', requestHeaders: [JSON_TYPE], requestBody: JSON.stringify({ extra: text }) };
    case 'form':
      return {
        ...message,
        method: 'POST',
        requestHeaders: [['content-type', 'application/x-www-form-urlencoded']],
        requestBody: new URLSearchParams({ a: '1', f0: text.toWellFormed() }).toString(),
      };
    case 'header': {
      const name = dice.pick(
        words(`
  x-debug location etag x-request-id server link warning retry-after`),
      );
      return { ...message, responseHeaders: [JSON_TYPE, [name, asHeader(text)]] };
    }
    case 'query':
      return { ...message, url: `${message.url}?limit=20&${new URLSearchParams({ f0: text.toWellFormed() })}` };
    case 'log':
      return message;
  }
}
