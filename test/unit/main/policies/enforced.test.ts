import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Preferences } from '../../../../src/main/app/preferences.ts';
import { administratorOf, followPolicies } from '../../../../src/main/compose/policies.ts';
import { Gateway, type GatewayDeps } from '../../../../src/main/gateway/gateway.ts';
import { networkReason } from '../../../../src/main/http/network-reason.ts';
import type { PlatformKit } from '../../../../src/main/platform/kit.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { ManualClock, settle } from '../../../support/manual-clock.ts';
import { MemoryDocument } from '../../../support/memory-document.ts';
import { makeTempFolder, removeTempFolder } from '../../../support/temp-folder.ts';

const DAY = 86_400_000;
let folder = '';
beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(() => removeTempFolder(folder));

/** A machine with these policies in its file. */
function managed(policies: object) {
  writeFileSync(join(folder, 'policies.json'), JSON.stringify(policies));
  const network = vi.fn(async () => new Response('yes'));
  const log = new FakeLog();
  const given = {
    ...{ apiFetch: network, tokenFetch: network, pictureFetch: network, log, clock: new ManualClock(1_000 * DAY) },
    paths: { policies: join(folder, 'policies.json') },
  } as unknown as PlatformKit;
  return { ...administratorOf(given), network, log };
}

describe('a policy on hosts', () => {
  it.each([
    ['https://api.example.com/v1', true],
    ['https://API.example.com:8443/v1', true],
    ['https://a.b.example.net/', true],
    ['https://example.net/', false],
    ['https://evil-example.net/', false],
    ['https://api.example.com.evil.org/', false],
    ['https://example.org/?api.example.com', false],
  ])('lets a request for an API, a token or a picture reach %s: %s', async (url, isAllowed) => {
    const { kit, network } = managed({ allowedHosts: ['api.example.com', '*.example.net'] });
    for (const fetch of [kit.apiFetch, kit.tokenFetch, kit.pictureFetch]) {
      const answer = fetch(new Request(url)).then(
        () => null,
        (error: unknown) => networkReason(error),
      );
      const refused = { reason: 'your administrator does not allow this host', sent: false };
      expect(await answer).toEqual(isAllowed ? null : refused);
    }
    expect(network).toHaveBeenCalledTimes(isAllowed ? 3 : 0);
  });

  it('restricts nothing while there is none', async () => {
    const { kit, network } = managed({ updates: 'off' });
    await kit.apiFetch(new Request('https://example.org/'));
    expect(network).toHaveBeenCalledTimes(1);
  });
});

describe('a policy on how long data is kept', () => {
  const guests = { unusedSince: vi.fn((id: string, _at: number) => (id === 'conn-1' ? ['old'] : [])) };
  const guestsAndOffers = { remove: vi.fn(async () => 'deletion') };
  const connections = { snapshot: () => ({ connections: [{ id: 'conn-1' }, { id: 'conn-2' }] }) } as never;

  async function follow(policies: object) {
    vi.clearAllMocks();
    const { kit, administrator } = managed(policies);
    const preferences = new Preferences(new MemoryDocument());
    const drawn = Promise.resolve();
    const stop = followPolicies({ kit, administrator, preferences, connections, guests, guestsAndOffers, drawn });
    await administrator.state();
    await settle();
    return { preferences, stop, clock: kit.clock as ManualClock };
  }

  it('limits the days of recorded traffic, whatever the person chose and chooses', async () => {
    const { preferences } = await follow({ journalDays: 7 });
    expect(preferences.get().journal.maxDays).toBe(7);
    expect((await preferences.set({ journal: { maxDays: 90 } })).journal.maxDays).toBe(7);
    expect((await preferences.set({ journal: { maxDays: 3 } })).journal.maxDays).toBe(3);
  });

  it('deletes the guests whom nobody used for so long, without their offers, at the start and every day', async () => {
    const { stop, clock } = await follow({ guestDays: 100 });
    expect(guests.unusedSince.mock.calls).toEqual([
      ['conn-1', 900 * DAY],
      ['conn-2', 900 * DAY],
    ]);
    expect(guestsAndOffers.remove.mock.calls).toEqual([['conn-1', ['old'], false]]);
    await clock.advance(DAY);
    expect(guestsAndOffers.remove).toHaveBeenCalledTimes(2);
    stop();
    await clock.advance(DAY);
    expect(guestsAndOffers.remove).toHaveBeenCalledTimes(2);
  });

  it('deletes the other guests when one cannot be deleted', async () => {
    guests.unusedSince.mockReturnValueOnce(['old', 'unreadable', 'older']);
    guestsAndOffers.remove.mockImplementation(async (...[, ids]: unknown[]) => {
      if ((ids as string[]).includes('unreadable')) throw new Error('not found');
      return 'deletion';
    });
    await follow({ guestDays: 100 });
    const deleted = guestsAndOffers.remove.mock.calls as unknown[][];
    expect(deleted.map(([, ids]) => ids)).toEqual([['old', 'unreadable', 'older'], ['old'], ['unreadable'], ['older']]);
    guestsAndOffers.remove.mockImplementation(async () => 'deletion');
  });

  it('deletes nothing when the number of days is not understood', async () => {
    const { preferences } = await follow({ guestDays: 'ten', journalDays: 'ten' });
    expect(guests.unusedSince).not.toHaveBeenCalled();
    expect(preferences.get().journal.maxDays).toBe(30);
  });
});

it('that turns programs off refuses each command, and the local HTTP server', async () => {
  const httpPort = { read: () => 7_000, write: vi.fn() };
  const askPerson = vi.fn(async () => true);
  const deps = {
    isAllowed: async () => false,
    isStopped: async () => false,
    httpPort,
    askPerson,
    programs: { ofKey: async () => ({}) },
  };
  const gateway = new Gateway(deps as unknown as GatewayDeps);
  const work = vi.fn();
  const asker = { key: 'lk_a', name: null, folder: '/' };
  const manner = { connection: null, maxWaitMs: 0, signal: new AbortController().signal, opened: () => {} };
  await expect(gateway.within(asker, manner, work)).rejects.toMatchObject({
    data: { code: 'notGranted', reason: 'the administrator of this computer turned programs off' },
  });
  expect(work).not.toHaveBeenCalled();
  await expect(gateway.setHttp(7_000)).rejects.toMatchObject({ data: { code: 'invalidInput' } });
  expect(askPerson).not.toHaveBeenCalled();
  expect(httpPort.write).not.toHaveBeenCalled();
});

it('that stops programs while the app is locked refuses each command until it is open', async () => {
  let isLocked = true;
  const programs = { ofKey: vi.fn() };
  const deps = { isAllowed: async () => true, isStopped: async () => isLocked, programs, clock: new ManualClock() };
  const gateway = new Gateway(deps as unknown as GatewayDeps);
  const asker = { key: 'lk_a', name: null, folder: '/' };
  const { signal } = new AbortController();
  const manner = { connection: null, maxWaitMs: 0, signal, opened: () => {} };
  const ask = () => gateway.within(asker, manner, vi.fn());
  await expect(ask()).rejects.toMatchObject({
    data: { code: 'notGranted', reason: expect.stringContaining('is locked') },
  });
  expect(await gateway.stopped()).toContain('is locked');
  expect(programs.ofKey).not.toHaveBeenCalled();
  isLocked = false;
  await ask().catch(() => {});
  expect(programs.ofKey).toHaveBeenCalledOnce();
});

it('names a mistake in the log, once', async () => {
  const { administrator, log } = managed({ hosts: 1 });
  await administrator.state();
  await administrator.state();
  expect(log.entries).toHaveLength(1);
});
