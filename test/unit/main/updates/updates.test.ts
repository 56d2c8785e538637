import { beforeEach, describe, expect, it, vi } from 'vitest';
import { busyWith } from '../../../../src/main/compose/updates.ts';
import { Emitter } from '../../../../src/main/platform/emitter.ts';
import { UpdateProblem, type UpdateWay } from '../../../../src/main/platform/update-engine.ts';
import { Updates } from '../../../../src/main/updates/updates.ts';
import type { PolicyState } from '../../../../src/shared/model/policy.ts';
import type { Update, UpdateChannel, UpdateStatus } from '../../../../src/shared/model/update.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { ManualClock, settle } from '../../../support/manual-clock.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NEWER: Update = { version: '1.1.0', notes: 'Faster', releasedAt: 5 };

let clock: ManualClock;
let way: UpdateWay;
let policies: PolicyState;
let choices: { look: boolean; channel: UpdateChannel };
let busy: string | null;
let found: () => Promise<Update | null>;
let downloaded: PromiseWithResolvers<void>;
let progress: (percent: number) => void;
const choicesChanged = new Emitter<void>();
const engine = {
  way: vi.fn(async () => way),
  check: vi.fn((_channel: UpdateChannel) => found()),
  download: vi.fn((onProgress: (percent: number) => void) => {
    progress = onProgress;
    downloaded = Promise.withResolvers();
    return downloaded.promise;
  }),
  install: vi.fn(),
};

function open() {
  const log = new FakeLog();
  const updates = new Updates({
    ...{ engine, clock, log, choicesChanged, version: '1.0.0' },
    policies: async () => policies,
    choices: () => choices,
    busy: () => busy,
  });
  const published: UpdateStatus[] = [];
  updates.changed.subscribe((status) => published.push(status));
  return { updates, published, log };
}
const phaseOf = async (updates: Updates) => (await updates.status()).phase;

beforeEach(() => {
  clock = new ManualClock();
  way = { kind: 'self' };
  policies = { policies: {}, problems: [] };
  choices = { look: true, channel: 'latest' };
  busy = null;
  found = async () => NEWER;
  vi.clearAllMocks();
});

describe('the look for a newer version', () => {
  it('comes long after the start, then once a day, and also after a sleep or a clock that was ahead', async () => {
    const { updates } = open();
    found = async () => null;
    updates.start();
    await clock.advance(60_000);
    expect([engine.way, engine.check].map((one) => one.mock.calls.length)).toEqual([0, 0]);
    await clock.advance(60_000);
    expect(engine.check).toHaveBeenCalledTimes(1);
    await clock.advance(DAY - 2 * HOUR);
    expect(engine.check).toHaveBeenCalledTimes(1);
    await clock.advance(3 * HOUR);
    expect(engine.check).toHaveBeenCalledTimes(2);
    updates.stop();
    await clock.advance(3 * DAY);
    expect(engine.check).toHaveBeenCalledTimes(2);
  });

  it('comes only when asked once a person turned it off, and among the versions of the chosen channel', async () => {
    const { updates } = open();
    choices = { look: false, channel: 'beta' };
    updates.start();
    await clock.advance(2 * DAY);
    expect(engine.check).not.toHaveBeenCalled();
    const status = await updates.check();
    expect(engine.check.mock.calls).toEqual([['beta']]);
    expect(status).toMatchObject({ checkedAt: clock.now(), phase: { kind: 'available', update: NEWER } });
    expect(updates.found).toEqual({ version: '1.1.0', isReady: false });
  });

  it('is one, however often it is asked for, and asks once a day a server that fails', async () => {
    const { updates, log } = open();
    const answer = Promise.withResolvers<Update | null>();
    found = () => answer.promise;
    const asked = [updates.check(), updates.check()];
    await settle();
    expect(await phaseOf(updates)).toEqual({ kind: 'checking' });
    answer.reject(new UpdateProblem('updates.acme.com could not be reached.'));
    await Promise.all(asked);
    expect(engine.check).toHaveBeenCalledTimes(1);
    expect(await phaseOf(updates)).toEqual({
      kind: 'failed',
      reason: 'updates.acme.com could not be reached.',
      update: null,
    });
    expect(log.entries).toHaveLength(1);
    updates.start(0);
    await clock.advance(DAY - HOUR);
    expect(engine.check).toHaveBeenCalledTimes(1);
  });

  it('tells no message of the library', async () => {
    const { updates } = open();
    found = () => Promise.reject(new Error('ENOENT /home/ada/secret'));
    await updates.check();
    expect(JSON.stringify(await updates.status())).not.toContain('ada');
  });
});

