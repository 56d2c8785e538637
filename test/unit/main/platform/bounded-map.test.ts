/** A map that knows which key was used last. */
import { expect, it } from 'vitest';
import { setNewest } from '../../../../src/main/platform/bounded-map.ts';

const LETTERS = () =>
  new Map([
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ]);

it('moves a known key to the end', () => {
  const map = LETTERS();
  setNewest(map, 'a', 4);
  expect([...map]).toEqual([
    ['b', 2],
    ['c', 3],
    ['a', 4],
  ]);
});

it('deletes the keys whose use is longest ago, and no more than it must', () => {
  const map = LETTERS();
  setNewest(map, 'a', 1, 3);
  setNewest(map, 'd', 4, 2);
  expect([...map.keys()]).toEqual(['a', 'd']);
});
