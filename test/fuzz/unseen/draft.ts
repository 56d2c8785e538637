/** One recorded message of the corpus, and the draft that a family of messages fills. */
import type { Header, SentMessage } from '../console/record.ts';
import { valuesIn } from '../decode.ts';
import { Dice } from '../random.ts';
import { accessToken, clientSecret } from './credentials.ts';
import { type NameStyle, randomStyle, spell } from './spelling.ts';

type List = 'secrets' | 'guests' | 'mustStay';
export type Part = 'url' | 'requestHeaders' | 'requestBody' | 'responseHeaders' | 'responseBody';

export interface PlantedValue {
  readonly list: List;
  readonly category: string;
  readonly value: string;
  readonly part: Part;
}

/** A request and its answer as they cross the wire, before anything is recorded. */
export interface UnseenMessage extends SentMessage {
  readonly id: string;
  readonly family: string;
  /** What the console itself holds for this connection: the client secret, and the token that the request carries. */
  readonly own: { readonly clientSecret: string; readonly accessToken: string };
  readonly planted: readonly PlantedValue[];
}

/** Collects the planted values of one part of the message. Each method returns the value, so that it can be placed at once. */
export interface Planter {
  secret(category: string, value: string): string;
  guest(category: string, value: string): string;
  stay(category: string, value: string): string;
}

const READABLE_BODY = /^\s*(application\/([a-z.+-]*\+)?json|text\/json|application\/x-www-form-urlencoded)/i;

const contentType = (headers: readonly Header[]) =>
  headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';

const textOf = (headers: readonly Header[]) => headers.map(([name, value]) => `${name}: ${value}`).join('\n');

/** Whether what must stay readable counts in a body: forms, and JSON that a parser reads, also line by line. */
function isReadable(headers: readonly Header[], body: string | null): boolean {
  const type = contentType(headers);
  if (!READABLE_BODY.test(type) || body === null) return false;
  return !type.includes('json') || isJson(body) || body.split('\n').every(isJson);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text.replace(/^\ufeff/, ''));
    return true;
  } catch {
    return false;
  }
}

export class Draft {
  readonly dice: Dice;
  readonly style: NameStyle;
  readonly own: UnseenMessage['own'];
  method = 'GET';
  url = 'https://open-api.guesty.com/v1/listings';
  requestHeaders: Header[] = [];
  requestBody: string | null = null;
  status = 200;
  responseHeaders: Header[] = [];
  responseBody: string | null = null;
  readonly #planted: PlantedValue[] = [];

  constructor(seed: number) {
    this.dice = new Dice(seed);
    this.style = randomStyle(this.dice);
    this.own = { clientSecret: clientSecret(this.dice), accessToken: accessToken(this.dice) };
  }

  at(part: Part): Planter {
    const plant = (list: List) => (category: string, value: string) => {
      this.#planted.push({ list, category, value, part });
      return value;
    };
    return { secret: plant('secrets'), guest: plant('guests'), stay: plant('mustStay') };
  }

  /** A field name in this message's style. */
  name(words: string): string {
    return spell(words, this.style);
  }

  /** The finished message, or null when a planted value contradicts another or stands where it was not planted. */
  finish(id: string, family: string): UnseenMessage | null {
    const planted = this.#placed().filter(
      ({ list, part }) =>
        list !== 'mustStay' ||
        ((part !== 'responseBody' || isReadable(this.responseHeaders, this.responseBody)) &&
          (part !== 'requestBody' || isReadable(this.requestHeaders, this.requestBody))),
    );
    const hidden = planted.filter(({ list }) => list !== 'mustStay');
    const kept = planted.filter(({ list }) => list === 'mustStay');
    const contradicts = hidden.some(({ value }) => kept.some((other) => other.value.includes(value)));
    if (contradicts || hidden.some(({ value }) => value.length < 5 && this.#strays(value))) return null;
    const { method, url, requestHeaders, requestBody, status, responseHeaders, responseBody, own } = this;
    return {
      id,
      family,
      method,
      url,
      requestHeaders,
      requestBody,
      status,
      responseHeaders,
      responseBody,
      own,
      planted,
    };
  }

  /** The planted values that the message does say: a family may plant more than it places. */
  #placed(): PlantedValue[] {
    const texts = {
      url: this.url,
      requestHeaders: textOf(this.requestHeaders),
      requestBody: this.requestBody ?? '',
      responseHeaders: textOf(this.responseHeaders),
      responseBody: this.responseBody ?? '',
    };
    return (Object.keys(texts) as Part[]).flatMap((part) => {
      const here = this.#planted.filter((one) => one.part === part);
      const said = valuesIn(
        texts[part],
        here.map(({ value }) => value),
      );
      return here.filter(({ value }) => said.has(value));
    });
  }

  /** Whether a short value stands in the message more often than it was planted. */
  #strays(value: string): boolean {
    const text = [
      this.url,
      ...this.requestHeaders.map(([, content]) => content),
      this.requestBody,
      ...this.responseHeaders.map(([, content]) => content),
      this.responseBody,
    ].join('\n');
    return text.split(value).length - 1 > this.#planted.filter((one) => one.value === value).length;
  }
}
