/** The results that are chosen belong to one search. */
import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useChosenResults } from '../../../../src/renderer/features/availability/results/results.tsx';
import type { SearchItem } from '../../../../src/shared/model/availability.ts';

const item = (listingId: string) => ({ listingId, title: `Place ${listingId}` }) as SearchItem;

it('another search starts without chosen results, and the same search keeps them', () => {
  const items = [item('a'), item('b')];
  const { result, rerender } = renderHook(({ search }) => useChosenResults(items, search), {
    initialProps: { search: { checkIn: '2026-12-04' } },
  });
  act(() => result.current.choose(item('a'), false));
  act(() => result.current.choose(item('b'), true));
  rerender({ search: { checkIn: '2026-12-04' } });
  expect([...result.current.chosen.keys()]).toEqual(['a', 'b']);
  rerender({ search: { checkIn: '2026-12-11' } });
  expect(result.current.chosen.size).toBe(0);
  act(() => result.current.choose(item('b'), false));
  expect([...result.current.chosen]).toEqual([['b', 'Place b']]);
});
