import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guestsOf } from '../../../../src/renderer/app/quote-guests.ts';
import type { Json } from '../../../../src/shared/model/primitives.ts';

const quoteWith = (raw: Json, reservation: Json = null) => ({
  raw,
  reservation: { id: null, status: null, confirmationCode: null, at: 0, raw: reservation },
});

describe('guestsOf', () => {
  it.each<[Json, string[]]>([
    [
      { guest: { firstName: 'Ada', lastName: 'Marsh', email: 'ada@guest.example' } },
      ['Ada Marsh', 'ada@guest.example'],
    ],
    [{ reservation: { guest: { fullName: ' Ada Marsh ' } } }, ['Ada Marsh']],
    [{ guests: [{ name: 'Ada' }, { name: 'Bo' }, { name: 'Ada' }] }, ['Ada', 'Bo']],
    [{ listing: { name: 'Mill House', contact: { email: 'a@b.example' } } }, ['a@b.example']],
    [{ guestsCount: 2, guest: null, name: 'Mill House' }, []],
    [{ guest: { firstName: 7, email: {} } }, []],
  ])('%j', (raw, guests) => {
    expect(guestsOf(quoteWith(raw))).toEqual(guests);
    expect(guestsOf(quoteWith(null, raw))).toEqual(guests);
  });

  it('finds none in a quote of an earlier start, whose answers are gone', () => {
    expect(guestsOf({ raw: null, reservation: null })).toEqual([]);
  });

  it('returns texts whatever a service answers', () => {
    const json = fc.jsonValue({ maxDepth: 12 }) as fc.Arbitrary<Json>;
    fc.assert(
      fc.property(json, (raw) => {
        for (const text of guestsOf(quoteWith({ guest: raw }, raw))) expect(text.trim()).not.toBe('');
      }),
      { numRuns: 100 },
    );
  });
});
