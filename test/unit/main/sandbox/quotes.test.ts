import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readQuote } from '../../../../src/main/api/read-quote.ts';
import { validCoupons } from '../../../../src/main/sandbox/booking/coupons.ts';
import { PLANS, priceStay } from '../../../../src/main/sandbox/booking/pricing.ts';
import { nightOf } from '../../../../src/main/sandbox/world/calendar.ts';
import { outlineOf } from '../../../../src/main/sandbox/world/outline.ts';
import { dayNumber, type Json } from '../../../../src/shared/model/primitives.ts';
import { isUnpriced } from '../../../../src/shared/quote/plan-choice.ts';
import { type Body, DAY, firstPlanId, freeStay, GUEST, HOUR, makeRig, quoteBody, type Reply, type Rig } from './rig.ts';

const QUOTES = '/booking/reservations/quotes';
const STAY = freeStay(4);

async function made(rig: Rig, token: string, changes: Body = {}): Promise<Body> {
  await rig.machine.advance(1_000);
  const reply = await rig.send('POST', QUOTES, { token, body: quoteBody(STAY, changes) });
  if (reply.status !== 201) throw new Error(`no quote: ${JSON.stringify(reply.body)}`);
  return reply.body;
}

async function close(
  rig: Rig,
  token: string,
  quote: Body,
  step: 'instant' | 'inquiry',
  changes: Body = {},
): Promise<Reply> {
  await rig.machine.advance(1_000);
  return rig.send('POST', `${QUOTES}/${quote._id}/${step}`, {
    token,
    body: { ratePlanId: firstPlanId(quote), ccToken: 'pm-test', guest: GUEST, ...changes },
  });
}

const code = (reply: Reply) => (reply.body.error as { code: string } | undefined)?.code ?? reply.body.error_code;

