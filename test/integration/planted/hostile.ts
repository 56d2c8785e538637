/** A hostile service over real HTTPS: it repeats what it gets and issues in every place of its answers, in spellings that hide it. */
import type { IncomingMessage, RequestListener } from 'node:http';
import { foreign, guest, secrets } from './values.ts';

/** A text as JSON with some of its letters escaped. */
const escapedJson = (text: string): string => {
  const code = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const letters = [...text].map((letter, at) => (at % 4 === 1 ? code(letter) : JSON.stringify(letter).slice(1, -1)));
  return `"${letters.join('')}"`;
};
/** A text with its third letter in another form. */
const third = (text: string, form: (code: number) => string): string =>
  text.slice(0, 2) + form(text.charCodeAt(2)) + text.slice(3);
const percent = (text: string): string => third(encodeURIComponent(text), (code) => `%${code.toString(16)}`);
const nested = (text: string, levels: number): string =>
  levels === 0 ? text : JSON.stringify({ inner: nested(text, levels - 1) });
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** The spellings of one of the console's own secrets, as the text of a JSON object. */
function spelled(text: string): string {
  const spellings: Record<string, string> = {
    plain: text,
    bearer: `Bearer ${text}`,
    percent: percent(text),
    twice: encodeURIComponent(percent(text)),
    decimal: third(text, (code) => `&#${code};`),
    hex: third(text, (code) => `&#x${code.toString(16)};`),
    deep: nested(text, 4),
    bytes: Buffer.from(text).toString('hex'),
    base64: base64(text),
    broken: (base64(JSON.stringify({ value: text })).match(/.{1,20}/g) ?? []).join('\r\n'),
    wide: [...text].map((letter) => `${letter}\0`).join(''),
    cache: `redis://:${encodeURIComponent(text)}@cache`,
    local: `https://a:${encodeURIComponent(text)}@localhost/x`,
    link: `see //a:${encodeURIComponent(text)}@h for more`,
  };
  return `{${Object.entries(spellings)
    .map(([name, value]) => `"${name}":${JSON.stringify(value)}`)
    .concat(`"escaped":${escapedJson(text)}`, `${escapedJson(text)}:"as a name"`)
    .join(',')}}`;
}

/** Secrets that the console does not know, under telling names or in a known form. */
const strangers = {
  'card[cvc]': foreign.cvc,
  card_cvv: foreign.cvc,
  ccToken1: foreign.word,
  password2: foreign.word,
  password_confirmation: foreign.word,
  otp: foreign.word,
  'X-Amz-Signature': foreign.word,
  accessTokenValue: foreign.word,
  form: `card[number]=${foreign.card}&password2=${foreign.word}`,
  text: `Authorization: Token ${foreign.word}`,
  address: `https://a:${foreign.word}@localhost/ and redis://:${foreign.word}@cache`,
  columns: { columns: ['id', 'password'], rows: [[1, foreign.word]] },
  card: foreign.card,
  dotted: foreign.card.replace(/(\d{4})(?=\d)/g, '$1.'),
};

/** The guest in places and spellings of their own. */
const people = {
  contactNumber: guest.phone,
  guestMail: guest.email.replace('@', '&#064;'),
  conversation: { messages: [{ text: `${guest.firstName} ${guest.lastName} arrives late` }] },
  guest,
};

/** Every header in which a service can repeat a text. */
function headersWith(text: string): Record<string, string> {
  const safe = text.replace(/[^\x21-\x7e]/g, '');
  return {
    'x-request-id': safe,
    'cf-ray': `Bearer ${safe}`,
    'x-correlation-id': base64(text),
    etag: `"${percent(text)}"`,
    server: safe,
    via: `1.1 ${encodeURIComponent(text)}`,
    location: `//a:${encodeURIComponent(text)}@h/?token=${encodeURIComponent(text)}`,
    'www-authenticate': `Digest username="a", response="${safe}", nonce="${safe}"`,
    'set-cookie': `s=${safe}`,
    'retry-after': '0',
    'server-timing': `t;desc="${safe}"`,
    [`x-${text.replace(/[^\w-]/g, '-')}`]: 'name',
  };
}

interface Heard {
  readonly url: URL;
  /** The token or the client secret. */
  readonly secret: string;
  readonly body: string;
}

