import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatBytes,
  formatCountdown,
  formatInstant,
  formatMoney,
  formatNumber,
  formatPlainDate,
  formatPlainRange,
  formatRelative,
  formatShortNumber,
  setFormats,
} from '../../../../src/renderer/text/format.ts';
import { formatDuration } from '../../../../src/shared/time/format-duration.ts';

const S = 1_000;
const M = 60 * S;
const H = 60 * M;

const at = new Date(2026, 10, 21, 14, 5, 9).getTime();
const plain = (text: string) => text.replaceAll(/[\u00A0\u202F]/g, ' ');

describe('the formats', () => {
  it.each([
    ['de-DE', '21. Nov. 2026', '14:05', '1.234,5', '1.234,50 €', '4.–9. Dez. 2026', '12,4 kB'],
    ['fr-FR', '21 nov. 2026', '14:05', '1 234,5', '1 234,50 €', '4–9 déc. 2026', '12,4 kB'],
    ['en-US', 'Nov 21, 2026', '2:05 PM', '1,234.5', '€1,234.50', 'Dec 4 – 9, 2026', '12.4 kB'],
    ['en-GB', '21 Nov 2026', '14:05', '1,234.5', '€1,234.50', '4 – 9 Dec 2026', '12.4 kB'],
  ])('follow the locale %s, with its own hours', (locale, date, time, number, money, range, size) => {
    setFormats({ locale, clock: 'locale' });
    expect(plain(formatPlainDate('2026-11-21'))).toBe(date);
    expect(plain(formatInstant(at, { style: 'hour' }))).toBe(time);
    expect(plain(formatNumber(1_234.5))).toBe(number);
    expect(plain(formatMoney({ amount: 1_234.5, currency: 'EUR' }))).toBe(money);
    expect(plain(formatPlainRange('2026-12-04', '2026-12-09')).replaceAll('\u2009', ' ')).toBe(range);
    expect(plain(formatBytes(12_400))).toBe(size);
  });

  it('have 12 or 24 hours as a person chose, in each locale', () => {
    const hour = (locale: string, clock: 'h12' | 'h23') => {
      setFormats({ locale, clock });
      return [formatInstant(at, { style: 'hour' }), formatInstant(at, { style: 'time' })].map(plain);
    };
    expect(hour('en-US', 'h23')).toEqual(['14:05', '14:05:09']);
    for (const text of hour('de-DE', 'h12')) expect(text).toMatch(/^0?2:05.* PM$/);
    expect(hour('de-DE', 'h23')).toEqual(['14:05', '14:05:09']);
  });
});

describe('format', () => {
  it('writes durations in their two largest units', () => {
    expect(formatDuration(850)).toBe('850 ms');
    expect(formatDuration(1_500)).toBe('1.5 s');
    expect(formatDuration(12_400)).toBe('12 s');
    expect(formatDuration(4 * M + 5 * S)).toBe('4 min 5 s');
    expect(formatDuration(23 * H + 14 * M)).toBe('23 h 14 min');
    expect(formatDuration(50 * H)).toBe('2 d 2 h');
    expect(formatDuration(-5)).toBe('0 ms');
  });

  it('shortens numbers without rounding them up', () => {
    expect([0, 275, 999, 1_000, 1_299, 16_500, 16_499, 120_900].map(formatShortNumber)).toEqual([
      '0',
      '275',
      '999',
      '1k',
      '1.2k',
      '16.5k',
      '16.4k',
      '120k',
    ]);
  });

  it('counts down to zero and not below', () => {
    expect(formatCountdown(23 * H + 14 * M)).toBe('23h 14m');
    expect(formatCountdown(14 * M + 5 * S)).toBe('14:05');
    expect(formatCountdown(200)).toBe('0:01');
    expect(formatCountdown(-H)).toBe('0:00');
  });

  it('never shows a countdown that grows as time passes', () => {
    const seconds = (text: string) => {
      const long = /^(\d+)h (\d+)m$/.exec(text);
      if (long) return Number(long[1]) * 3_600 + Number(long[2]) * 60;
      const [minutes, rest] = text.split(':').map(Number) as [number, number];
      return minutes * 60 + rest;
    };
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 * H }), fc.integer({ min: 0, max: H }), (left, passed) => {
        expect(seconds(formatCountdown(left - passed))).toBeLessThanOrEqual(seconds(formatCountdown(left)));
      }),
    );
  });

  it('names today, tomorrow and yesterday relative to the given clock', () => {
    const now = new Date(2026, 10, 21, 12, 0).getTime();
    expect(formatInstant(new Date(2026, 10, 21, 14, 5).getTime(), { now })).toBe('today 14:05');
    expect(formatInstant(new Date(2026, 10, 22, 0, 0).getTime(), { now })).toBe('tomorrow 00:00');
    expect(formatInstant(new Date(2026, 10, 20, 23, 59).getTime(), { now })).toBe('yesterday 23:59');
    expect(formatInstant(Number.NaN)).toBe('at an unknown time');
  });

  it('writes relative times in the past and the future', () => {
    expect(formatRelative(1_000_000, 1_000_000 - 14 * M)).toBe('in 14 min');
    expect(formatRelative(1_000_000, 1_000_000 + 3 * H)).toBe('3 h ago');
    expect(formatRelative(1_000_000, 1_001_000)).toBe('just now');
  });

  it('writes money with and without a valid currency', () => {
    expect(formatMoney({ amount: 1234.5, currency: 'EUR' })).toBe('€1,234.50');
    expect(formatMoney({ amount: 1234.5, currency: null })).toBe('1,234.50');
    expect(formatMoney({ amount: 2, currency: 'not a code' })).toBe('2.00 not a code');
  });

  it('keeps a calendar day in every time zone and returns other text unchanged', () => {
    expect(formatPlainDate('2026-01-01')).toMatch(/1/);
    expect(formatPlainDate('2026-01-01')).toContain('2026');
    expect(formatPlainDate('soon')).toBe('soon');
  });

  it('writes sizes', () => {
    expect([0, 512, 12_400, 3_100_000].map(formatBytes)).toEqual(['0 B', '512 B', '12.4 kB', '3.1 MB']);
  });
});
