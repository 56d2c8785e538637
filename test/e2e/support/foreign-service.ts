/**
 * A service that is none of ours: both APIs over HTTPS on loopback with field names, nesting and answers of its own. `GET /v1/search` is not
 * there; `GET /listings` searches. The answer to the first booking of each quote is lost. It shares no code with the sandbox.
 */
import type { IncomingMessage } from 'node:http';
import { serveHttps } from '../../support/loopback.ts';

export const CLIENTS = {
  openApi: { id: 'partner-open', secret: 'not-a-real-secret-open' },
  booking: { id: 'partner-shop', secret: 'not-a-real-secret-shop' },
} as const;
type Api = keyof typeof CLIENTS;

export interface ForeignService {
  readonly origin: string;
  /** PEM. */
  readonly certificate: string;
  /** Tokens that were issued to each API. */
  readonly tokens: Readonly<Record<Api, number>>;
  /** Every request but those for tokens: "GET /shop/listings". */
  readonly requests: readonly string[];
  /** What a read of a quote shows of its reservation from now on; undefined shows none. */
  showReservation(quoteId: string, status: string | undefined): void;
  close(): Promise<void>;
}

const UNITS = ['Lighthouse', 'Boathouse', 'Signal Box'].map((name, index) => ({
  id: `unit-${index + 1}`,
  displayName: name,
  category: 'Cottage',
  sleeps: 4 + index,
  location: { town: 'Mevagissey', country: 'GB' },
  price: { perNight: 120 + 10 * index, currency: 'GBP' },
}));

/** A status and a body; null for a connection that closes without an answer. */
type Reply = readonly [status: number, body: unknown] | null;

interface StoredQuote {
  readonly id: string;
  readonly stay: Record<string, unknown>;
  booked: boolean;
  shown: string | undefined;
}

export async function serveForeign(): Promise<ForeignService> {
  const tokens = { openApi: 0, booking: 0 };
  const requests: string[] = [];
  const quotes: StoredQuote[] = [];
  const valid = new Map<string, Api>();

  const issue = (api: Api, form: URLSearchParams): Reply => {
    const { id, secret } = CLIENTS[api];
    if (form.get('client_id') !== id || form.get('client_secret') !== secret)
      return [401, { error: 'invalid_client', error_description: 'unknown client' }];
    tokens[api] += 1;
    const text = `${api}-${tokens[api]}-not-a-real-token`;
    valid.set(text, api);
    return [200, { access_token: text, token_type: 'bearer', expires_in: 86_400 }];
  };

  const quoteBody = ({ id, stay, shown }: StoredQuote) => ({
    data: {
      quote: {
        quoteId: id,
        validUntil: new Date(Date.now() + 3_600_000).toISOString(),
        unitId: stay.listingId,
        stay: { checkInDateLocalized: stay.checkInDateLocalized, checkOutDateLocalized: stay.checkOutDateLocalized },
        guests: stay.guestsCount,
        ratePlans: [
          {
            ratePlan: { id: `${id}-flex`, title: 'Flexible' },
            money: {
              money: { currency: 'GBP', totalPrice: 360, invoiceItems: [{ name: 'Three nights', amount: 360 }] },
            },
          },
        ],
        reservation: shown === undefined ? {} : { id: `res-${id}`, status: shown, confirmation_code: `FS-${id}` },
      },
    },
  });

  /** Books a quote once. Its answer is lost; a second booking is refused. */
  const book = (quote: StoredQuote): Reply => {
    if (quote.booked)
      return [
        400,
        {
          error_code: 'BAD_STATE',
          message: 'Inquiry is already fulfilled by a reservation.',
          data: { errors: [] },
        },
      ];
    quote.booked = true;
    return null;
  };

  const shop = (method: string, url: URL, body: Record<string, unknown>): Reply => {
    const [, id = '', step = ''] = /^\/shop\/reservations\/quotes\/([^/]+)(?:\/(.+))?$/.exec(url.pathname) ?? [];
    const quote = quotes.find((one) => one.id === id);
    if (method === 'GET' && url.pathname === '/shop/listings')
      return [200, { page: { size: UNITS.length }, items: UNITS }];
    if (method === 'POST' && url.pathname === '/shop/reservations/quotes') {
      quotes.push({ id: `fq${quotes.length + 1}`, stay: body, booked: false, shown: undefined });
      return [201, quoteBody(quotes.at(-1) as StoredQuote)];
    }
    if (quote && method === 'GET' && step === '') return [200, quoteBody(quote)];
    if (quote && method === 'POST' && (step === 'instant' || step === 'inquiry')) return book(quote);
    return [404, { message: `no route for ${method} ${url.pathname}` }];
  };

  const reply = (method: string, url: URL, authorization: string, text: string): Reply => {
    if (url.pathname === '/accounts/open/oauth2/token') return issue('openApi', new URLSearchParams(text));
    if (url.pathname === '/accounts/shop/oauth2/token') return issue('booking', new URLSearchParams(text));
    requests.push(`${method} ${url.pathname}`);
    const wanted: Api = url.pathname.startsWith('/shop/') ? 'booking' : 'openApi';
    if (valid.get(/^Bearer (.+)$/.exec(authorization)?.[1] ?? '') !== wanted)
      return [401, { message: 'no valid token' }];
    if (wanted === 'booking') return shop(method, url, text === '' ? {} : JSON.parse(text));
    if (url.pathname !== '/open/v1/listings') return [404, { message: 'no route' }];
    const from = Number(url.searchParams.get('skip') ?? 0);
    return [200, { payload: { properties: UNITS.slice(from), size: UNITS.length } }];
  };

  const { origin, certificate, close } = await serveHttps(async (request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    const text = await textOf(request);
    const answer = reply(method, new URL(url, 'https://foreign.example'), headers.authorization ?? '', text);
    if (answer === null) return void response.destroy();
    const [status, body] = answer;
    // Letters beyond Latin-1 in the status text and in a header, as servers outside English write them.
    response.writeHead(status, asBytes('Übersicht → März'), {
      'content-type': 'application/json; charset=utf-8',
      'x-served-by': asBytes('Küche № 1 → Küste'),
    });
    // With a text, Node would encode the head a second time.
    response.end(Buffer.from(JSON.stringify(body)));
  });
  return {
    origin,
    certificate,
    tokens,
    requests,
    showReservation(quoteId, status) {
      const quote = quotes.find(({ id }) => id === quoteId);
      if (!quote) throw new Error(`there is no quote ${quoteId}`);
      quote.shown = status;
    },
    close,
  };
}

/** The bytes of a text in UTF-8, as Node's server takes them. */
const asBytes = (text: string): string => Buffer.from(text).toString('latin1');

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
