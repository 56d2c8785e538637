/** The routes of both APIs and of the pictures: a function from a Request to a Response. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import { tokenEndpoint } from './auth/token-endpoints.ts';
import { bookQuote } from './booking/book-quote.ts';
import { getCalendar, getListing } from './booking/listings.ts';
import { addCoupons, createQuote, getQuote } from './booking/quotes.ts';
import { listingsSearch, specSearch } from './booking/search.ts';
import { bookingError, openApiError } from './http/error-answer.ts';
import {
  countRequests,
  errorResponse,
  guardOperation,
  redirectToHttps,
  type SandboxEnv,
  setRequestId,
  tokenFaults,
} from './http/middleware.ts';
import { listListings } from './open-api/listings.ts';
import type { Service } from './service.ts';
import { type Picture, picturesOf } from './world/pictures.ts';

/** The folder of small pictures, 320 pixels wide, beside the folder of the pictures (scripts/thumbnails.mjs). */
const THUMBNAILS = join('..', 'thumbnails');

function pictureOf({ world }: Service, { listing, file }: { listing: string; file: string }): Picture {
  const outline = world.find(listing);
  const picture = outline && picturesOf(outline)[Number.parseInt(file, 10)];
  if (!picture) throw openApiError(404, 'There is no such picture');
  return picture;
}

/** Builds the sandbox's HTTP application. Its `fetch` rejects with a TypeError when a fault drops the connection. */
export function buildApp(service: Service): Hono<SandboxEnv> {
  const app = new Hono<SandboxEnv>();
  app.use('*', setRequestId(service));
  app.use('*', redirectToHttps);
  app.use('/open-api/*', countRequests(service));
  app.use('/booking/*', countRequests(service));

  app.post('/open-api/oauth2/token', tokenFaults(service), tokenEndpoint(service, 'openApi'));
  app.get('/open-api/v1/listings', guardOperation(service, 'openApi', 'listListings'), listListings(service));

  const booking = (operation: Parameters<typeof guardOperation>[2]) => guardOperation(service, 'booking', operation);
  app.post('/booking/oauth2/token', tokenFaults(service), tokenEndpoint(service, 'booking'));
  app.get('/booking/v1/search', booking('search'), specSearch(service));
  app.get('/booking/listings', booking('search'), listingsSearch(service));
  app.get('/booking/listings/:id', booking(null), getListing(service));
  app.get('/booking/listings/:id/calendar', booking('calendar'), getCalendar(service));
  app.post('/booking/reservations/quotes', booking('quoteCreate'), createQuote(service));
  app.get('/booking/reservations/quotes/:id', booking('quoteGet'), getQuote(service));
  app.post('/booking/reservations/quotes/:id/coupons', booking('quoteCoupons'), addCoupons(service));
  app.post('/booking/reservations/quotes/:id/instant', booking('quoteInstant'), bookQuote(service, 'instant'));
  app.post('/booking/reservations/quotes/:id/inquiry', booking('quoteRequest'), bookQuote(service, 'request'));

  app.get('/pictures/:listing/:file{\\d+\\.svg}', async (context) => {
    const picture = pictureOf(service, context.req.param());
    const width = Math.min(2_400, Math.max(16, Number(context.req.query('w')) || 1_200));
    const svg = await readFile(join(service.picturesFolder, picture.file), 'utf8');
    const sized = svg.replace('width="1200" height="800"', `width="${width}" height="${Math.round((width * 2) / 3)}"`);
    return context.body(sized, 200, { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=86400' });
  });
  app.get('/pictures/:listing/:file{\\d+\\.webp}', async (context) => {
    const { file } = pictureOf(service, context.req.param());
    const webp = await readFile(join(service.picturesFolder, THUMBNAILS, file.replace(/svg$/, 'webp')));
    return context.body(webp, 200, { 'content-type': 'image/webp', 'cache-control': 'public, max-age=86400' });
  });

  app.notFound((context) => {
    const message = 'The requested resource was not found';
    const answer = context.req.path.startsWith('/booking/')
      ? bookingError(404, 'NOT_FOUND', message)
      : openApiError(404, message);
    return errorResponse(service, answer, context);
  });
  app.onError((error, context) => errorResponse(service, error, context));
  return app;
}
