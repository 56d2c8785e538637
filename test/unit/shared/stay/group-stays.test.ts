/** Two or three homes for one party. */
import { expect, it } from 'vitest';
import { type GroupHome, groupStays, splitParty } from '../../../../src/shared/stay/group-stays.ts';

const home = (id: string, sleeps: number, facts: Partial<GroupHome> = {}): GroupHome => ({
  ...{ id, sleeps, place: 'Lisbon', point: { lat: 38.7, lng: -9.1 } },
  price: { amount: 100.1, currency: 'EUR' },
  ...facts,
});
const ids = (homes: readonly GroupHome[], people: number) =>
  groupStays(homes, people).map(({ homes: of }) => of.map(({ id }) => id).join('+'));

it('combines two homes near each other, the lowest total first, with the distance and one sum', () => {
  const near = home('B', 6, {
    point: { lat: 38.7027, lng: -9.1 },
    price: { amount: 200.2, currency: 'EUR' },
  });
  const [first, ...others] = groupStays([near, home('A', 6), home('Far', 6, { point: { lat: 39, lng: -9.1 } })], 12);
  expect(others).toEqual([]);
  expect(first?.homes.map(({ id }) => id)).toEqual(['A', 'B']);
  expect(first?.km).toBeCloseTo(0.3, 2);
  expect(first?.total).toEqual({ amount: 300.3, currency: 'EUR' });
});

it('takes three homes only when no two are enough, and no home that has room for all', () => {
  expect(ids([home('A', 4), home('B', 4), home('C', 4), home('D', 12)], 12)).toEqual(['A+B+C']);
  expect(ids([home('A', 4), home('B', 4), home('C', 8)], 12)).toEqual(['A+C', 'B+C']);
  expect(ids([home('A', 4), home('B', 4)], 12)).toEqual([]);
});

it('knows no distance without coordinates, and adds up no prices that differ in kind', () => {
  const nowhere = home('N', 6, { point: null });
  expect(groupStays([home('A', 6), nowhere], 12)[0]).toMatchObject({ km: null, total: { amount: 200.2 } });
  expect(ids([home('A', 6), home('P', 6, { point: null, place: 'Porto' })], 12)).toEqual([]);
  for (const price of [null, { amount: 1, currency: 'USD' }])
    expect(groupStays([home('A', 6), home('B', 6, { price })], 12)[0]?.total).toBeNull();
});

it('finds large homes among many cheap and near ones that cannot be part', () => {
  const cheap = Array.from({ length: 150 }, (_, at) => home(`s${at}`, 2));
  const dear = { price: { amount: 500, currency: 'EUR' } };
  expect(ids([...cheap, home('A', 6, dear), home('B', 6, dear)], 12)).toEqual(['A+B']);
  const at = (lat: number) => ({ point: { lat, lng: -9.1 } });
  const rooms = Array.from({ length: 9 }, (_, one) => home(`r${one}`, 1, at(38.7005)));
  expect(ids([home('A', 4, at(38.7)), home('B', 4, at(38.704)), home('C', 4, at(38.708)), ...rooms], 12)).toEqual([
    'A+B+C',
  ]);
});

it('compares prices within one currency, the most frequent first', () => {
  const yen = (id: string) => home(id, 6, { place: 'Kyoto', point: null, price: { amount: 50, currency: 'JPY' } });
  expect(ids([yen('Y'), yen('Z'), home('A', 6), home('B', 6), home('C', 6)], 12).at(-1)).toBe('Y+Z');
});

it('splits a party by room, and copes with many homes', () => {
  expect(splitParty(12, [{ sleeps: 6 }, { sleeps: 6 }])).toEqual([6, 6]);
  expect(splitParty(10, [{ sleeps: 8 }, { sleeps: 4 }])).toEqual([7, 3]);
  expect(splitParty(11, [{ sleeps: 4 }, { sleeps: 4 }, { sleeps: 4 }])).toEqual([4, 4, 3]);
  expect(
    groupStays(
      Array.from({ length: 2_000 }, (_, at) => home(`h${at}`, 2)),
      6,
    ),
  ).toHaveLength(5);
});
