import { createMemoryHistory } from '@tanstack/react-router';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAppRouter } from '../../../../src/renderer/app/router.tsx';
import { PAGE_SEARCH, type Page, parseSearch, stringifySearch } from '../../../../src/renderer/navigation/search.ts';

/** The search parameters that a page reads from an address. */
const read = (page: Page, query: string) => PAGE_SEARCH[page].parse(parseSearch(query));
const pages = Object.keys(PAGE_SEARCH) as Page[];

describe('search parameters', () => {
  it('omit empty values and escape the others', () => {
    expect(stringifySearch({ id: 'a', search: '', outcome: undefined })).toBe('?id=a');
    expect(stringifySearch({ search: 'a&b=c' })).toBe('?search=a%26b%3Dc');
    expect(stringifySearch({})).toBe('');
  });

  it('are read from the addresses that version 0.1.0 wrote', () => {
    expect(read('token', '?id=cred-open')).toEqual({ id: 'cred-open' });
    expect(read('connections', '?id=conn-1&tab=limits&new=1')).toEqual({ id: 'conn-1', tab: 'limits', new: '1' });
    expect(read('quotes', '?listingId=507f1f77&checkIn=2026-12-04&checkOut=2026-12-09&guests=2')).toEqual({
      listingId: '507f1f77',
      checkIn: '2026-12-04',
      checkOut: '2026-12-09',
      guests: 2,
    });
    expect(read('traffic', '?outcome=ok,forbidden&span=5m&from=1000&until=2000')).toEqual({
      outcome: 'ok,forbidden',
      span: '5m',
      from: 1_000,
      until: 2_000,
    });
    expect(read('settings', '?section=journal')).toEqual({ section: 'journal' });
    expect(read('listings', '?id=12345')).toEqual({ id: '12345' });
  });

  it.each([
    ['availability', '?checkIn=2026-02-30&guests=-1&adults=two&location='],
    ['availability', '?checkIn=9999-12-20&checkOut=0001-01-01'],
    ['matrix', '?from=9999-12-20&until=0001-01-01&sort=-9999-12-31'],
    ['traffic', '?span=9y&from=now&until=1e5'],
    ['connections', '?tab=secrets&new=yes'],
    ['settings', '?section=nothing'],
    ['token', '?id='],
  ] as const)('of %s are dropped when invalid', (page, query) => {
    expect(stringifySearch(read(page, query))).toBe('');
  });

  it('of any address are read without an error and do not change when written and read again', () => {
    const names = fc.constantFrom('id', 'new', 'tab', 'span', 'from', 'checkIn', 'guests', 'section', 'outcome');
    fc.assert(
      fc.property(fc.constantFrom(...pages), fc.dictionary(names, fc.string()), (page, given) => {
        const search = read(page, stringifySearch(given));
        expect(read(page, stringifySearch(search))).toEqual(search);
      }),
    );
  });
});

describe('the routes', () => {
  it('read their parameters from the hash alone: the address of the document names the connection', () => {
    window.history.replaceState(null, '', '/?connection=c1#/matrix?nights=2&weekends=1');
    const router = createAppRouter(Promise.resolve('overview'));
    expect(router.matchRoutes(router.latestLocation).at(-1)?.search).toMatchObject({ nights: 2, weekends: '1' });
    expect(router.history.createHref('/matrix?nights=3')).toBe('/?connection=c1#/matrix?nights=3');
    window.history.replaceState(null, '', '/?connection=c1#/tasks?new=1');
    window.dispatchEvent(new PopStateEvent('popstate'));
    expect(router.history.location).toMatchObject({ pathname: '/tasks', search: '?new=1' });
    window.history.replaceState(null, '', '/');
  });

  it('are one per page, each with the page’s schema', async () => {
    for (const page of pages) {
      const router = createAppRouter(
        Promise.resolve('overview'),
        createMemoryHistory({ initialEntries: [`/${page}?id=x&guests=none`] }),
      );
      const match = router.matchRoutes(router.latestLocation).at(-1);
      expect(match?.routeId).toBe(`/${page}`);
      expect(match?._strictSearch).toEqual(PAGE_SEARCH[page].parse({ id: 'x', guests: 'none' }));
    }
  });

  it('lead an old address of the board to the quotes, with what it searched', async () => {
    const history = createMemoryHistory({ initialEntries: ['/board?view=followUps&search=Ada'] });
    await createAppRouter(Promise.resolve('overview'), history).load();
    expect(history.location).toMatchObject({ pathname: '/quotes', search: '?view=followUps&search=Ada' });
  });
});
