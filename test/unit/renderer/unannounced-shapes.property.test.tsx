/**
 * Answers in shapes that nobody announced, read by main and drawn by the pages: nothing crashes, each result and rate plan is there, and no
 * number reads like a mistake.
 */
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { factsOf } from '../../../src/main/api/describe-record.ts';
import { readQuote } from '../../../src/main/api/read-quote.ts';
import { readSearchItem } from '../../../src/main/api/read-search.ts';
import { readNight } from '../../../src/main/desk/flexible-dates/answer.ts';
import { cellsOf, mergeNights } from '../../../src/main/desk/flexible-dates/row-offers.ts';
import { AvailabilityPage } from '../../../src/renderer/features/availability/availability-page.tsx';
import { MatrixPage } from '../../../src/renderer/features/matrix/matrix-page.tsx';
import { QuotesPage } from '../../../src/renderer/features/quotes/quotes-page.tsx';
import type { SearchItem } from '../../../src/shared/model/availability.ts';
import type { MatrixWindowQuery } from '../../../src/shared/model/matrix.ts';
import type { Json } from '../../../src/shared/model/primitives.ts';
import { arrivalsOf } from '../../../src/shared/stay/arrivals.ts';
import { StayOffers } from '../../../src/shared/stay/stay-offers.ts';
import { addDays, dayNumber, isPlainDate } from '../../../src/shared/time/plain-date.ts';
import { NOW } from '../../support/fixtures.ts';
import { renderWithMain } from '../../support/render.tsx';
import { hostileScalar, jsonText, recordOf } from '../../support/unannounced-shapes.ts';
import { matrixAnswers } from './matrix/matrix-answers.ts';
import { quoteFixture, quotesAnswers } from './quotes/quotes-answers.ts';

const MISTAKE = /undefined|NaN|Infinity|∞|\[object|Invalid/;
const STAY = { checkIn: '2027-01-08', checkOut: '2027-01-11' };
const currency = fc.constantFrom<Json>('EUR', 'eur', 'XXXX', '€', '<b>', null, 'JPY', 7, 'a'.repeat(400));
/** What JSON leaves of a value. */
const sent = (value: unknown): Json => JSON.parse(jsonText(value)) as Json;

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(240);
  // A window as high as nine cards: the ones below it are not drawn.
  vi.spyOn(window, 'innerHeight', 'get').mockReturnValue(4_000);
  return () => vi.restoreAllMocks();
});

describe('the results of a search', () => {
  const FIELDS = ['price', 'total', 'prices', 'basePrice', 'nightlyRates', 'accommodates', 'bedrooms', 'minNights'];
  const record = fc
    .tuple(recordOf([...FIELDS, 'amenities', 'pictures', '2027-01-08'], hostileScalar), currency)
    .map(([fields, code]): Record<string, Json> => ({ ...fields, currency: code, city: 'Porto', type: 'Loft' }));
  /** Amenities are shown as the service writes them; its own “Infinity” is no mistake. */
  const plainWords = (amenities: Json): Json =>
    JSON.parse(jsonText(amenities).replaceAll(/NaN|Infinity|1e999/g, '7')) as Json;

  it('are all there, as list, gallery and table, and each can be opened', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(record, { minLength: 3, maxLength: 9 }),
        fc.constantFrom('list', 'gallery', 'table'),
        async (made, view) => {
          const records = made.map((one, at) =>
            sent({
              ...one,
              amenities: plainWords(one.amenities ?? null),
              title: `Place ${at}`,
            }),
          );
          const items = records.map((one, at): SearchItem => {
            const { pictureUrl, ...item } = readSearchItem(one, STAY);
            return { ...item, recordId: item.listingId ?? `found ${at}`, picture: null };
          });
          const none = { total: null, nextCursor: null, doubts: [], found: null, variant: 'v', notes: [] };
          renderWithMain(<AvailabilityPage />, {
            answers: {
              ...quotesAnswers([]),
              availability: {
                search: () => ({ items, exchangeId: 'x', ...none }),
                searches: () => ({ connectionId: 'sandbox', revision: 1, searches: [] }),
              },
              matrix: matrixAnswers({ rows: 0 }).matrix ?? {},
              listings: {
                detail: ({ listingId }) => {
                  const at = items.findIndex(({ recordId }) => recordId === listingId);
                  const raw = records[at] ?? null;
                  return { id: listingId, title: 'Details', subtitle: null, pictures: [], facts: factsOf(raw), raw };
                },
              },
            },
            page: 'availability',
            search: { ...STAY, sent: '1', view },
          });
          const results = await screen.findByRole('region', { name: 'Results' });
          const fitting = items.filter(({ minNights }) => minNights === null || minNights <= 3);
          const noun = fitting.length === 1 ? 'property' : 'properties';
          await within(results).findByRole('heading', { level: 2, name: `${fitting.length} ${noun}` });
          expect(results.textContent).not.toMatch(MISTAKE);
          for (const { title } of items) expect(results.textContent).toContain(title);
          const [first] = fitting;
          if (first) {
            await userEvent.click(within(results).getByRole('button', { name: first.title }));
            await screen.findByRole('dialog', { name: first.title });
            await screen.findByText('Porto', { selector: 'dd *, dd' });
          }
          cleanup();
        },
      ),
      { numRuns: 4, endOnFailure: true },
    );
  });
});

