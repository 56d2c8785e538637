import { describe, expect, it } from 'vitest';
import { AppError, isAppError } from '../../../../src/shared/app-error.ts';
import { PLAIN_NOTES } from '../../../support/plain-notes.ts';
import { ALREADY_FULFILLED, booking, lost, MADE, OPEN, of, QuotesRig, quotesOf, refused } from './quotes-rig.ts';

it('the adults, children and infants of the request stay with the quote, over a restart and a read that does not name them', async () => {
  const rig = await QuotesRig.make({ guests: 3, adults: 2, children: 1 });
  rig.restart();
  expect(rig.quote.party).toEqual({ adults: 2, children: 1, infants: null });
  const reading = rig.desk.fetch({ ...of, applicationId: null });
  await rig.answer('quoteGet', { ...OPEN, numberOfGuests: { numberOfInfants: 1 } });
  expect((await reading).party).toEqual({ adults: 2, children: 1, infants: 1 });
});

it('a quote that is older than those of a snapshot is found alone', async () => {
  const rig = await QuotesRig.make();
  const newer = Array.from({ length: 200 }, (_, at) => ({
    pictureUrl: null,
    quote: { ...rig.quote, id: `newer ${at}`, createdAt: rig.quote.createdAt + 1 + at },
  }));
  await rig.store.putAll(newer);
  expect(rig.desk.list('c1').quotes.map(({ id }) => id)).not.toContain('q1');
  expect(rig.desk.find(of)?.id).toBe('q1');
  expect(rig.desk.find({ ...of, quoteId: 'none' })).toBeNull();
});

it('a quote whose note is locked is read without it, and its follow-up can be changed; a note that cannot be sealed changes nothing', async () => {
  const rig = await QuotesRig.make();
  await rig.desk.annotate({ ...of, changes: { note: 'Calls on Monday' } });
  const locked = () =>
    Promise.reject(new AppError('storageFailed', { what: 'Notes', reason: 'locked', access: 'key' }));
  rig.notes = { seal: locked, open: locked };
  await expect(rig.desk.annotate({ ...of, changes: { note: 'new', followUpOn: '2026-12-01' } })).rejects.toSatisfy(
    (error) => isAppError(error, 'storageFailed'),
  );
  expect((await rig.desk.get(of)).annotation).toMatchObject({ note: null, isNoteLocked: true, followUpOn: null });
  await rig.desk.annotate({ ...of, changes: { followUpOn: '2026-12-02' } });
  rig.notes = PLAIN_NOTES;
  expect((await rig.desk.get(of)).annotation).toEqual({
    ...{ note: 'Calls on Monday', followUpOn: '2026-12-02', sentOn: null, offers: [] },
  });
  await rig.desk.annotate({ ...of, changes: { sentOn: '2026-12-01' } });
  expect((await rig.desk.get(of)).annotation).toMatchObject({ followUpOn: '2026-12-02', sentOn: '2026-12-01' });
  await rig.desk.annotate({ ...of, changes: { sentOn: null } });
  expect((await rig.desk.get(of)).annotation.sentOn).toBeNull();
});

describe('a 200 whose body is an error', () => {
  const failed = { error_code: 'CREATE_RESERVATION_ERROR', message: 'Failed', data: { errors: ['PAYMENT_DECLINED'] } };

  it('of a booking leaves it unconfirmed, with the reason of the service', async () => {
    const rig = await QuotesRig.make();
    const booked = rig.desk.book(booking).catch((error: unknown) => error);
    (await rig.next('quoteInstant')).resolve(failed);
    const error = await booked;
    expect(isAppError(error, 'outcomeUnknown') && error.data.reason).toContain('PAYMENT_DECLINED');
    expect(rig.quote.outcome).toBe('unknown');
  });

  it('of a new quote and of a read keeps the reason of the service', async () => {
    const rig = await QuotesRig.make();
    const reading = rig.desk.fetch({ ...of, applicationId: null }).catch((error: unknown) => error);
    (await rig.next('quoteGet')).resolve({ error: { code: 'GONE', message: 'This quote was withdrawn' } });
    const error = await reading;
    expect(isAppError(error, 'answerUnusable') && error.data.problem).toContain('This quote was withdrawn');
    const creating = rig.desk
      .create({
        connectionId: 'c1',
        applicationId: 'app',
        listingId: 'l1',
        guests: 2,
        checkIn: '2026-12-01',
        checkOut: '2026-12-03',
        coupons: [],
      })
      .catch((thrown: unknown) => thrown);
    (await rig.next('quoteCreate')).resolve({ message: 'Not available for this account' });
    const refusal = await creating;
    expect(isAppError(refusal, 'answerUnusable') && refusal.data.problem).toContain('Not available for this account');
  });
});

