import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAppError } from '../../../../src/shared/app-error.ts';
import type { Json } from '../../../../src/shared/model/primitives.ts';
import { settle } from '../../../support/manual-clock.ts';
import { booking, lost, MADE, OPEN, of, QuotesRig, refused } from './quotes-rig.ts';

const stay = { checkIn: '2026-12-02', checkOut: '2026-12-05', guests: 3, adults: 2, children: 1, coupons: ['SUN'] };
const NEWER = {
  ...OPEN,
  _id: 'q2',
  checkInDateLocalized: '2026-12-02',
  checkOutDateLocalized: '2026-12-05',
  rates: {
    ratePlans: [
      { _id: 'other', name: 'Strict', money: { total: 90, currency: 'EUR' } },
      { _id: 'newer', name: 'Standard', money: { total: 150, currency: 'EUR' } },
    ],
  },
};
const quotesOf = (rig: QuotesRig) => Object.fromEntries(rig.desk.list('c1').quotes.map((quote) => [quote.id, quote]));
/** Refused by the desk or the service; anything else fails the test. */
const expected = (error: unknown): void => {
  if (!isAppError(error)) throw error;
};
const failsWith = (code: 'invalidInput' | 'quoteUsed' | 'outcomeUnknown') => (error: unknown) =>
  isAppError(error, code);

