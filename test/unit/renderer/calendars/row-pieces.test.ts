/** The pieces that a row of the calendars is drawn with. */
import { expect, it } from 'vitest';
import { nightPieces, weekPieces } from '../../../../src/renderer/features/calendars/row-pieces.ts';
import type { GridNight } from '../../../../src/shared/stay/packed-cells.ts';

const night = (status: GridNight['status'], changes: Partial<GridNight> = {}): GridNight => ({
  ...{ status, price: 120, currency: 'EUR', minNights: 3, noCheckIn: true, noCheckOut: false },
  ...{ units: null, blocks: [], quoteId: null, isLost: false },
  ...changes,
});
const columns = { first: 7, end: 14, today: 9, width: 42 };

it('draws a run of taken nights as one piece, which ends at today, at another booking and at the end of the part', () => {
  const nights = [
    ...[night('free'), night('booked'), night('booked'), night('booked'), night('booked', { quoteId: 'q-1' })],
    ...[night('blocked', { blocks: ['o'] }), night('blocked', { blocks: ['o'] }), night('blocked', { blocks: ['o'] })],
  ];
  const pieces = nightPieces(nights, 0, columns).map(({ column, span, text, time, isOwn }) =>
    [column, span, text, time ?? '', isOwn ? 'ours' : ''].join('|'),
  );
  expect(pieces).toEqual(['7|1|120\n3 n ⇥|past|', '8|1||past|', '9|2|Booked|today|', '11|1|||ours', '12|2|Owner||']);
});

it('names the guest of our own booking where there is room for words', () => {
  const nights = [night('booked', { quoteId: 'q-1' }), night('booked', { quoteId: 'q-1' }), night('booked')];
  const texts = (guests: Record<string, string>, width: number) =>
    nightPieces(nights, 0, { ...columns, today: 0, width }, guests).map(({ text }) => text);
  expect(texts({ 'q-1': 'Ada Marsh' }, 42)).toEqual(['Ada Marsh', '']);
  expect(texts({ 'q-1': 'Ada Marsh' }, 20)).toEqual(['', '']);
  expect(texts({}, 42)).toEqual(['Booked', '']);
});

it('draws the weeks of the part alone, each with how full it is', () => {
  const weeks = [0, 7, 3, 5].map((sold) => ({ sold, free: 7 - sold, blocked: 0 }));
  expect(weekPieces(weeks, 1, { ...columns, end: 9 }).map(({ column, text, step }) => [column, text, step])).toEqual([
    [7, '7/7', 4],
    [8, '3/7', 2],
  ]);
});
