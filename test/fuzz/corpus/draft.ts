/** One exchange of the corpus while it is written: its parts, and what was planted in each. */

import { valuesIn } from '../../support/decode.ts';
import type { Header } from '../console/record.ts';
import type { Dice } from '../random.ts';
import { bearerToken, clientSecret } from './credentials.ts';
import type { CorpusMessage, Part, PlantedValue } from './message.ts';

/** Writes values into one part of an exchange and notes what they are. Each function returns its value. */
export interface PartPlanter {
  secret(category: string, value: string): string;
  guest(category: string, value: string): string;
  stay(category: string, value: string): string;
}

/** Bodies of other types count for what must go, never for what must stay. */
const isReadable = (type: string) => /[/+]json|x-ndjson|x-www-form-urlencoded/.test(type);

const headerLines = (headers: readonly Header[]) => headers.map(([name, value]) => `${name}: ${value}`).join('\n');

export class ExchangeDraft {
  method = 'GET';
  url = 'https://open-api.guesty.com/v1/listings';
  status = 200;
  readonly requestHeaders: Header[] = [];
  readonly responseHeaders: Header[] = [];
  requestBody: string | null = null;
  responseBody: string | null = null;
  readonly own: { readonly clientSecret: string; readonly accessToken: string };
  readonly dice: Dice;
  readonly #planted: PlantedValue[] = [];

  constructor(dice: Dice) {
    this.dice = dice;
    this.own = { clientSecret: clientSecret(dice), accessToken: bearerToken(dice) };
  }

  in(part: Part): PartPlanter {
    const plant = (list: PlantedValue['list']) => (category: string, value: string) => {
      this.#planted.push({ list, category, value, part });
      return value;
    };
    return { secret: plant('secrets'), guest: plant('guests'), stay: plant('mustStay') };
  }

  send(body: string, type: string): void {
    this.requestHeaders.push(['content-type', this.in('requestHeaders').stay('content type of a request', type)]);
    this.requestBody = body;
    if (this.method === 'GET') this.method = 'POST';
  }

  answer(status: number, body: string, type: string): void {
    this.status = status;
    this.responseHeaders.unshift(['content-type', this.in('responseHeaders').stay('content type', type)]);
    this.responseBody = body;
  }

  /** The exchange, or null when chance made one of its values ambiguous: hidden within what must stay, say. */
  finish(id: string, family: string): CorpusMessage | null {
    const texts: Readonly<Record<Part, string>> = {
      url: this.url,
      requestHeaders: headerLines(this.requestHeaders),
      requestBody: this.requestBody ?? '',
      responseHeaders: headerLines(this.responseHeaders),
      responseBody: this.responseBody ?? '',
    };
    const planted = this.#countable();
    for (const part of Object.keys(texts) as Part[]) {
      const values = planted.filter((one) => one.part === part).map(({ value }) => value);
      const placed = valuesIn(texts[part], values);
      const missing = values.filter((value) => !placed.has(value));
      if (missing.length > 0) throw new Error(`${family} plants in ${part} but does not place: ${missing.join(' | ')}`);
    }
    const hidden = planted.filter(({ list }) => list !== 'mustStay');
    const kept = planted.filter(({ list }) => list === 'mustStay');
    if (hidden.some(({ value }) => kept.some((other) => other.value.includes(value)))) return null;
    const everything = Object.values(texts).join('\n');
    if (hidden.some(({ value }) => value.length < 6 && everything.split(value).length > 1 + timesOf(hidden, value)))
      return null;
    const { method, url, status, requestHeaders, responseHeaders, requestBody, responseBody, own } = this;
    return {
      id,
      family,
      method,
      url,
      status,
      requestHeaders,
      responseHeaders,
      requestBody,
      responseBody,
      own,
      planted,
    };
  }

  #countable(): PlantedValue[] {
    const typeOf = (headers: readonly Header[]) => headers.find(([name]) => /^content-type$/i.test(name))?.[1] ?? '';
    const counts: Partial<Record<Part, boolean>> = {
      requestBody: isReadable(typeOf(this.requestHeaders)),
      responseBody: isReadable(typeOf(this.responseHeaders)),
    };
    const seen = new Set<string>();
    return this.#planted.filter(({ list, part, value }) => {
      const key = JSON.stringify([list, part, value]);
      if (seen.has(key) || (list === 'mustStay' && counts[part] === false)) return false;
      seen.add(key);
      return true;
    });
  }
}

const timesOf = (planted: readonly PlantedValue[], value: string) =>
  planted.filter((other) => other.value.includes(value)).length;