describe('a quote without a price', () => {
  const UNPRICED = {
    ...OPEN,
    rates: {
      ratePlans: [{ ratePlan: { _id: 'plan', name: 'Standard', money: { subTotalPrice: 0, invoiceItems: [] } } }],
    },
  };

  it('is neither booked nor sent, and says what to do', async () => {
    const rig = await QuotesRig.make({}, UNPRICED);
    expect(rig.quote.ratePlans[0]?.total).toBeNull();
    for (const step of [rig.desk.book(booking), rig.desk.request({ ...booking, holdHours: 24 })])
      await expect(step).rejects.toSatisfy(
        (error) =>
          isAppError(error, 'invalidInput') && /no price.*direct booking/.test(error.data.issues[0]?.message ?? ''),
      );
    expect(rig.sent).toEqual(['quoteCreate']);
    expect(rig.quote.outcome).toBe('open');
    expect(rig.guests).toEqual([]);
  });

  it('is booked where the console does not find the price', async () => {
    const plan = { _id: 'plan', name: 'Standard', pricing: { grossTotal: 420 } };
    const rig = await QuotesRig.make({}, { ...OPEN, rates: { ratePlans: [plan] } });
    expect(rig.quote.ratePlans[0]).toMatchObject({ total: null, isPriceNotFound: true });
    const booked = rig.desk.book(booking);
    await rig.answer('quoteInstant', MADE);
    expect(await booked).toMatchObject({ outcome: 'reserved' });
  });

  it('is not booked by a plan without a price beside one with a price', async () => {
    const both = { ...OPEN.rates.ratePlans[0], _id: 'priced' };
    const rig = await QuotesRig.make({}, { ...OPEN, rates: { ratePlans: [...UNPRICED.rates.ratePlans, both] } });
    await expect(rig.desk.book(booking)).rejects.toSatisfy((error) => isAppError(error, 'invalidInput'));
    const booked = rig.desk.book({ ...booking, ratePlanId: 'priced' });
    await rig.answer('quoteInstant', MADE);
    expect(await booked).toMatchObject({ outcome: 'reserved' });
  });
});

describe('a booking', () => {
  it('is not sent when it cannot be stored as unconfirmed', async () => {
    const rig = await QuotesRig.make();
    rig.file.database.failWrites = true;
    const failure = await rig.desk.request({ ...booking, holdHours: 24 }).catch((error: unknown) => error);
    expect(isAppError(failure, 'storageFailed')).toBe(true);
    await expect(rig.next('quoteRequest')).rejects.toThrow('no quoteRequest is in flight');
    expect(rig.quote.outcome).toBe('open');
  });
});

describe('a booking in flight', () => {
  it('is in flight, not unconfirmed, and can neither be sent again nor removed', async () => {
    const rig = await QuotesRig.make();
    const requested = rig.desk.request({ ...booking, holdHours: 24 });
    const step = await rig.next('quoteRequest');
    expect(rig.quote.outcome).toBe('sending');
    await expect(rig.desk.book(booking)).rejects.toSatisfy((error) => isAppError(error, 'invalidInput'));
    await expect(rig.desk.remove(quotesOf)).rejects.toSatisfy((error) => isAppError(error, 'invalidInput'));
    // The console ends here: after the next start the booking is unconfirmed.
    const [kept] = rig.file.open().list('c1').quotes;
    expect(kept?.outcome).toBe('unknown');
    step.resolve(MADE);
    expect(await requested).toMatchObject({ outcome: 'reserved' });
  });
});

