import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPlainDate } from '../../../../src/renderer/text/format.ts';
import { readPastDay, readStay } from '../../../../src/renderer/text/read-stay.ts';
import { addDays, dayNumber, nightsBetween, plainDateOf } from '../../../../src/shared/time/plain-date.ts';
import { BLIND_PHRASES, PHRASES_TODAY, SEEN_PHRASES } from './stay-phrases.ts';

/** A Sunday. */
const TODAY = '2026-11-22';

const day = formatPlainDate;

/**
 * "2026-12-12 2026-12-19", an arrival as "2026-12-12 …", an issue as its sentence; "ask 2027-05-11 2028-02-29" for a stay that must be confirmed;
 * "weekends 2027-07", "month 2027-07 7" for Flexible dates.
 */
function read(text: string, today = TODAY, options = {}): string {
  const reading = readStay(text, today, options);
  if (reading.kind === 'stays') return staysText(reading.stays);
  if (reading.kind === 'ask') return `ask ${staysText(reading.stays)}`;
  if (reading.kind === 'flexible') {
    const { month, weekends, nights } = reading.flexible;
    return `${weekends ? 'weekends' : 'month'} ${month}${nights === null ? '' : ` ${nights}`}`;
  }
  if (reading.kind === 'arrival') return [reading.checkIn, ...reading.others].map((date) => `${date} …`).join(', ');
  return reading.kind === 'issue' ? reading.message : reading.kind;
}

const staysText = (stays: readonly { checkIn: string; checkOut: string }[]): string =>
  stays.map(({ checkIn, checkOut }) => `${checkIn} ${checkOut}`).join(', ');

