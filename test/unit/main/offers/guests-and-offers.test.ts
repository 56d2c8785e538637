/** Deleting a guest together with what was sent to it is done wholly or not at all. */
import { expect, it } from 'vitest';
import { GuestsAndOffers } from '../../../../src/main/offers/guests-and-offers.ts';

function rig(failing: 'guests' | 'offers of b' | null) {
  const guests = new Set(['a', 'b', 'c']);
  const offers = new Set(['a', 'b', 'c']);
  const lost = { countLost: async () => 0, deleteLost: async () => {} };
  const both = new GuestsAndOffers(
    {
      ...lost,
      recipient: async (_connectionId, id) => ({ quoteIds: [`quote of ${id}`], isOf: () => true }),
      remove: async (_connectionId, ids) => {
        if (failing === 'guests') throw new Error('the disk is full');
        for (const id of ids) guests.delete(id);
      },
      restore: async (_connectionId, ids) => {
        for (const id of ids) guests.add(id);
      },
    },
    {
      ...lost,
      countSentTo: async () => 1,
      removeSentTo: async (_connectionId, id) => {
        if (failing === `offers of ${id}`) throw new Error('the disk is full');
        offers.delete(id);
      },
      restoreSentTo: async (_connectionId, id) => void offers.add(id),
    },
  );
  return { both, left: () => ({ guests: [...guests].join(''), offers: [...offers].toSorted().join('') }) };
}

it('deletes guests with what was sent to them, or without, and undoes it', async () => {
  const { both, left } = rig(null);
  await both.remove('c1', ['a'], false);
  expect(left()).toEqual({ guests: 'bc', offers: 'abc' });
  await both.remove('c1', ['b', 'c'], true);
  expect(left()).toEqual({ guests: '', offers: 'a' });
  await both.restore('c1', ['b', 'c']);
  expect(left()).toEqual({ guests: 'bc', offers: 'abc' });
});

it.each(['guests', 'offers of b'] as const)('deletes nothing when it fails in between: %s', async (failing) => {
  const { both, left } = rig(failing);
  await expect(both.remove('c1', ['a', 'b', 'c'], true)).rejects.toThrow('the disk is full');
  expect(left()).toEqual({ guests: 'abc', offers: 'abc' });
});