describe('the guest of a booking', () => {
  it('is remembered when it is sent, and not of a booking that is refused here', async () => {
    const rig = await QuotesRig.make();
    rig.file.database.failWrites = true;
    await expect(rig.desk.book(booking)).rejects.toSatisfy((error) => isAppError(error, 'storageFailed'));
    rig.file.database.failWrites = false;
    await expect(rig.desk.book({ ...booking, quoteId: 'none' })).rejects.toSatisfy((e) => isAppError(e, 'notFound'));
    expect(rig.guests).toEqual([]);
    const booked = rig.desk.book(booking);
    await rig.answer('quoteInstant', MADE);
    await booked;
    expect(rig.guests).toEqual(['c1 q1 ada@example.com']);
  });
});

describe('the rate plan of a quote', () => {
  const TWO = {
    ...OPEN,
    rates: { ratePlans: [...OPEN.rates.ratePlans, { _id: 'flex', name: 'Flexible', money: { total: 120 } }] },
  };

  it('is the one that is being booked or was booked, whatever another window chooses meanwhile', async () => {
    const rig = await QuotesRig.make();
    const reading = rig.desk.fetch({ ...of, applicationId: null });
    await rig.answer('quoteGet', TWO);
    await reading;
    const booked = rig.desk.book(booking);
    const step = await rig.next('quoteInstant');
    await rig.desk.choosePlan({ ...of, plan: 'flex' });
    step.resolve(MADE);
    expect(await booked).toMatchObject({ outcome: 'reserved', chosenPlan: 'plan' });
    await rig.desk.choosePlan({ ...of, plan: 'flex' });
    expect(rig.quote.chosenPlan).toBe('plan');
  });
});

describe('an offer that was sent', () => {
  const DEAR_FIRST = {
    ...OPEN,
    rates: {
      ratePlans: [
        { _id: 'flex', name: 'Flexible', money: { total: 120, currency: 'EUR' } },
        { _id: 'plan', name: 'Standard', money: { total: 100, currency: 'EUR' } },
      ],
    },
  };

  it('keeps the rate plan that it showed, and none in the place of one that a person chose', async () => {
    const rig = await QuotesRig.make();
    const reading = rig.desk.fetch({ ...of, applicationId: null });
    await rig.answer('quoteGet', DEAR_FIRST);
    await reading;
    await rig.desk.keepOfferedPlan(of);
    expect(rig.quote.chosenPlan).toBe('flex');
    await rig.desk.choosePlan({ ...of, plan: 'plan' });
    await rig.desk.keepOfferedPlan(of);
    expect(rig.quote.chosenPlan).toBe('plan');
    await rig.desk.keepOfferedPlan({ ...of, quoteId: 'gone' });
  });
});

describe('a removed quote', () => {
  it('is restored once, as it was and where it was, also on the disk', async () => {
    const rig = await QuotesRig.make();
    const before = rig.desk.list('c1').quotes;
    await rig.remove('q1');
    expect(rig.desk.list('c1').quotes).toEqual([]);
    await rig.undo('q1');
    expect(rig.desk.list('c1').quotes).toEqual(before);
    await expect(rig.undo('q1')).rejects.toSatisfy((error) => isAppError(error, 'notFound'));
    expect(rig.file.open().list('c1').quotes).toHaveLength(1);
  });
});

