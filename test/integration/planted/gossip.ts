/** A service that answers everything and repeats the caller's credentials and guests in bodies, headers and messages. */
import { setTimeout as delay } from 'node:timers/promises';
import { guest, secrets } from './values.ts';

/** Longer than the 250 ms after which a pending request is published: a test waits for that event. */
const PUBLISHED_PENDING_MS = 400;

/** A quote with a price can be offered. */
const PRICE = { total: 100, currency: 'EUR' };

export const addresses = {
  baseUrl: 'https://open.live.example',
  authUrl: 'https://open.live.example',
  bookingBaseUrl: 'https://booking.live.example/api',
  bookingAuthUrl: 'https://booking.live.example',
};

const inMarkup = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

export async function gossip(request: Request): Promise<Response> {
  const url = new URL(request.url);
  const said = request.headers.get('authorization') ?? '';
  const token = said.slice(7);
  const body = await request.text();
  const headers = {
    'x-request-id': 'req-1',
    'x-debug': `${said} ${body}`.replace(/\s/g, ' '),
    'set-cookie': `s=${said}`,
    server: `gossip ${said}`,
    'x-guest': guest.email,
  };
  const basic = Buffer.from(`client:${token}`).toString('base64');
  const everything = {
    said,
    basic: `Basic ${basic}`,
    twice: JSON.stringify({ inner: JSON.stringify({ authorization: said, note: token }) }),
    link: `https://h.example/?next=${encodeURIComponent(`https://i.example/?access_token=${encodeURIComponent(token)}`)}`,
    headers: [{ name: 'Authorization', value: said }, ['authorization', token]],
    page: `<input name="token" value="${inMarkup(token)}"><a>${inMarkup(token)}</a>`,
  };
  if (url.pathname === '/oauth2/token') return tokenAnswer(url, body, headers);
  if (url.pathname === '/v1/listings')
    return Response.json(
      { results: [{ _id: 'l1', title: `Flat of ${said}`, note: token, everything }], count: 1 },
      { headers },
    );
  if (url.pathname.endsWith('/reservations/quotes'))
    return Response.json(
      {
        _id: 'q1',
        createdAt: new Date().toISOString(),
        rates: { ratePlans: [{ _id: 'p1', name: said, money: PRICE }] },
        everything,
      },
      { headers },
    );
  if (url.pathname.endsWith('/inquiry'))
    return Response.json(
      { _id: 'r1', status: 'reserved', echo: body, guest, everything, ...people(body) },
      { status: 201, headers },
    );
  if (url.pathname.endsWith('/calendar')) {
    await delay(PUBLISHED_PENDING_MS);
    return Response.json([{ date: '2027-05-01', status: 'available', price: 100, note: said }], { headers });
  }
  const { firstName, email, phone } = guest;
  if (!url.pathname.includes('/reservations/'))
    return Response.json(
      {
        error: {
          code: 'FORBIDDEN',
          message: `${said} may not`,
          data: { requestId: 'req-2', moreDetails: { token, everything } },
        },
      },
      { status: 403, headers },
    );
  return Response.json(
    {
      error: {
        code: 'FORBIDDEN',
        message: `${said} may not: ${body} Write to ${email}, call ${phone}.`,
        data: { requestId: 'req-2', moreDetails: { token, guest: { firstName }, everything } },
      },
    },
    { status: 403, headers },
  );
}

/** The guest again, in other shapes. */
function people(body: string): Record<string, unknown> {
  const { firstName, lastName, email, phone } = guest;
  return {
    guests: [`${firstName} ${lastName}`],
    contact: { displayName: firstName, ways: [email, phone] },
    form: new URLSearchParams({ 'guest[firstName]': firstName, guest_email: email, phone }).toString(),
    page: `<guest><name>${firstName}</name><mail>${email}</mail></guest>`,
    note: `Booked for ${email} (${phone})`,
    fields: [{ key: 'lastName', value: lastName }],
    specialRequests: `${firstName} would like a cot`,
    log: `received ${body}`,
  };
}

function tokenAnswer(url: URL, body: string, headers: Record<string, string>): Response {
  const token = url.host.startsWith('open') ? secrets.openApiToken : secrets.bookingToken;
  const secret = new URLSearchParams(body).get('client_secret');
  if (secret === secrets.replaced)
    return Response.json(
      { error: 'invalid_client', error_description: `not ${secret}: ${body}` },
      { status: 401, headers },
    );
  return Response.json(
    { access_token: token, token_type: 'Bearer', expires_in: 86_400, echo: body, secret },
    { headers },
  );
}
