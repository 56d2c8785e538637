/** A guest is deleted together with what was sent to it, wholly or not at all. */
import { expect, it } from 'vitest';
import { GuestsAndOffers } from '../../../../src/main/offers/guests-and-offers.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { memoryDeletions } from '../../../support/memory-deletions.ts';

function rig(failing: 'guests' | 'offers' | null) {
  const left = {
    guests: new Set(['a', 'b', 'c']),
    offers: new Set(['offer of a', 'offer of b', 'offer of c', 'draft for a']),
  };
  const deletions = memoryDeletions(new ManualClock());
  for (const kind of ['guests', 'offers'] as const)
    deletions.register(kind, {
      hide({ ids }) {
        if (failing === kind) throw new Error('the disk is full');
        for (const id of ids) left[kind].delete(id);
      },
      show: ({ ids }) => void ids.map((id) => left[kind].add(id)),
      delete() {},
    });
  const lost = { countLost: async () => 0, deleteLost: async () => {} };
  const both = new GuestsAndOffers(
    { ...lost, recipient: async (_connectionId, id) => ({ quoteIds: [id], isOf: () => true }) },
    {
      ...lost,
      sentTo: async (_connectionId, { quoteIds }) => quoteIds.map((id) => `offer of ${id}`),
      draftsFor: async (_connectionId, { quoteIds }) =>
        quoteIds.filter((id) => id === 'a').map((id) => `draft for ${id}`),
    },
    deletions,
  );
  const names = (of: ReadonlySet<string>) => [...of].map((name) => name.replace('offer of ', '')).toSorted();
  return { both, deletions, left: () => `${names(left.guests).join('')} ${names(left.offers).join('')}` };
}

it('deletes guests with what was sent to them, or without, and undoes it at once', async () => {
  const { both, deletions, left } = rig(null);
  await both.remove('c1', ['a'], false);
  // A draft is no business letter.
  expect(left()).toBe('bc abc');
  const deletionId = await both.remove('c1', ['b', 'c'], true);
  expect(left()).toBe(' a');
  await deletions.undo(deletionId);
  expect(left()).toBe('bc abc');
});

it.each(['guests', 'offers'] as const)('deletes nothing when it fails in between: %s', async (failing) => {
  const { both, left } = rig(failing);
  await expect(both.remove('c1', ['a', 'b', 'c'], true)).rejects.toThrow('the disk is full');
  expect(left()).toBe('abc abcdraft for a');
});