describe('a quote that is removed while an answer about it is on its way', () => {
  it.each([
    ['a read', 'quoteGet', (rig: QuotesRig) => rig.desk.fetch({ ...of, applicationId: null })],
    ['coupons', 'quoteCoupons', (rig: QuotesRig) => rig.desk.applyCoupons({ ...of, coupons: ['SUN'] })],
  ] as const)('stays removed: %s', async (_, operation, ask) => {
    const rig = await QuotesRig.make();
    const asked = ask(rig);
    const call = await rig.next(operation);
    await rig.remove('q1');
    call.resolve(OPEN);
    await expect(asked).rejects.toSatisfy((error) => isAppError(error, 'notFound'));
    expect(rig.desk.list('c1').quotes).toEqual([]);
    await rig.undo('q1');
    expect(rig.quote.id).toBe('q1');
  });
});

describe('a quote and its replacement', () => {
  it.each([
    ['the quote that was replaced', { replacedBy: 'q2' }],
    ['the newer quote while the earlier one is unconfirmed', { replaces: 'q2' }],
  ])('are not both booked: %s', async (_, links) => {
    const rig = await QuotesRig.make();
    const { quote } = rig;
    await rig.store.put({ quote: { ...quote, id: 'q2', outcome: 'unknown' }, pictureUrl: null });
    await rig.store.put({ quote: { ...quote, ...links }, pictureUrl: null });
    await expect(rig.desk.book(booking)).rejects.toSatisfy((error) => isAppError(error, 'invalidInput'));
    expect(rig.sent).toEqual(['quoteCreate']);
  });

  it('is booked when the earlier quote is open', async () => {
    const rig = await QuotesRig.make();
    const { quote } = rig;
    await rig.store.put({ quote: { ...quote, id: 'q2' }, pictureUrl: null });
    await rig.store.put({ quote: { ...quote, replaces: 'q2' }, pictureUrl: null });
    const booked = rig.desk.book(booking);
    await rig.answer('quoteInstant', MADE);
    expect(await booked).toMatchObject({ outcome: 'reserved' });
  });
});

