/** Writes the texts of the customers in exercises, and the requests of their programs. */
import { plainDateOf } from '../../shared/model/primitives.ts';
import type { SeededRandom } from '../sandbox/world/seeded-random.ts';
import type { PracticeExchange, PracticeRequest, PracticeService } from './practice-service.ts';
import { asCurl, asHttp, quoted } from './transcript.ts';

const PEOPLE = ['Noor', 'Emil', 'Jada', 'Tomas', 'Ines', 'Kofi', 'Maren', 'Ravi', 'Lucia', 'Petra'] as const;
const FIRMS = ['Harbour Stays', 'Casa Norte', 'Blue Door Homes', 'Alpenhaus', 'Lagoon Lets', 'Old Town Flats'] as const;
const GREETINGS = ['Hello,', 'Hi support,', 'Good morning,', 'Dear team,'] as const;
const CLOSINGS = ['What are we doing wrong?', 'Can you help, please?', 'What do we have to change?'] as const;

export function letter(draw: SeededRandom, complaint: string): string {
  const from = `${draw.pick(PEOPLE)}, ${draw.pick(FIRMS)}`;
  return `${draw.pick(GREETINGS)}\n\n${complaint} ${draw.pick(CLOSINGS)}\n\n${from}`;
}

/**
 * Writes an exchange as a customer would. Some customers quote it in a mail; some leave out response headers, unless they are `needed`. `scheme`: the
 * text must show whether it was http or https.
 */
export function asCustomerText(
  draw: SeededRandom,
  exchange: PracticeExchange,
  { needed = false, scheme = false }: { needed?: boolean; scheme?: boolean } = {},
): string {
  const isWhole = needed || draw.chance(0.5);
  const text = scheme || draw.chance(0.6) ? asCurl(exchange, { isWhole }) : asHttp(exchange, { isWhole });
  return draw.chance(0.3) ? quoted(text) : text;
}

export const bearer = (token: string): readonly [string, string] => ['Authorization', `Bearer ${token}`];

const FIELDS = ['title', 'title address', 'title bedrooms', 'title prices'] as const;

export const listingsRequest = (
  draw: SeededRandom,
  headers: PracticeRequest['headers'] = [],
): PracticeRequest & { readonly path: string } => ({
  api: 'openApi',
  path: `/v1/listings?${new URLSearchParams({ limit: String(draw.pick([5, 20, 50])), fields: draw.pick(FIELDS) })}`,
  headers,
});

/** Draws a stay that begins in 20 to 120 days. */
export function stayOf(
  draw: SeededRandom,
  now: number,
  nights = draw.int(3, 7),
): { checkIn: string; checkOut: string } {
  const day = Math.floor(now / 86_400_000) + draw.int(20, 120);
  return { checkIn: plainDateOf(day), checkOut: plainDateOf(day + nights) };
}

export const searchRequest = (
  draw: SeededRandom,
  service: PracticeService,
  headers: PracticeRequest['headers'] = [],
): PracticeRequest => ({
  api: 'booking',
  path: `/v1/search?${new URLSearchParams({ ...stayOf(draw, service.now()), guests: '2' })}`,
  headers,
});

const JSON_TYPE: readonly [string, string] = ['Content-Type', 'application/json'];

export const postJson = (path: string, token: string, body: unknown): PracticeRequest => ({
  ...{ api: 'booking', path, method: 'POST', headers: [bearer(token), JSON_TYPE] },
  body: JSON.stringify(body),
});

/** Searches the practice service for listings that are free for a stay; resolves with their ids. */
export async function bookable(
  service: PracticeService,
  token: string,
  stay: { readonly checkIn: string; readonly checkOut: string },
): Promise<string[]> {
  const path = `/v1/search?${new URLSearchParams({ ...stay, guests: '1' })}`;
  const { answer } = await service.send({ api: 'booking', path, headers: [bearer(token)] });
  const found = JSON.parse(answer) as { results?: { _id: string }[] };
  return (found.results ?? []).map(({ _id }) => _id);
}

export const quoteRequest = (
  token: string,
  listingId: string,
  { checkIn, checkOut }: { readonly checkIn: string; readonly checkOut: string },
  guests = 1,
): PracticeRequest =>
  postJson('/reservations/quotes', token, {
    ...{ checkInDateLocalized: checkIn, checkOutDateLocalized: checkOut, listingId, guestsCount: guests },
    guest: { firstName: 'Mira', lastName: 'Holm', email: 'mira.holm@guest.example' },
  });
