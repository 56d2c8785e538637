/** Days in every time zone that the machine may be in, around changes of clocks. */
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { readStay } from '../../../../src/renderer/text/read-stay.ts';
import { localDayOf } from '../../../../src/shared/time/local-day.ts';
import { addDays, dayNumber, weekdayOf } from '../../../../src/shared/time/plain-date.ts';

const ownZone = process.env.TZ;
afterEach(() => {
  if (ownZone === undefined) delete process.env.TZ;
  else process.env.TZ = ownZone;
});

const HOUR = 3_600_000;
/** Around changes of clocks on both hemispheres, at midnight and at night. */
const CHANGES = ['2026-03-08', '2026-03-29', '2026-04-05', '2026-09-06', '2026-10-25', '2026-11-01', '2026-12-31'];
/** Samoa and Tokelau left this day out. The date parser computes in the machine's zone, so it reads no such day there. */
const LEFT_OUT = '2011-12-30';

describe('in every time zone', () => {
  it('a stay is read the same, and the day of an instant is the one that the zone shows', () => {
    const read = () =>
      CHANGES.flatMap((today) =>
        ['tomorrow for 2 nights', 'next weekend', '27 Mar – 2 Apr'].map((text) =>
          JSON.stringify(readStay(text, today)),
        ),
      ).join('\n');
    const expected = read();
    const zones = [...Intl.supportedValuesOf('timeZone'), 'UTC'];
    for (const zone of zones) {
      process.env.TZ = zone;
      if (read() !== expected) throw new Error(`another stay in ${zone}`);
      const shown = new Intl.DateTimeFormat('en-CA', {
        timeZone: zone,
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
      });
      for (const date of [...CHANGES, LEFT_OUT])
        for (const hour of [-14, -10.5, -2, -0.001, 0, 3.5, 9, 12]) {
          const at = dayNumber(date) * 24 * HOUR + hour * HOUR;
          if (localDayOf(at) !== shown.format(at)) throw new Error(`${at} is ${localDayOf(at)} in ${zone}`);
        }
    }
  });

  it('"tomorrow" is the next day of any day in any zone', () => {
    const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    fc.assert(
      fc.property(zone, fc.integer({ min: dayNumber('2026-01-01'), max: 40_000 }), (chosen, number) => {
        process.env.TZ = chosen;
        const today = addDays('1970-01-01', number);
        const stays = (text: string) => {
          const reading = readStay(text, today);
          return reading.kind === 'stays' ? reading.stays[0] : null;
        };
        expect(stays('tomorrow for 1 night')).toEqual({ checkIn: addDays(today, 1), checkOut: addDays(today, 2) });
        expect(weekdayOf(stays('friday for 1 night')?.checkIn ?? '')).toBe(5);
      }),
      { numRuns: 80 },
    );
  });
});