describe('a quote that is read while its booking is in flight', () => {
  it('keeps its reservation when the older answer arrives later', async () => {
    const rig = await QuotesRig.make();
    const reading = rig.desk.fetch({ ...of, applicationId: null });
    const late = await rig.next('quoteGet');
    const requested = rig.desk.request({ ...booking, holdHours: 24 });
    await rig.answer('quoteRequest', MADE);
    await requested;
    late.resolve(OPEN);
    expect(await reading).toMatchObject({ outcome: 'reserved', reservation: { id: 'r1' } });
    expect(rig.quote).toMatchObject({ outcome: 'reserved', reservation: { id: 'r1', status: 'reserved' } });
  });

  it('has the status of the read that was requested last, whichever answer arrives last', async () => {
    const rig = await QuotesRig.make();
    const reserved = (status: string) => ({ ...OPEN, reservation: { ...MADE, status } });
    const read = () => rig.desk.fetch({ ...of, applicationId: null });
    const reads = [read(), read()] as const;
    const [older, newer] = [await rig.next('quoteGet'), await rig.next('quoteGet')];
    newer.resolve(reserved('confirmed'));
    await reads[1];
    older.resolve(reserved('reserved'));
    expect((await reads[0]).outcome).toBe('booked');
    expect(rig.quote).toMatchObject({ outcome: 'booked', reservation: { status: 'confirmed' } });
  });

  it('has the prices of the read that was requested last, but a reservation that only the earlier one shows', async () => {
    const rig = await QuotesRig.make();
    const priced = (total: number) => ({
      ...OPEN,
      rates: { ratePlans: [{ _id: 'plan', name: 'Standard', money: { total, currency: 'EUR' } }] },
    });
    const reads = Array.from({ length: 3 }, () => rig.desk.fetch({ ...of, applicationId: null }));
    const [first, second, third] = [await rig.next('quoteGet'), await rig.next('quoteGet'), await rig.next('quoteGet')];
    third?.resolve(priced(300));
    await reads[2];
    const { ratePlans } = rig.quote;
    second?.resolve(priced(200));
    await reads[1];
    expect(rig.quote.ratePlans).toEqual(ratePlans);
    first?.resolve({ ...priced(100), reservation: MADE });
    expect((await reads[0])?.outcome).toBe('reserved');
  });

  it('keeps its reservation when the answer to coupons is late, and applies the coupons', async () => {
    const rig = await QuotesRig.make();
    const applying = rig.desk.applyCoupons({ ...of, coupons: ['TEN'] });
    const late = await rig.next('quoteCoupons');
    const requested = rig.desk.request({ ...booking, holdHours: 24 });
    await rig.answer('quoteRequest', MADE);
    await requested;
    late.resolve({ ...OPEN, coupons: [{ code: 'TEN' }] });
    await applying;
    expect(rig.quote).toMatchObject({ outcome: 'reserved', reservation: { id: 'r1' }, coupons: [{ code: 'TEN' }] });
  });

  it('is not reopened by a read that was answered before the booking', async () => {
    const rig = await QuotesRig.make();
    const requested = rig.desk.request({ ...booking, holdHours: 24 });
    const step = await rig.next('quoteRequest');
    const reading = rig.desk.fetch({ ...of, applicationId: null });
    await rig.answer('quoteGet', OPEN);
    expect(await reading).toMatchObject({ outcome: 'sending' });
    step.reject(lost());
    await expect(requested).rejects.toSatisfy((error) => isAppError(error, 'outcomeUnknown'));
    expect(rig.quote).toMatchObject({ outcome: 'unknown' });
    const again = rig.desk.fetch({ ...of, applicationId: null });
    await rig.answer('quoteGet', OPEN);
    expect(await again).toMatchObject({ outcome: 'open' });
  });

  it('keeps what a read found when the booking fails', async () => {
    const rig = await QuotesRig.make();
    const requested = rig.desk.request({ ...booking, holdHours: 24 });
    const step = await rig.next('quoteRequest');
    const reading = rig.desk.fetch({ ...of, applicationId: null });
    await rig.answer('quoteGet', { ...OPEN, reservation: MADE });
    await reading;
    step.reject(new AppError('cancelled', {}));
    await expect(requested).rejects.toSatisfy((error) => isAppError(error, 'cancelled'));
    expect(rig.quote).toMatchObject({ outcome: 'reserved', reservation: { id: 'r1' } });
  });
});

describe('the outcome of a booking step', () => {
  const steps = [
    ['quoteInstant', (rig: QuotesRig) => rig.desk.book(booking)],
    ['quoteRequest', (rig: QuotesRig) => rig.desk.request({ ...booking, holdHours: 24 })],
  ] as const;
  const statuses = [
    ['reserved', 'reserved'],
    ['confirmed', 'booked'],
    ['declined', 'used'],
    ['canceled', 'used'],
    ['expired', 'used'],
    ['Awaiting_Host', 'used'],
  ] as const;

  it.each(steps.flatMap(([step, send]) => statuses.map(([status, outcome]) => [step, status, outcome, send] as const)))(
    '%s answered %s is %s',
    async (step, status, outcome, send) => {
      const rig = await QuotesRig.make();
      const sent = send(rig);
      await rig.answer(step, { ...MADE, status });
      expect(await sent).toMatchObject({ outcome, reservation: { id: 'r1', status } });
      rig.restart();
      expect(rig.quote).toMatchObject({ outcome, reservation: { id: 'r1', status } });
      await expect(send(rig)).rejects.toSatisfy((error) => isAppError(error, 'quoteUsed'));
    },
  );

  it.each([
    ['without a body', null],
    ['an empty object', {}],
    ['an empty reservation', { reservation: {} }],
    ['the quote itself', OPEN],
    ['an error with status 200', { status: 'error', message: 'No.' }],
  ])('is unknown when the answer is %s', async (_, body) => {
    const rig = await QuotesRig.make();
    const booked = rig.desk.book(booking);
    await rig.answer('quoteInstant', body);
    await expect(booked).rejects.toSatisfy((error) => isAppError(error, 'outcomeUnknown'));
    expect(rig.quote).toMatchObject({ outcome: 'unknown', reservation: null });
  });

  it.each([
    ['its id', { ...OPEN, reservationId: 'r1' }, 'used'],
    ['its id and status', { data: { ...OPEN, reservationId: 'r1', reservationStatus: 'confirmed' } }, 'booked'],
  ])('is that of the reservation when the answer is the quote with %s', async (_, body, outcome) => {
    const rig = await QuotesRig.make();
    const booked = rig.desk.book(booking);
    await rig.answer('quoteInstant', body);
    expect(await booked).toMatchObject({ outcome, reservation: { id: 'r1' } });
  });

  it('has a status of the service when the answer has no reservation id', async () => {
    const rig = await QuotesRig.make();
    const booked = rig.desk.book(booking);
    await rig.answer('quoteInstant', { status: 'declined' });
    expect(await booked).toMatchObject({ outcome: 'used', reservation: { id: null, status: 'declined' } });
  });
});