describe('quotes', () => {
  it('are created with rate plans, days, money and an expiry of 24 h, and read again unchanged', async () => {
    const rig = await makeRig();
    const token = await rig.mint('booking');
    const quote = await made(rig, token);
    expect(Date.parse(String(quote.expiresAt)) - Date.parse(String(quote.createdAt))).toBe(DAY);
    const { ratePlans } = quote.rates as { ratePlans: Body[] };
    expect(ratePlans.map(({ name }) => name)).toEqual(['Flexible', 'Non-refundable']);
    expect(ratePlans[0]).toMatchObject({
      _id: expect.any(String),
      cancellationPolicy: expect.any(String),
      money: { currency: expect.any(String), invoiceItems: expect.any(Array) },
    });
    expect(ratePlans[0]?.days).toHaveLength(4);
    expect((await rig.send('GET', `${QUOTES}/${quote._id}`, { token })).body).toEqual(quote);
  });

  it('nest their rate plans when the control panel is set to that shape', async () => {
    const rig = await makeRig();
    const token = await rig.mint('booking');
    const flat = (await made(rig, token)) as { _id: string; rates: { ratePlans: Body[] } };
    rig.sandbox.apply({ kind: 'setQuoteShape', shape: 'nested' });
    const nested = (await rig.send('GET', `${QUOTES}/${flat._id}`, { token })).body as typeof flat;
    const [one, other] = [flat.rates.ratePlans[0], nested.rates.ratePlans[0]];
    expect(other).toMatchObject({
      ratePlan: { _id: one?._id, name: one?.name },
      money: { money: one?.money },
      days: one?.days,
    });
    expect(other).not.toHaveProperty('_id');
  });

  it('have their amounts in the plan, or none, when the control panel is set to that shape', async () => {
    const rig = await makeRig();
    const token = await rig.mint('booking');
    const flat = await made(rig, token);
    const read = async (shape: 'flat' | 'inPlan' | 'unpriced') => {
      rig.sandbox.apply({ kind: 'setQuoteShape', shape });
      const { body } = await rig.send('GET', `${QUOTES}/${(flat as { _id: string })._id}`, { token });
      return readQuote(body as Json).ratePlans;
    };
    const plans = await read('flat');
    expect(await read('inPlan')).toEqual(plans);
    const unpriced = await read('unpriced');
    expect(unpriced.map(({ id }) => id)).toEqual(plans.map(({ id }) => id));
    expect(unpriced.every(isUnpriced)).toBe(true);
  });

  it('have a total that is the sum of their lines, for any stay, guests and coupons', () => {
    const coupons = fc.subarray(['WELCOME10', 'SUMMER50', 'EXPIRED']);
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 5_000 }),
        fc.integer({ min: 0, max: 600 }),
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 16 }),
        fc.constantFrom(...PLANS),
        coupons,
        (index, ahead, nights, guests, plan, codes) => {
          const outline = outlineOf(index);
          const first = dayNumber('2026-12-01') + ahead;
          const stay = Array.from({ length: nights }, (_, at) => nightOf(outline, first + at, 'available'));
          const { money, days, adjustments } = priceStay(outline, stay, guests, plan, validCoupons(codes));
          const unit = 10 ** outline.city.currency.decimals;
          const minor = (amount: number) => Math.round(amount * unit);
          const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + minor(amount), 0);
          expect(sum(money.invoiceItems.map(({ amount }) => amount))).toBe(minor(money.hostPayout));
          expect(minor(money.subTotalPrice) + minor(money.totalTaxes)).toBe(minor(money.totalPrice));
          expect(sum(days.map(({ price }) => price))).toBe(minor(money.fareAccommodation));
          expect(minor(money.fareAccommodation) + sum([...adjustments])).toBe(minor(money.fareAccommodationAdjusted));
          expect(money.fareAccommodationAdjusted).toBeGreaterThanOrEqual(0);
          for (const { amount } of money.invoiceItems) expect(amount * unit).toBeCloseTo(minor(amount), 6);
        },
      ),
    );
  });

  it('take coupons as joined text at creation and as an array later, and ignore unknown codes', async () => {
    const rig = await makeRig();
    const token = await rig.mint('booking');
    const quote = await made(rig, token, { coupons: 'WELCOME10,EXPIRED,NOSUCH' });
    expect(quote.coupons).toMatchObject([{ code: 'WELCOME10', type: 'percentage', adjustment: expect.any(Number) }]);
    const more = await rig.send('POST', `${QUOTES}/${quote._id}/coupons`, {
      token,
      body: { coupons: ['summer50', 'EXPIRED'] },
    });
    expect((more.body.coupons as Body[]).map((one) => one.code)).toEqual(['WELCOME10', 'SUMMER50']);
    const text = await rig.send('POST', `${QUOTES}/${quote._id}/coupons`, { token, body: { coupons: 'WELCOME10' } });
    expect([text.status, code(text)]).toEqual([400, 'WRONG_REQUEST_PARAMETERS']);
    const array = await rig.send('POST', QUOTES, { token, body: quoteBody(STAY, { coupons: ['WELCOME10'] }) });
    expect(array.status).toBe(400);
  });

  it('answer a 400 that names every wrong parameter', async () => {
    const rig = await makeRig();
    const token = await rig.mint('booking');
    const create = async (body: unknown) => {
      await rig.machine.advance(1_000);
      return rig.send('POST', QUOTES, { token, body });
    };
    const empty = await create({});
    expect(empty.body).toEqual({
      error_code: 'WRONG_REQUEST_PARAMETERS',
      message: expect.any(String),
      data: { errors: expect.any(Array), requestId: expect.any(String) },
    });
    expect((empty.body.data as { errors: string[] }).errors.map((error) => error.split(':')[0])).toEqual([
      'checkInDateLocalized',
      'checkOutDateLocalized',
      'listingId',
      'guestsCount',
    ]);
    expect((await create('{')).status).toBe(400);
    expect(code(await create(quoteBody(STAY, { guestsCount: 17 })))).toBe('WRONG_REQUEST_PARAMETERS');
    expect(code(await create(quoteBody(STAY, { listingId: 'none' })))).toBe('NOT_FOUND');
    expect(code(await create(quoteBody({ ...STAY, checkOut: STAY.checkIn })))).toBe('WRONG_REQUEST_PARAMETERS');
    const picky = freeStay(4, '2026-12-01', (index) => outlineOf(index).minNights >= 3);
    const short = await create(
      quoteBody({ ...picky, checkOut: new Date(Date.parse(picky.checkIn) + DAY).toISOString().slice(0, 10) }),
    );
    expect([short.status, code(short)]).toEqual([400, 'MIN_NIGHT_MISMATCH']);
    const long = await create(quoteBody({ ...STAY, checkOut: '2027-11-01' }));
    expect([long.status, code(long)]).toEqual([400, 'LISTING_CALENDAR_BLOCKED']);
  });
});

