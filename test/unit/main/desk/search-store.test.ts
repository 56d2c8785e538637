import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SearchStore } from '../../../../src/main/desk/search-store.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { storesIn } from '../../../support/stores-in.ts';

function open(stores = storesIn()) {
  const clock = new ManualClock();
  const store = new SearchStore(stores.inConsole({ what: 'The searches' }), () => clock, new FakeLog());
  const put = (parameters: string, { isKept = false, at = null as number | null, connectionId = 'c1' } = {}) =>
    store.put(connectionId, { parameters, isKept, at });
  const parametersOf = (connectionId = 'c1') => store.list(connectionId).searches.map(({ parameters }) => parameters);
  return { stores, clock, store, put, parametersOf };
}

describe('SearchStore', () => {
  it('keeps the latest searches first, each once, also after a restart', async () => {
    const { stores, clock, put, parametersOf } = open();
    await put('location=Lisbon');
    await clock.advance(1_000);
    await put('location=Porto');
    await clock.advance(1_000);
    await put('location=Lisbon', { isKept: true });
    await put('location=Rome', { connectionId: 'c2' });
    expect(parametersOf()).toEqual(['location=Lisbon', 'location=Porto']);
    expect(open(stores).store.list('c1').searches).toMatchObject([{ isKept: true }, { isKept: false }]);
    expect(open(stores).parametersOf('c2')).toEqual(['location=Rome']);
  });

  it('puts a deleted search back in its place', async () => {
    const { clock, store, put, parametersOf } = open();
    for (const place of ['A', 'B', 'C']) {
      await put(place);
      await clock.advance(1_000);
    }
    const [, second] = store.list('c1').searches;
    await store.remove('c1', 'B');
    expect(parametersOf()).toEqual(['C', 'A']);
    await put('B', { at: second?.at ?? null });
    expect(parametersOf()).toEqual(['C', 'B', 'A']);
  });

  it('says that a search which a person saves could not be written, and only loses a recent one', async () => {
    const { stores, put, parametersOf } = open();
    await put('A', { isKept: true });
    stores.inConsole({ what: 'The test' }).run('PRAGMA query_only = ON');
    await put('B');
    await expect(put('C', { isKept: true })).rejects.toMatchObject({ code: 'storageFailed' });
    expect(parametersOf()).toEqual(['A']);
  });

  it('is bounded, and recent searches never displace kept ones', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(80), fc.boolean()), { maxLength: 120 }), async (puts) => {
        const { clock, store, put } = open();
        const kept = new Set<string>();
        for (const [number, isKept] of puts) {
          await put(`p${number}`, { isKept });
          await clock.advance(1);
          if (isKept) kept.add(`p${number}`);
          else kept.delete(`p${number}`);
        }
        const { searches } = store.list('c1');
        expect(searches.filter((search) => !search.isKept).length).toBeLessThanOrEqual(12);
        expect(searches.filter((search) => search.isKept).length).toBe(Math.min(50, kept.size));
      }),
      { numRuns: 30 },
    );
  });
});