describe('a quote that the service calls fulfilled', () => {
  it('is used when a person sends the step again after a lost answer and a look-up', async () => {
    const rig = await QuotesRig.make();
    const first = rig.desk.book(booking);
    await rig.fail('quoteInstant', lost());
    await expect(first).rejects.toSatisfy((error) => isAppError(error, 'outcomeUnknown'));
    const reading = rig.desk.fetch({ ...of, applicationId: null });
    await rig.answer('quoteGet', OPEN);
    expect(await reading).toMatchObject({ outcome: 'open' });
    const again = rig.desk.book(booking);
    await rig.fail('quoteInstant', refused(ALREADY_FULFILLED));
    await expect(again).rejects.toSatisfy((error) => isAppError(error, 'quoteUsed'));
    expect(rig.quote).toMatchObject({ outcome: 'used', reservation: null, exchangeId: 'x-refused' });
    rig.restart();
    expect(rig.quote).toMatchObject({ outcome: 'used' });
    await expect(rig.desk.book(booking)).rejects.toSatisfy((error) => isAppError(error, 'quoteUsed'));
    expect(rig.sent.filter((operation) => operation === 'quoteInstant')).toHaveLength(2);
  });

  it('is used when coupons are refused with it, and a read adds the reservation', async () => {
    const rig = await QuotesRig.make();
    const applying = rig.desk.applyCoupons({ ...of, coupons: ['TEN'] });
    await rig.fail('quoteCoupons', refused(ALREADY_FULFILLED.toUpperCase()));
    await expect(applying).rejects.toSatisfy((error) => isAppError(error, 'quoteUsed'));
    const reading = rig.desk.fetch({ ...of, applicationId: null });
    await rig.answer('quoteGet', OPEN);
    expect(await reading).toMatchObject({ outcome: 'used', reservation: null });
    const found = rig.desk.fetch({ ...of, applicationId: null });
    await rig.answer('quoteGet', { data: { ...OPEN, reservation: { ...MADE, status: 'confirmed' } } });
    expect(await found).toMatchObject({ outcome: 'booked', reservation: { id: 'r1', status: 'confirmed' } });
  });

  it('stays open after another refusal', async () => {
    const rig = await QuotesRig.make();
    const booked = rig.desk.book(booking);
    await rig.fail('quoteInstant', refused('The rate plan is not of this quote'));
    await expect(booked).rejects.toSatisfy((error) => isAppError(error, 'refused'));
    expect(rig.quote).toMatchObject({ outcome: 'open' });
  });
});

