/** The cells of a row survive their way to the window as a text. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { type GridNight, packNights, unpackNights } from '../../../../src/shared/stay/packed-cells.ts';

const night = fc.record<GridNight>({
  status: fc.constantFrom('free', 'booked', 'reserved', 'blocked', 'unknown'),
  price: fc.option(fc.constantFrom(0, 99.5)),
  currency: fc.option(fc.constantFrom('EUR', '"')),
  minNights: fc.option(fc.nat(3)),
  noCheckIn: fc.boolean(),
  noCheckOut: fc.boolean(),
  units: fc.option(fc.nat(3)),
  blocks: fc.array(fc.constantFrom('m', 'sr'), { maxLength: 2 }),
  quoteId: fc.option(fc.constantFrom('q-1', 'q-2')),
  isLost: fc.boolean(),
});

it('packs nights without loss, and equal nights once', () => {
  const runs = fc.array(fc.tuple(night, fc.integer({ min: 1, max: 3 })), { maxLength: 6 });
  fc.assert(
    fc.property(runs, (given) => {
      const nights = given.flatMap(([one, count]) => Array.from({ length: count }, () => one));
      expect(unpackNights(packNights(nights))).toEqual(nights);
      expect((JSON.parse(packNights(nights)) as unknown[]).length).toBeLessThanOrEqual(given.length);
    }),
    { numRuns: 60 },
  );
});