describe('the download', () => {
  it('begins when a person asks, tells its progress, and ends ready', async () => {
    const { updates, published } = open();
    expect((await updates.download()).phase.kind).toBe('current');
    await updates.check();
    expect(engine.download).not.toHaveBeenCalled();
    await updates.download();
    await updates.download();
    for (const percent of [10.2, 10.9, 55]) {
      progress(percent);
      await settle();
    }
    expect(engine.download).toHaveBeenCalledTimes(1);
    expect(await phaseOf(updates)).toEqual({ kind: 'downloading', update: NEWER, percent: 55 });
    // A look meanwhile would forget it.
    await updates.check();
    expect(engine.check).toHaveBeenCalledTimes(1);
    downloaded.resolve();
    await settle();
    expect(updates.found).toEqual({ version: '1.1.0', isReady: true });
    expect(published.map(({ phase }) => (phase.kind === 'downloading' ? phase.percent : phase.kind))).toEqual([
      'checking',
      'available',
      0,
      10,
      55,
      'ready',
    ]);
    expect(published.map(({ revision }) => revision)).toEqual(published.map(({ revision }) => revision).toSorted());
  });

  it('may be tried again after a failure', async () => {
    const { updates } = open();
    await updates.check();
    await updates.download();
    downloaded.reject(new UpdateProblem('The disk is full.'));
    await settle();
    expect(await phaseOf(updates)).toEqual({ kind: 'failed', reason: 'The disk is full.', update: NEWER });
    progress(80);
    expect((await updates.download()).phase.kind).toBe('downloading');
  });

  it('does not exist where the app is only told', async () => {
    way = { kind: 'told', reason: 'The package manager of this computer installs updates of the app.' };
    const { updates } = open();
    await updates.check();
    expect((await updates.download()).phase.kind).toBe('available');
    expect(engine.download).not.toHaveBeenCalled();
  });
});

describe('the restart', () => {
  const ready = async () => {
    const { updates, log } = open();
    await updates.check();
    await updates.download();
    downloaded.resolve();
    await settle();
    return { updates, log };
  };

  it('installs at the quit that a person asked for, and at no other', async () => {
    const { updates } = await ready();
    const quit = vi.fn();
    expect(updates.install(quit)).toBe(false);
    updates.prepareRestart();
    expect(updates.install(quit)).toBe(true);
    expect(engine.install.mock.calls).toEqual([[quit]]);
  });

  it('is refused with a sentence while it would interrupt something, and without a download', async () => {
    const refusalOf = (updates: Updates) => {
      try {
        return updates.prepareRestart();
      } catch (error) {
        return (error as { data: unknown }).data;
      }
    };
    const refusal = (message: string) => ({ code: 'invalidInput', issues: [{ path: '', message }] });
    expect(refusalOf(open().updates)).toEqual(refusal('No update is downloaded.'));
    const { updates } = await ready();
    busy = 'A task is running.';
    expect(refusalOf(updates)).toEqual(refusal('A task is running.'));
    expect(updates.install(() => {})).toBe(false);
  });

  it('is a plain quit when the installer does not start', async () => {
    const { updates, log } = await ready();
    updates.prepareRestart();
    engine.install.mockImplementationOnce(() => {
      throw new Error('spawn EACCES');
    });
    expect(updates.install(() => {})).toBe(false);
    expect(log.entries).toHaveLength(1);
  });

  it.each([
    [{}, null],
    [{ isWriting: true }, 'A request that changes something is on its way. Restart when it is answered.'],
    [{ isRunning: true }, 'A task is running. Restart when it is done, or pause it.'],
    [{ hasUnsettled: true }, 'A booking is unconfirmed. Check it on its quote, then restart.'],
  ])('with %j would interrupt: %s', (running, sentence) => {
    const now = { isWriting: false, isRunning: false, hasUnsettled: false, ...running };
    expect(busyWith({ pending: now, tasks: now, quoteStore: now })).toBe(sentence);
  });
});

describe('a policy', () => {
  it.each<[PolicyState, Partial<UpdateStatus>]>([
    [
      { policies: {}, problems: [] },
      { way: 'self', reason: null, channel: 'latest', fixed: false },
    ],
    [
      { policies: { updates: 'off' }, problems: [] },
      { way: 'off', reason: 'Your administrator turned updates off.' },
    ],
    [
      { policies: { updates: 'tell' }, problems: [] },
      { way: 'told', reason: 'Your administrator installs updates of the app.' },
    ],
    [
      { policies: { updateChannel: 'beta' }, problems: [] },
      { way: 'self', channel: 'beta', fixed: true },
    ],
    [
      { policies: { updates: 'off' }, problems: ['The policy “update” in /etc is unknown. Ask.'] },
      {
        way: 'off',
        reason: 'The policy “update” in /etc is unknown. Ask. Updates are off until then.',
      },
    ],
  ])('%j', async (file, expected) => {
    policies = file;
    const { updates } = open();
    expect(await updates.check()).toMatchObject(expected);
    expect(engine.check).toHaveBeenCalledTimes(expected.way === 'off' ? 0 : 1);
    if (expected.channel) expect(engine.check.mock.calls).toEqual([[expected.channel]]);
  });

  it('does not let a build update itself that cannot', async () => {
    way = { kind: 'off', reason: 'This build is not signed, so it does not update itself.' };
    policies = { policies: { updates: 'tell', updateChannel: 'beta' }, problems: [] };
    expect(await open().updates.check()).toMatchObject({ way: 'off', reason: way.reason });
  });
});

it('publishes the chosen channel once the status is known', async () => {
  const { updates, published } = open();
  choicesChanged.emit();
  await settle();
  expect(published).toEqual([]);
  await updates.status();
  choices = { look: true, channel: 'beta' };
  choicesChanged.emit();
  await settle();
  expect(published.map(({ channel }) => channel)).toEqual(['beta']);
});