describe('a quote that is read', () => {
  it.each([
    ['an empty reservation', { reservation: {} }],
    ['a reservation without values', { reservation: { _id: null, status: '', confirmationCode: null } }],
    ['no reservation', { reservation: null, reservationId: '' }],
    ['an inquiry that is no reservation', { inquiryId: 'i1', inquiry: { _id: 'i1', status: 'inquiry' } }],
  ])('stays open with %s', async (_, fields) => {
    const rig = await QuotesRig.make();
    const reading = rig.desk.fetch({ ...of, applicationId: null });
    await rig.answer('quoteGet', { ...OPEN, ...fields });
    expect(await reading).toMatchObject({ outcome: 'open', reservation: null });
  });

  it.each([
    ['wrapped', { data: { ...OPEN, reservation: MADE } }, 'reserved'],
    ['beside the quote', { quote: OPEN, reservation: MADE }, 'reserved'],
    ['by its id alone', { ...OPEN, reservationId: 'r1' }, 'used'],
  ])('has the reservation that the answer holds %s', async (_, body, outcome) => {
    const rig = await QuotesRig.make();
    const reading = rig.desk.fetch({ ...of, applicationId: null });
    await rig.answer('quoteGet', body);
    expect(await reading).toMatchObject({ outcome, reservation: { id: 'r1' } });
  });

  it.each([
    ['the id alone', { reservationId: 'r1' }, 'booked', 'confirmed'],
    ['no status', { reservation: { _id: 'r1', status: null } }, 'booked', 'confirmed'],
    ['another status', { reservation: { _id: 'r1', status: 'canceled' } }, 'used', 'canceled'],
    ['another reservation', { reservation: { _id: 'r2' } }, 'used', null],
  ])('keeps the status of its reservation until a later one is shown: %s', async (_, fields, outcome, status) => {
    const rig = await QuotesRig.make();
    const booked = rig.desk.book(booking);
    await rig.answer('quoteInstant', { ...MADE, status: 'confirmed' });
    await booked;
    const reading = rig.desk.fetch({ ...of, applicationId: null });
    await rig.answer('quoteGet', { ...OPEN, ...fields });
    const confirmationCode = status === 'confirmed' ? 'LK1' : null;
    expect(await reading).toMatchObject({ outcome, reservation: { status, confirmationCode } });
  });

  it.each([
    ['is empty', {}],
    ['is about another quote', { ...OPEN, _id: 'q2', reservation: MADE }],
    ['is an error with status 200', { status: 'error', message: 'Try later.' }],
  ])('stays unknown when the answer %s', async (_, body) => {
    const rig = await QuotesRig.make();
    const booked = rig.desk.book(booking);
    await rig.fail('quoteInstant', lost());
    await expect(booked).rejects.toThrow();
    const reading = rig.desk.fetch({ ...of, applicationId: null });
    await rig.answer('quoteGet', body);
    await expect(reading).rejects.toSatisfy((error) => isAppError(error, 'answerUnusable'));
    expect(rig.desk.list('c1').quotes).toMatchObject([{ id: 'q1', outcome: 'unknown', reservation: null }]);
  });
});

it('a stored quote of an unknown form does not hide the others', async () => {
  const rig = await QuotesRig.make();
  const { database } = rig.file;
  const first = rig.quote;
  await rig.store.put({ pictureUrl: null, quote: { ...first, id: 'q2' } });
  await rig.store.put({ pictureUrl: null, quote: { ...first, id: 'q3' } });
  database.run("UPDATE quotes SET quote = json_remove(quote, '$.nights') WHERE id = 'q2'");
  database.run("UPDATE quotes SET quote = 'none' WHERE id = 'q3'");
  expect(rig.file.open().list('c1').quotes).toEqual([{ ...first, raw: null }]);
});

it('a late answer does not restore the quotes of a removed connection', async () => {
  const rig = await QuotesRig.make();
  const reading = rig.desk.fetch({ ...of, applicationId: null });
  const late = await rig.next('quoteGet');
  rig.removeConnection();
  await rig.store.removeAll('c1');
  late.resolve(OPEN);
  await expect(reading).rejects.toSatisfy((error) => isAppError(error, 'notFound'));
  expect(rig.file.text).toBe('[]');
});