describe('readStay', () => {
  it.each([
    ['12-19 Dec', '2026-12-12 2026-12-19'],
    ['12–19 Dec', '2026-12-12 2026-12-19'],
    ['Dec 12 – 19', '2026-12-12 2026-12-19'],
    ['12 to 19 December', '2026-12-12 2026-12-19'],
    ['from the 3rd to the 7th of jan', '2027-01-03 2027-01-07'],
    ['8 January until the 10th', '2027-01-08 2027-01-10'],
    ['28 Dec - 3 Jan', '2026-12-28 2027-01-03'],
    ['Fri 8 Jan → Sun 10 Jan', '2027-01-08 2027-01-10'],
    ['2027-01-08 to 2027-01-10', '2027-01-08 2027-01-10'],
    ['8/1-10/1', '2027-01-08 2027-01-10'],
    ['8.1.-10.1.', '2027-01-08 2027-01-10'],
    ['8.1.2027 - 10.1.2027', '2027-01-08 2027-01-10'],
    ['8/1/27 for 2 nights', '2027-01-08 2027-01-10, 2027-08-01 2027-08-03'],
    ['8.1.27 for 2 nights', '2027-01-08 2027-01-10'],
    ['5/6', '2027-06-05 …, 2027-05-06 …'],
    ['5/6 - 8/6', '2027-06-05 2027-06-08'],
    ['5/6 - 5/9', 'ask 2027-05-06 2027-05-09, 2027-06-05 2027-09-05'],
    ['10/7-17/7', '2027-07-10 2027-07-17'],
    ['2027-03-26/2027-03-31', '2027-03-26 2027-03-31'],
    ['20 June till 4 July 2028', '2028-06-20 2028-07-04'],
    ['28 Dec to 3 Jan 2028', '2027-12-28 2028-01-03'],
    ['28 to 3 January', '2026-12-28 2027-01-03'],
    ['Fri - Sun 10 Jan', '2027-01-08 2027-01-10'],
    ['next Friday', '2026-11-27 …'],
    ['friday to sunday', '2026-11-27 2026-11-29'],
    ['sunday - friday', '2026-11-22 2026-11-27'],
    ['3 nights from 5 Jan', '2027-01-05 2027-01-08'],
    ['5 Jan for three nights', '2027-01-05 2027-01-08'],
    ['5 jan, 3 nights', '2027-01-05 2027-01-08'],
    ['5 Jan + 3', '2027-01-05 2027-01-08'],
    ['tomorrow for a week', '2026-11-23 2026-11-30'],
    ['a week from tomorrow', '2026-11-23 2026-11-30'],
    ['today for 1 night', '2026-11-22 2026-11-23'],
    ['in 2 weeks for 3 nights', '2026-12-06 2026-12-09'],
    ['the day after tomorrow for a fortnight', '2026-11-24 2026-12-08'],
    ['christmas for 2 nights', '2026-12-24 2026-12-26, 2026-12-25 2026-12-27'],
    ["christmas eve to new year's day", '2026-12-24 2027-01-01'],
    ['this weekend', '2026-11-27 2026-11-29'],
    ['next weekend', '2026-11-27 2026-11-29'],
    ['next week', '2026-11-23 2026-11-30'],
    ['the week of 4 Jan', '2027-01-04 2027-01-11'],
    ['the weekend of 9 Jan', '2027-01-08 2027-01-10'],
    ['weekend of 10 January', '2027-01-08 2027-01-10'],
    ['weekend of 8 Jan', '2027-01-08 2027-01-10'],
    ['weekend of 13 Jan', 'ask 2027-01-08 2027-01-10, 2027-01-15 2027-01-17'],
    ['3 nights on the weekend of 9 Jan', '2027-01-08 2027-01-11'],
    ['Easter weekend', '2027-03-26 2027-03-29'],
    ['3 nights next weekend', '2026-11-27 2026-11-30'],
    ['the second weekend of January', '2027-01-08 2027-01-10'],
    ['last weekend in Feb', '2027-02-26 2027-02-28'],
    ['a weekend in January', 'weekends 2027-01'],
    ['weekends in July 2028', 'weekends 2028-07'],
    ['January', 'month 2027-01'],
    ['this month', 'month 2026-11'],
    ['a week in August', 'month 2027-08 7'],
    ['mid July', 'month 2027-07'],
    ['5 Jan', '2027-01-05 …'],
    ['tomorrow', '2026-11-23 …'],
    ['', 'empty'],
    ['  ', 'empty'],
  ])('reads “%s”', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it.each([
    ['sometime', /^“sometime” names no dates\./],
    ['5 Jan for pizza', /names no dates/],
    ['31 Feb - 3 Mar', /names no dates/],
    ['5 Jan at 15:00', /names no dates/],
    ['Thu 8 Jan', `${day('2027-01-08')} is a Fri, not a Thu.`],
    ['January 2025', 'That month is in the past.'],
    ['28 Dec 9999 for 9 nights', /names no dates/],
    ['31/12/9999', /names no dates/],
    ['weekends in Dec 9999', /names no dates/],
    ['5 Jan 0001', /names no dates/],
    ['0 nights from 5 Jan', 'A stay has at least one night.'],
    ['5 Jan to 5 Jan', 'Check-in and check-out are the same day; a stay has at least one night.'],
    ['5 Jan 2027 - 3 Jan 2027', `Check-out on ${day('2027-01-03')} is before check-in on ${day('2027-01-05')}.`],
    ['2027-01-05 to 2027-01-03', `Check-out on ${day('2027-01-03')} is before check-in on ${day('2027-01-05')}.`],
    ['5 Jan 2025 - 9 Jan 2025', `${day('2025-01-05')} is in the past.`],
    ['yesterday for 3 nights', `${day('2026-11-21')} is in the past.`],
    ['3 nights', 'From which day? Write “3 nights from 5 Jan”.'],
    ['5-9 Jan for 2 nights', `From ${day('2027-01-05')} to ${day('2027-01-09')} is 4 nights, not 2.`],
    ['900 nights from today', 'A stay has at most 365 nights.'],
  ])('says what is wrong with “%s”', (text, expected) => {
    if (typeof expected === 'string') expect(read(text)).toBe(expected);
    else expect(read(text)).toMatch(expected);
  });

  it('begins a weekend on the day itself when that is a Friday or a Saturday', () => {
    expect(read('this weekend', '2026-11-27')).toBe('2026-11-27 2026-11-29');
    expect(read('this weekend', '2026-11-28')).toBe('2026-11-28 2026-11-29');
    // The person who writes on a Wednesday may mean either.
    expect(read('next weekend', '2026-11-25')).toBe('2026-12-04 2026-12-06, 2026-11-27 2026-11-29');
    expect(read('weekend of 28 Nov', '2026-11-28')).toBe('2026-11-28 2026-11-29');
  });

  it('reads dates of digits in the order of the reader', () => {
    expect(read('1/8-1/10', TODAY, { monthFirst: true })).toBe('2027-01-08 2027-01-10');
    // Only one of the two orders exists.
    expect(read('10/7-17/7', TODAY, { monthFirst: true })).toBe('2027-07-10 2027-07-17');
  });

  it.each([
    ['11 May – 29 Feb', '2007-02-14', 'ask 2007-05-11 2008-02-29'],
    ['28 – 29 Feb', '2027-03-01', '2028-02-28 2028-02-29'],
    ['Feb 29 – Mar 3', '2026-11-25', '2028-02-29 2028-03-03'],
    ['29 Feb - 3 Mar', '2028-02-29', '2028-02-29 2028-03-03'],
    ['3 nights from 29.2.', '2026-11-25', '2028-02-29 2028-03-03'],
    ['29th of February 2028 for 2 nights', '2026-11-25', '2028-02-29 2028-03-02'],
    ['27-29 feb', '2028-02-01', '2028-02-27 2028-02-29'],
    ['27-29 feb', '2026-02-01', 'A stay has at most 365 nights.'],
    ['29 Feb 2027', '2026-11-25', expect.stringMatching('names no dates')],
  ])('reads the leap day of the next leap year: “%s” on %s', (text, today, expected) => {
    expect(read(text, today)).toEqual(expected);
  });

  it('reads any stay of the next year in each of its spellings', () => {
    const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
    const spelled = (date: string) => `${Number(date.slice(8))} ${months[Number(date.slice(5, 7)) - 1]}`;
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 36_000 }),
        fc.integer({ min: 0, max: 360 }),
        fc.integer({ min: 1, max: 300 }),
        (now, ahead, nights) => {
          const today = plainDateOf(now);
          const [checkIn, checkOut] = [addDays(today, ahead), addDays(today, ahead + nights)];
          const expected = `${checkIn} ${checkOut}`;
          expect(read(`${checkIn} to ${checkOut}`, today)).toBe(expected);
          const short = nights > 60 ? `ask ${expected}` : expected;
          expect(read(`${spelled(checkIn)} – ${spelled(checkOut)}`, today)).toBe(short);
          expect(read(`${nights} nights from ${spelled(checkIn)}`, today)).toBe(expected);
          expect(read(`in ${ahead} days for ${nights} nights`, today)).toBe(expected);
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each([...SEEN_PHRASES, ...BLIND_PHRASES])('reads what people write: “%s”', (text, label, locale) => {
    // Where a text has two readings, the label is the one that is chosen.
    expect(read(text, PHRASES_TODAY, { monthFirst: locale === 'en-US' }).split(', ')[0]).toBe(label);
  });

  it('answers any text with a stay that is not past, or with a sentence', () => {
    const word = fc.constantFrom(
      ...'next this weekend weekends in jan january 5 31 12-19 dec - to for nights 3 0 a week from tomorrow friday 2027 8/1 29.2. + of the easter mid last second month 1900 2999 und christmas'.split(
        ' ',
      ),
    );
    const text = fc.oneof(
      fc.array(word, { maxLength: 6 }).map((words) => words.join(' ')),
      fc.string({ maxLength: 20 }),
    );
    fc.assert(
      fc.property(text, fc.integer({ min: 18_000, max: 30_000 }).map(plainDateOf), (words, today) => {
        const reading = readStay(words, today);
        if (reading.kind === 'ask') expect(reading.stays.length).toBeGreaterThan(0);
        if (reading.kind === 'flexible') expect(reading.flexible.month >= today.slice(0, 7)).toBe(true);
        if (reading.kind === 'arrival') expect(dayNumber(reading.checkIn)).toBeGreaterThanOrEqual(dayNumber(today));
        if (reading.kind === 'issue') expect(reading.message).toMatch(/[.?”]$/);
        if (reading.kind !== 'stays') return;
        for (const { checkIn, checkOut } of reading.stays) {
          expect(checkIn >= today).toBe(true);
          expect(nightsBetween(checkIn, checkOut)).toBeGreaterThan(0);
        }
      }),
      { numRuns: 400 },
    );
  });
});

it.each([
  ['yesterday', '2026-11-27'],
  ['today', '2026-11-28'],
  ['hier', '2026-11-27'],
  ['19 Nov', '2026-11-19'],
  ['29 Nov', '2025-11-29'],
  ['29 Nov 2026', null],
  ['19.11.2026', '2026-11-19'],
  ['Saturday', '2026-11-28'],
  ['Sunday', '2026-11-22'],
  ['next Monday', null],
  ['tomorrow', null],
  ['12–19 Nov', null],
  ['2 nights from 5 Nov', null],
  ['November', null],
  ['soon', null],
  ['', null],
])('reads “%s” as a day up to Saturday, 28 November 2026: %s', (text, day) => {
  expect(readPastDay(text, '2026-11-28')).toBe(day);
});