describe('a change of a quote', () => {
  it('makes a quote that replaces it, with the plan of the same name, and both know each other after a restart', async () => {
    const rig = await QuotesRig.make();
    await rig.desk.choosePlan({ ...of, plan: 'plan' });
    const changed = rig.desk.change({ ...of, ...stay });
    await rig.answer('quoteCreate', NEWER);
    expect(await changed).toMatchObject({
      id: 'q2',
      replaces: 'q1',
      checkIn: '2026-12-02',
      party: { adults: 2, children: 1, infants: null },
      droppedCoupons: ['SUN'],
      chosenPlan: 'newer',
    });
    rig.restart();
    const { q1, q2 } = quotesOf(rig);
    expect([q1?.replacedBy, q1?.pendingChange, q1?.checkIn]).toEqual(['q2', null, '2026-12-01']);
    expect([q2?.replaces, q2?.replacedBy, q2?.pendingChange]).toEqual(['q1', null, null]);
  });

  it('is asked for once: not again while it is in flight, nor after it', async () => {
    const rig = await QuotesRig.make();
    const changed = rig.desk.change({ ...of, ...stay });
    await expect(rig.desk.change({ ...of, ...stay })).rejects.toSatisfy(failsWith('invalidInput'));
    await rig.answer('quoteCreate', NEWER);
    await changed;
    await expect(rig.desk.change({ ...of, ...stay })).rejects.toSatisfy(failsWith('invalidInput'));
    expect(rig.sent.filter((operation) => operation === 'quoteCreate')).toHaveLength(2);
  });

  it('is known after the console ended before its answer, and can be asked for again or forgotten', async () => {
    const rig = await QuotesRig.make();
    void rig.desk.change({ ...of, ...stay });
    await rig.next('quoteCreate');
    rig.restart();
    expect(rig.quote).toMatchObject({ id: 'q1', outcome: 'open', replacedBy: null, pendingChange: stay });
    const again = rig.desk.change({ ...of, ...stay });
    await rig.answer('quoteCreate', NEWER);
    await again;
    expect(Object.keys(quotesOf(rig)).toSorted()).toEqual(['q1', 'q2']);
    const forgotten = await QuotesRig.make();
    void forgotten.desk.change({ ...of, ...stay });
    await forgotten.next('quoteCreate');
    forgotten.restart();
    await forgotten.desk.discardChange(of);
    forgotten.restart();
    expect(forgotten.quote.pendingChange).toBeNull();
  });

  it('stays asked for when its answer was lost, and not when the service refused it', async () => {
    const rig = await QuotesRig.make();
    const unanswered = rig.desk.change({ ...of, ...stay });
    await rig.fail('quoteCreate', lost());
    await expect(unanswered).rejects.toMatchObject({ data: { code: 'outcomeUnknown', mayRepeat: true } });
    expect(rig.quote.pendingChange).toEqual(stay);
    const denied = rig.desk.change({ ...of, ...stay });
    await rig.fail('quoteCreate', refused('Minimum stay is 4 nights.'));
    await expect(denied).rejects.toSatisfy((error) => isAppError(error, 'refused'));
    expect(rig.quote).toMatchObject({ pendingChange: null, replacedBy: null });
  });

  it('is told as not ended only once it is no longer in flight, and cannot be forgotten before', async () => {
    const rig = await QuotesRig.make();
    const revisions: (string | null)[] = [];
    rig.desk.changed.subscribe(() => revisions.push(rig.quote.pendingChange?.checkIn ?? null));
    const changed = rig.desk.change({ ...of, ...stay });
    const call = await rig.next('quoteCreate');
    expect(rig.quote.pendingChange).toBeNull();
    await expect(rig.desk.discardChange(of)).rejects.toSatisfy(failsWith('invalidInput'));
    call.reject(lost());
    await expect(changed).rejects.toSatisfy(failsWith('outcomeUnknown'));
    expect(revisions).toEqual([null, stay.checkIn]);
  });

  it('sends nothing when it cannot be stored first', async () => {
    const rig = await QuotesRig.make();
    rig.file.database.failWrites = true;
    await expect(rig.desk.change({ ...of, ...stay })).rejects.toSatisfy((error) => isAppError(error, 'storageFailed'));
    expect(rig.inFlight).toEqual([]);
  });

  it('of a quote that was booked meanwhile makes a quote that names it and cannot be booked, until it can be', async () => {
    const rig = await QuotesRig.make();
    const changed = rig.desk.change({ ...of, ...stay });
    const requested = rig.desk.request({ ...booking, holdHours: 24 });
    await rig.answer('quoteRequest', MADE);
    await requested;
    await rig.answer('quoteCreate', NEWER);
    expect(await changed).toMatchObject({ replaces: 'q1', replacedBy: 'q1' });
    expect(quotesOf(rig).q1).toMatchObject({ outcome: 'reserved', replacedBy: 'q2', pendingChange: null });
    await expect(rig.desk.change({ ...of, ...stay })).rejects.toSatisfy(failsWith('quoteUsed'));
    const newer = { ...of, quoteId: 'q2' };
    const issue = 'The quote that this one replaces is booked, or its booking is unconfirmed; look at that one first.';
    const tries = [
      () => rig.desk.request({ ...booking, ...newer, holdHours: 24 }),
      () => rig.desk.change({ ...newer, ...stay }),
    ];
    for (const again of tries)
      await expect(again()).rejects.toMatchObject({ data: { issues: [{ path: 'quoteId', message: issue }] } });
    // The service cancels the reservation.
    const read = rig.desk.fetch({ ...of, applicationId: null });
    await rig.answer('quoteGet', { ...OPEN, reservation: { _id: 'r1', status: 'canceled' } });
    expect(await read).toMatchObject({ outcome: 'used' });
    expect(quotesOf(rig).q2?.replacedBy).toBeNull();
  });

  it('never leaves two quotes of one stay that can be booked, whatever is answered first, lost, deleted or killed', async () => {
    const step = fc.constantFrom(
      ...(['made', 'refused', 'lost', 'changed', 'ask', 'told', 'restart', 'remove q1', 'undo q1'] as const),
      ...(['remove q2', 'undo q2', 'book q2'] as const),
    );
    const steps = fc.array(step, { minLength: 2, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const rig = await QuotesRig.make();
        rig.desk.change({ ...of, ...stay }).catch(expected);
        await settle();
        rig.desk.request({ ...booking, holdHours: 24 }).catch(expected);
        const take = async (operation: 'quoteCreate' | 'quoteRequest' | 'quoteGet') => {
          const unused = Promise.withResolvers<Json>();
          unused.promise.catch(expected);
          return await rig.next(operation).catch(() => unused);
        };
        for (const one of all) {
          const [name, id = ''] = one.split(' ');
          // The answer to a change of a quote that is gone is a quote of its own.
          if (one === 'remove q1' && !quotesOf(rig).q2) continue;
          if (one === 'made') (await take('quoteRequest')).resolve(MADE);
          else if (one === 'refused') (await take('quoteRequest')).reject(refused('The calendar is blocked.'));
          else if (one === 'lost') (await take('quoteRequest')).reject(lost());
          else if (one === 'changed') (await take('quoteCreate')).resolve(NEWER);
          else if (one === 'restart') rig.restart();
          else if (one === 'ask') rig.desk.fetch({ ...of, applicationId: null }).catch(expected);
          else if (one === 'told') (await take('quoteGet')).resolve(OPEN);
          else if (one === 'book q2')
            rig.desk.request({ ...booking, quoteId: 'q2', ratePlanId: 'newer', holdHours: 24 }).catch(expected);
          else await rig[name === 'remove' ? 'remove' : 'undo'](id).catch(expected);
          await settle();
          const { q1, q2 } = quotesOf(rig);
          if (!q1 || !q2) continue;
          expect([q1.replacedBy, q2.replaces]).toEqual(['q2', 'q1']);
          // One of both can be booked while none is.
          const open = [q1, q2].filter(({ outcome, replacedBy }) => outcome === 'open' && replacedBy === null);
          const isFree = [q1, q2].every(({ outcome }) => outcome === 'open');
          expect(open.map(({ id: openId }) => openId)).toEqual(isFree ? ['q2'] : []);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('is known again when the quote that it replaced is read after it was deleted, for a while with its note, and then for good', async () => {
    for (const isPurged of [false, true]) {
      const rig = await QuotesRig.make();
      await rig.desk.annotate({ ...of, changes: { note: 'Ask Ada', followUpOn: '2026-11-30' } });
      const changed = rig.desk.change({ ...of, ...stay });
      await rig.answer('quoteCreate', NEWER);
      await changed;
      await rig.desk.remove({ connectionId: 'c1', quoteIds: ['q1'] });
      if (isPurged) await rig.restartAfterKill();
      const read = rig.desk.fetch({ ...of, applicationId: null });
      await rig.answer('quoteGet', OPEN);
      expect(await read).toMatchObject({ id: 'q1', replacedBy: 'q2', replaces: null });
      expect(quotesOf(rig).q2).toMatchObject({ replaces: 'q1', replacedBy: null });
      const note = isPurged ? { note: '', followUpOn: null } : { note: 'Ask Ada', followUpOn: '2026-11-30' };
      expect((await rig.desk.get(of)).annotation).toMatchObject(note);
    }
  });

  it.each(['before the change is lost', 'after it'] as const)(
    'that is lost ends with the booking made %s',
    async (when) => {
      const rig = await QuotesRig.make();
      const changed = rig.desk.change({ ...of, ...stay });
      const call = await rig.next('quoteCreate');
      const lose = async () => {
        call.reject(lost());
        await expect(changed).rejects.toSatisfy(failsWith('outcomeUnknown'));
      };
      if (when === 'after it') await lose();
      const requested = rig.desk.request({ ...booking, holdHours: 24 });
      await rig.answer('quoteRequest', MADE);
      await requested;
      if (when !== 'after it') await lose();
      expect(rig.quote).toMatchObject({ outcome: 'reserved', pendingChange: null, replacedBy: null });
      expect(rig.file.text).not.toContain(stay.checkIn);
    },
  );

  it('that an earlier version left with a reservation is not told', async () => {
    const rig = await QuotesRig.make();
    await rig.store.put({ pictureUrl: null, quote: { ...rig.quote, outcome: 'booked', pendingChange: stay } });
    rig.restart();
    expect(rig.quote.pendingChange).toBeNull();
    expect(rig.desk.find(of)?.pendingChange).toBeNull();
  });

  it('waits on while a booking is refused', async () => {
    const rig = await QuotesRig.make();
    const changed = rig.desk.change({ ...of, ...stay });
    await rig.fail('quoteCreate', lost());
    await expect(changed).rejects.toSatisfy(failsWith('outcomeUnknown'));
    const requested = rig.desk.request({ ...booking, holdHours: 24 });
    await rig.fail('quoteRequest', refused('The calendar is blocked.'));
    await expect(requested).rejects.toSatisfy((error) => isAppError(error, 'refused'));
    expect(rig.quote).toMatchObject({ outcome: 'open', pendingChange: stay });
  });

  it.each(['remove', 'undo'] as const)('is whole on the disk when the app ends right after “%s”', async (last) => {
    const rig = await QuotesRig.make();
    const changed = rig.desk.change({ ...of, ...stay });
    await rig.answer('quoteCreate', NEWER);
    await changed;
    if (last === 'undo') await rig.remove('q2');
    // Nothing is written after the first thing that is.
    rig.store.changed.subscribe(() => {
      rig.file.database.failWrites = true;
    });
    await rig[last]('q2');
    rig.file.database.failWrites = false;
    rig.restart();
    expect(quotesOf(rig).q1?.replacedBy).toBe(last === 'remove' ? null : 'q2');
    expect(Object.keys(quotesOf(rig))).toHaveLength(last === 'remove' ? 1 : 2);
  });

  it('never names a quote that is gone, and is never forgotten by one that is there, in whatever order they go and come', async () => {
    const steps = fc.array(fc.tuple(fc.constantFrom('remove', 'undo'), fc.subarray(['q1', 'q2'], { minLength: 1 })));
    await fc.assert(
      fc.asyncProperty(steps, fc.boolean(), async (all, isRestarted) => {
        const rig = await QuotesRig.make();
        const changed = rig.desk.change({ ...of, ...stay });
        await rig.answer('quoteCreate', NEWER);
        await changed;
        for (const [step, quoteIds] of all) {
          await rig[step](...quoteIds).catch((error: unknown) => {
            if (!isAppError(error, 'notFound')) throw error;
          });
          const { q1, q2 } = quotesOf(rig);
          if (q1) expect(q1.replacedBy).toBe(q2 ? 'q2' : null);
        }
        const before = quotesOf(rig);
        if (isRestarted) rig.restart();
        for (const [id, { replacedBy }] of Object.entries(before))
          expect(quotesOf(rig)[id]?.replacedBy).toBe(replacedBy);
      }),
      { numRuns: 30 },
    );
  });

  it('is undone with the removal of its new quote, and done again when that comes back', async () => {
    const rig = await QuotesRig.make();
    const changed = rig.desk.change({ ...of, ...stay });
    await rig.answer('quoteCreate', NEWER);
    await changed;
    await rig.remove('q2');
    expect(quotesOf(rig).q1?.replacedBy).toBeNull();
    await rig.undo('q2');
    expect(quotesOf(rig).q1?.replacedBy).toBe('q2');
  });
});