/** The text without the amounts that are shown as the service sent them, which may be any text. */
function withoutUnreadable(article: HTMLElement): string {
  const copy = article.cloneNode(true) as HTMLElement;
  for (const sent of copy.querySelectorAll('bdi')) if (sent.nextSibling?.textContent === ' not readable') sent.remove();
  return copy.textContent ?? '';
}

describe('a quote', () => {
  const line = recordOf(['amount', 'baseAmount', 'price'], hostileScalar);
  const plan = fc
    .tuple(
      recordOf(['total', 'totalPrice', 'totalTaxes', 'totalFees', 'subTotalPrice', 'hostPayout'], hostileScalar),
      currency,
      fc.array(line, { maxLength: 3 }),
      fc.array(recordOf(['date', 'price'], hostileScalar), { maxLength: 4 }),
      fc.option(fc.constantFrom('p', 'q', 7)),
    )
    .map(([amounts, code, items, days, id]) => ({
      ...(id === null ? {} : { _id: id }),
      money: { ...amounts, currency: code, invoiceItems: items.map((one) => ({ ...one, title: 'Line' })) },
      days,
    }));
  const extra = recordOf(['expiresAt', 'createdAt', 'guestsCount'], hostileScalar);

  it('shows every rate plan, also those that cannot be booked', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(plan, { maxLength: 3 }), extra, async (plans, fields) => {
        const named = plans.map((one, at) => ({ ...one, name: `Plan ${at}` }));
        const read = readQuote(sent({ ...fields, ratePlans: named }));
        const { ratePlans, guests, expiresAt, createdAt } = read;
        const quote = quoteFixture({
          ratePlans,
          guests,
          expiresAt: expiresAt ?? NOW + 60_000,
          createdAt: createdAt ?? NOW,
          raw: null,
        });
        renderWithMain(<QuotesPage />, { answers: quotesAnswers([quote]), page: 'quotes', search: { id: quote.id } });
        const article = await screen.findByRole('article');
        expect(withoutUnreadable(article)).not.toMatch(MISTAKE);
        expect(within(article).queryAllByRole('radio')).toHaveLength(plans.length);
        expect(article.textContent).toContain(guests === null ? 'guests not stated' : 'guest');
        cleanup();
      }),
      { numRuns: 4, endOnFailure: true },
    );
  });
});

describe('a calendar', () => {
  const FIELDS = ['price', 'minNights', 'maxNights', 'cta', 'ctd', 'available', 'status'];
  const day = fc
    .tuple(recordOf(FIELDS, hostileScalar), currency, fc.nat(12), fc.boolean())
    .map(([fields, code, after, isFree]) => ({
      ...fields,
      currency: code,
      date: addDays(STAY.checkIn, after),
      ...(isFree ? { status: 'available' } : {}),
    }));

  it('is drawn in the matrix, in the months of its listing and in the price check', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(day, { minLength: 3, maxLength: 30 }), fc.boolean(), async (days, isCheck) => {
        const first = dayNumber(STAY.checkIn);
        const known = new Map(
          days.flatMap((one) => {
            const read = readNight(sent(one));
            return read !== null && isPlainDate(read.date) ? [[dayNumber(read.date) - first, read] as const] : [];
          }),
        );
        const nights = Array.from({ length: 14 }, (_, at) => known.get(at)?.night ?? null);
        const calendar = { listingId: 'l0', title: 'House 0', firstDay: first, readAt: NOW, nights };
        const cells = (stays: MatrixWindowQuery['stays']) =>
          cellsOf('l0', arrivalsOf(stays), stays, mergeNights([calendar], first, first + 13), () => null);
        const whole = matrixAnswers({ rows: 1 });
        const window = whole.matrix?.window;
        const answers = matrixAnswers({
          rows: 1,
          matrix: {
            window: async (query) => {
              if (!window) throw new Error('there is no window');
              const drawn = await window(query);
              return { ...drawn, rows: drawn.rows.map((row) => ({ ...row, cells: cells(query.stays) })) };
            },
            nights: () => ({
              nights: [...known.values()].map(({ date, night }) => ({ date, readAt: NOW, ...night })),
            }),
            prices: () => ({
              calendar: { ...new StayOffers(first, nights).offer(first, 2), nights: [], readAt: NOW },
              search: null,
              searchRequests: null,
            }),
          },
        });
        renderWithMain(<MatrixPage />, {
          answers,
          page: 'matrix',
          search: {
            from: STAY.checkIn,
            until: addDays(STAY.checkIn, 9),
            nights: '2',
            listingId: 'l0',
            ...(isCheck ? { checkIn: STAY.checkIn } : {}),
          },
        });
        const drawer = await screen.findByRole('dialog');
        await (isCheck ? within(drawer).findByRole('table') : within(drawer).findAllByRole('table'));
        const grid = await screen.findByRole('grid', { hidden: true });
        await within(grid).findByText('House 0');
        expect(`${drawer.textContent} ${grid.textContent}`).not.toMatch(MISTAKE);
        cleanup();
      }),
      { numRuns: 4, endOnFailure: true },
    );
  });
});
