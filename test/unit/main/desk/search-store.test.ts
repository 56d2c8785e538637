import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SearchFile, SearchStore } from '../../../../src/main/desk/search-store.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { MemoryDocument } from '../../../support/memory-document.ts';

function open(document = new MemoryDocument<SearchFile>()) {
  const clock = new ManualClock();
  const store = new SearchStore(document, () => clock, new FakeLog());
  const put = (parameters: string, { isKept = false, at = null as number | null, connectionId = 'c1' } = {}) =>
    store.put(connectionId, { parameters, isKept, at });
  const parametersOf = (connectionId = 'c1') => store.list(connectionId).searches.map(({ parameters }) => parameters);
  return { document, clock, store, put, parametersOf };
}

describe('SearchStore', () => {
  it('keeps the latest searches first, each once, also after a restart', async () => {
    const { document, clock, put, parametersOf } = open();
    await put('location=Lisbon');
    await clock.advance(1_000);
    await put('location=Porto');
    await clock.advance(1_000);
    await put('location=Lisbon', { isKept: true });
    await put('location=Rome', { connectionId: 'c2' });
    expect(parametersOf()).toEqual(['location=Lisbon', 'location=Porto']);
    expect(open(document).store.list('c1').searches).toMatchObject([{ isKept: true }, { isKept: false }]);
    expect(open(document).parametersOf('c2')).toEqual(['location=Rome']);
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
    await store.removeAll('c1');
    expect(parametersOf()).toEqual([]);
  });

  it('skips stored searches of an unknown form', async () => {
    const document = new MemoryDocument<SearchFile>();
    const searches = [{ parameters: 7 }, null, { parameters: 'x', at: 1, isKept: true, connectionId: 'c1' }];
    await document.write({ version: 1, searches } as unknown as SearchFile);
    expect(open(document).parametersOf()).toEqual(['x']);
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