/** `stolen` is called for a request that only follows a redirect. */
export function hostileService(stolen: () => void): RequestListener {
  return async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const url = new URL(request.url ?? '/', `https://${request.headers.host}`);
    if (url.pathname.startsWith('/stolen')) stolen();
    const heard = heardOf(request, url, body);
    const { status, text, headers } = replyTo(heard);
    response.writeHead(status, { 'content-type': 'application/json', ...headersWith(heard.secret), ...headers });
    response.end(text);
  };
}

function heardOf({ headers }: IncomingMessage, url: URL, body: string): Heard {
  const bearer = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
  return { url, body, secret: bearer ?? new URLSearchParams(body).get('client_secret') ?? 'none-was-sent' };
}

/** A picture that claims to be a PNG: drawing it takes ten times longer for each level of nesting. */
const BOMB = `<svg xmlns="http://www.w3.org/2000/svg"><g id="a0"><rect width="9" height="9"/></g>${Array.from(
  { length: 9 },
  (_, level) => `<g id="a${level + 1}">${`<use href="#a${level}"/>`.repeat(10)}</g>`,
).join('')}</svg>`;

interface Reply {
  readonly status: number;
  readonly text: string;
  readonly headers?: Record<string, string>;
}

function replyTo(heard: Heard): Reply {
  const { url, secret, body } = heard;
  const told = `"said":${spelled(secret)},"body":${JSON.stringify(body)},"note":${escapedJson(secret)}`;
  const others = JSON.stringify({ strangers, people }).slice(1, -1);
  const path = url.pathname;
  if (path.endsWith('/oauth2/token')) return tokenReply(heard, told);
  if (path.startsWith('/bomb')) return { status: 200, text: BOMB, headers: { 'content-type': 'image/png' } };
  if (path === '/v1/listings') {
    const picture = `{"thumbnail":"${url.origin}/bomb.png"}`;
    const listing = `{"_id":"l1","title":${escapedJson(`Flat ${secret}`)},"picture":${picture},${told}}`;
    return { status: 200, text: `{"results":[${listing}],"count":1}` };
  }
  if (path.endsWith('/reservations/quotes')) {
    const plans = `[{"_id":"p1","name":${escapedJson(secret)},"money":{"total":100,"currency":"EUR"}}]`;
    const createdAt = new Date().toISOString();
    return {
      status: 200,
      text: `{"_id":"q1","createdAt":"${createdAt}","rates":{"ratePlans":${plans}},${told},${others}}`,
    };
  }
  // The other listing's step fails, so that its error is stored with the task.
  if (path.endsWith('/calendar') && path.includes('/l1/'))
    return {
      status: 200,
      text: `[{"date":"2027-05-01","status":"available","price":100,"note":${escapedJson(secret)},${told}}]`,
    };
  if (path.endsWith('/listings/l1')) {
    const field = `<textarea name=client_secret>${foreign.word}</textarea>`;
    const type = `text/html; charset=${encodeURIComponent(secret)}`;
    return {
      status: 502,
      text: `<html><title>Bearer ${secret}</title>${field}</html>`,
      headers: { 'content-type': type },
    };
  }
  if (path.endsWith('/inquiry'))
    return { status: 302, text: `{${told}}`, headers: { location: `/stolen?token=${encodeURIComponent(secret)}` } };
  const message = `${third(secret, (code) => `&#${code};`)} of ${guest.email} may not: ${body}`;
  const data = `{"requestId":${escapedJson(secret)},"moreDetails":{${others}}}`;
  const error = `{"code":${escapedJson(secret)},"message":${JSON.stringify(message)},${told},"data":${data}}`;
  return { status: 403, text: `{"error":${error}}` };
}

/** Issues a token and repeats it, with the secret, in every other field and header. */
function tokenReply({ url, secret }: Heard, told: string): Reply {
  const token = url.pathname.startsWith('/open') ? secrets.openApiToken : secrets.bookingToken;
  const fields = `"message":${JSON.stringify(`issued ${token}`)},"again":${spelled(token)},${told}`;
  if (secret === secrets.replaced) {
    const oauth = `"error":"invalid_client","error_description":${escapedJson(secret)},"id_token":"${token}"`;
    return { status: 401, text: `{${oauth},${fields}}` };
  }
  const grant = `"access_token":"${token}","token_type":${escapedJson(token)},"scope":${escapedJson(token)}`;
  const text = `{${grant},"expires_in":"${token}","result":"${token}",${fields}}`;
  return { status: 200, text, headers: headersWith(token) };
}
