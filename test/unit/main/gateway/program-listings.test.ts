/** The listings as a program reads them. */
import { describe, expect, it } from 'vitest';
import type { ApiCall } from '../../../../src/main/api/api-client.ts';
import { readCommands } from '../../../../src/main/gateway/commands/reads.ts';
import { TOOLS } from '../../../../src/main/gateway/mcp/tools.ts';
import { AppError } from '../../../../src/shared/app-error.ts';
import type { Json } from '../../../../src/shared/model/primitives.ts';
import { connectionFixture } from '../../../support/fixtures.ts';

const HOME = {
  ...{ _id: 'home-1', title: 'Loft', address: { city: 'Lisbon' }, bedrooms: 2 },
  ...{ wifiPassword: 'sunshine77', doorCode: '4711', keyCode: '12#34', accessCode: 9911, clientSecret: 'hunter22' },
  owner: { firstName: 'Ada', lastName: 'Lovelace', phone: '5551234' },
  guest: { fullName: 'Grace Hopper' },
};
const HIDDEN = /sunshine77|4711|12#34|9911|hunter22|Ada|Lovelace|5551234|Grace/;

/** Runs a tool or a command over one listing. `loadedAt` is null without a whole list, when the service sends `pages`. */
function over(loadedAt: number | null, pages: readonly (Json[] | AppError)[] = []) {
  const connection = connectionFixture();
  const home = { id: 'home-1', title: 'Loft', listed: true, place: 'Lisbon', sleeps: 4, bedrooms: 2 };
  const listings = {
    wholeListAt: async () => loadedAt,
    loaded: () => [home],
    record: (_: string, id: string) => (id === 'home-1' ? HOME : undefined),
  };
  let sent = 0;
  const api = {
    waitFor: <Result>(work: Promise<Result>) => work,
    call({ page }: ApiCall) {
      const records = pages[sent++] ?? [];
      if (records instanceof AppError) return Promise.reject(records);
      return Promise.resolve({ body: records, records, total: null, limit: page?.limit ?? 100, nextCursor: `${sent}` });
    },
  };
  const working = { connection, api, program: { level: 'read', guestData: false } };
  const tool = (name: string, args: object) =>
    // biome-ignore lint/suspicious/noExplicitAny: the expectations say what it is
    TOOLS.find((one) => one.name === name)?.run(args as never, working as never, { listings } as never) as Promise<any>;
  const lines: object[] = [];
  const { listings: command } = readCommands({ listings } as never);
  const run = (words: string[] = []) =>
    command.run({
      ...{ ...working, words, options: {}, input: null },
      line: async (line: object) => void lines.push(line),
    } as never);
  const plan = () => command.plan({ ...working, words: [], options: {} } as never);
  return { tool, run, plan, lines };
}

describe('a listing for a program', () => {
  it('has no code, password, secret, or name of a person', async () => {
    const read = await over(1).tool('listing_get', { listingId: 'home-1' });
    expect(read.untrusted.facts).toEqual(expect.arrayContaining([{ name: 'Bedrooms', value: '2' }]));
    expect(JSON.stringify(read)).not.toMatch(HIDDEN);
  });

  it.each(['4711', '471', 'sunshine', 'lovelace'])('is not found by %j, which its record hides', async (text) => {
    expect((await over(1).tool('listings_search', { text, limit: 9 })).total).toBe(0);
    const { run, lines } = over(null, [[HOME]]);
    await expect(run([text])).resolves.toMatchObject({ data: { total: 0 } });
    expect(lines).toEqual([]);
  });

  it('is found by its title, place and id in the whole list, whose age the answer says', async () => {
    for (const text of ['loft LISBON', 'home-1'])
      expect(await over(7).tool('listings_search', { text, limit: 9 })).toMatchObject({
        ...{ isLoaded: true, loadedAt: 7, total: 1 },
      });
    await expect(over(7).run()).resolves.toMatchObject({ data: { total: 1, loadedAt: 7 } });
  });

  it('is not searched in a part of the list', async () => {
    const part = over(null);
    expect(await part.tool('listings_search', { limit: 9 })).toMatchObject({ isLoaded: false, total: 0 });
    await expect(part.tool('listing_get', { listingId: 'home-2' })).rejects.toMatchObject({
      data: { what: expect.stringContaining('in the part of the list') },
    });
    expect([await part.plan(), await over(1).plan()]).toEqual([{ api: 'openApi', requests: 1, isLeast: true }, null]);
  });

  it('is a line as soon as its page is read, and stays when a later page fails', async () => {
    const failed = new AppError('budgetUsed', { what: 'its requests', retryAt: 1 });
    const { run, lines } = over(null, [[HOME], [{ ...HOME, _id: 'home-2' }], failed]);
    await expect(run()).rejects.toBe(failed);
    expect(lines).toMatchObject([{ id: 'home-1' }, { id: 'home-2' }]);
  });
});