describe('booking steps', () => {
  it('make a request to book with status "reserved" that blocks the calendar', async () => {
    const rig = await makeRig();
    const token = await rig.mint('booking', 1);
    const quote = await made(rig, token);
    const reply = await close(rig, token, quote, 'inquiry');
    expect([reply.status, reply.body]).toEqual([
      201,
      expect.objectContaining({
        _id: expect.any(String),
        status: 'reserved',
        confirmationCode: expect.stringMatching(/^LK-/),
      }),
    ]);
    const calendar = await rig.send(
      'GET',
      `/booking/listings/${STAY.listingId}/calendar?from=${STAY.checkIn}&to=${STAY.checkIn}`,
      { token },
    );
    expect(calendar.body).toMatchObject([{ date: STAY.checkIn, status: 'reserved' }]);
    const search = await rig.send(
      'GET',
      `/booking/v1/search?checkIn=${STAY.checkIn}&checkOut=${STAY.checkOut}&limit=100`,
      { token },
    );
    expect((search.body.results as Body[]).map(({ _id }) => _id)).not.toContain(STAY.listingId);
    expect(rig.sandbox.state().reservations).toBe(1);
  });

  it('make an instant booking with status "confirmed"', async () => {
    const rig = await makeRig();
    const token = await rig.mint('booking');
    const reply = await close(rig, token, await made(rig, token), 'instant');
    expect([reply.status, reply.body.status]).toEqual([201, 'confirmed']);
  });

  it('use a quote once', async () => {
    const rig = await makeRig();
    const token = await rig.mint('booking');
    const quote = await made(rig, token);
    await close(rig, token, quote, 'instant');
    const again = await close(rig, token, quote, 'inquiry');
    expect([again.status, again.body]).toMatchObject([
      400,
      { error: { message: 'Inquiry is already fulfilled by a reservation' } },
    ]);
  });

  it('answer 400 to a second quote for nights that were booked meanwhile', async () => {
    const rig = await makeRig();
    const token = await rig.mint('booking');
    const [one, two] = [await made(rig, token), await made(rig, token)];
    expect((await close(rig, token, one, 'inquiry')).status).toBe(201);
    expect(code(await close(rig, token, two, 'inquiry'))).toBe('LISTING_CALENDAR_BLOCKED');
  });

  it('answer 400 to an expired quote, a foreign rate plan and an incomplete body', async () => {
    const rig = await makeRig();
    let token = await rig.mint('booking');
    const [quote, other] = [await made(rig, token), await made(rig, token)];
    expect((await close(rig, token, quote, 'instant', { ratePlanId: firstPlanId(other) })).status).toBe(400);
    expect((await close(rig, token, quote, 'instant', { guest: null })).status).toBe(400);
    expect((await close(rig, token, { ...quote, _id: 'none' }, 'instant')).status).toBe(404);
    await rig.machine.advance(DAY);
    token = await rig.mint('booking');
    expect((await close(rig, token, quote, 'instant')).body).toMatchObject({ error: { message: 'Quote has expired' } });
  });

  it('allow only the steps of the application’s booking option', async () => {
    const rig = await makeRig();
    const token = await rig.mint('booking', 1);
    const quote = await made(rig, token);
    const refused = await close(rig, token, quote, 'instant');
    expect([refused.status, code(refused)]).toEqual([403, 'FORBIDDEN']);
    expect((await close(rig, token, quote, 'inquiry')).status).toBe(201);
  });

  it('need an activated account', async () => {
    const rig = await makeRig();
    const token = await rig.mint('booking');
    rig.sandbox.apply({ kind: 'setActivated', activated: false });
    const quote = await made(rig, token);
    for (const step of ['instant', 'inquiry'] as const) expect((await close(rig, token, quote, step)).status).toBe(403);
    rig.sandbox.apply({ kind: 'setActivated', activated: true });
    expect((await close(rig, token, quote, 'instant')).status).toBe(201);
  });

  it('block requested nights for the requested hours', async () => {
    const rig = await makeRig();
    const token = await rig.mint('booking');
    expect((await close(rig, token, await made(rig, token), 'inquiry', { reservedUntil: 12 })).status).toBe(201);
    await rig.machine.advance(12 * HOUR);
    expect((await made(rig, token))._id).toBeTruthy();
    expect((await close(rig, token, await made(rig, token), 'inquiry', { reservedUntil: 13 })).status).toBe(400);
  });
});
