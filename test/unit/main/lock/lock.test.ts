import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Lock, type LockDeps, type StoredLock } from '../../../../src/main/lock/lock.ts';
import { argon2idHasher } from '../../../../src/main/lock/passphrase.ts';
import { Emitter } from '../../../../src/main/platform/emitter.ts';
import type { LockState } from '../../../../src/shared/model/lock.ts';
import type { Policies } from '../../../../src/shared/model/policy.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { ManualClock, settle } from '../../../support/manual-clock.ts';
import { MemoryDocument } from '../../../support/memory-document.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const RIGHT = 'correct horse';
/** Nothing but a text, because Argon2id takes its time by design. */
const hasher = {
  hash: async (passphrase: string) => `hash of ${passphrase}`,
  matches: vi.fn(async (passphrase: string, hash: string) => hash === `hash of ${passphrase}`),
};

let clock: ManualClock;
let document: MemoryDocument<StoredLock>;
let idleSeconds: number;
let minutes: number;
const suspended = new Emitter<void>();
const screenLocked = new Emitter<void>();
const opened: Lock[] = [];

beforeEach(() => {
  clock = new ManualClock();
  document = new MemoryDocument();
  idleSeconds = 0;
  minutes = 10;
  vi.clearAllMocks();
  for (const lock of opened.splice(0)) lock.stop();
});

/** A start of the app. */
function start(policies: Policies = {}, given: Partial<LockDeps> = {}): Lock {
  const lock = new Lock({
    ...{ document, hasher, clock, log: new FakeLog(), touchId: null },
    ...{
      choices: () => ({ minutes, hidesFromCapture: false, clearsCopied: false }),
      policies: Promise.resolve(policies),
    },
    ...{ idleSeconds: () => idleSeconds, left: [suspended, screenLocked], ...given },
  });
  opened.push(lock);
  return lock;
}
async function locked(policies: Policies = {}, given: Partial<LockDeps> = {}): Promise<Lock> {
  const lock = start(policies, given);
  await lock.setPassphrase(null, RIGHT);
  lock.lock();
  expect(lock.isLocked).toBe(true);
  return lock;
}
const issueOf = (refused: Promise<unknown>) =>
  refused.then(
    () => 'nothing was refused',
    (error: { data: { issues: { message: string }[] } }) => error.data.issues[0]?.message,
  );
const WRONG = 'This is not the passphrase.';

describe('the lock', () => {
  it('is off until there is a passphrase, and then opens for that passphrase alone', async () => {
    const lock = start();
    const published: LockState['phase'][] = [];
    lock.changed.subscribe(({ phase }) => published.push(phase));
    expect([lock.lock().phase, lock.isLocked]).toEqual(['off', false]);
    expect(await issueOf(lock.setPassphrase(null, 'seven77'))).toBe('Use 8 characters or more.');
    await lock.setPassphrase(null, RIGHT);
    lock.lock();
    expect(lock.isLocked).toBe(true);
    expect(await issueOf(lock.unlock('correct house'))).toBe(WRONG);
    expect(lock.isLocked).toBe(true);
    await lock.unlock(RIGHT);
    expect(lock.isLocked).toBe(false);
    expect(published).toEqual(['open', 'locked', 'locked', 'open']);
  });

  it('begins locked, so that the end of the app opens nothing', async () => {
    await locked().then((lock) => lock.unlock(RIGHT));
    expect(start().isLocked).toBe(true);
  });

  it.each([
    ['the computer is about to sleep', () => suspended.emit()],
    ['the screen is locked', () => screenLocked.emit()],
    ['nobody used the computer for so long', () => clock.advance(10 * SECOND)],
  ])('locks itself when %s', async (_, leave) => {
    const lock = start();
    await lock.setPassphrase(null, RIGHT);
    idleSeconds = 599;
    await clock.advance(10 * SECOND);
    expect(lock.isLocked).toBe(false);
    idleSeconds = 600;
    await leave();
    expect(lock.isLocked).toBe(true);
  });

  it('is changed and turned off by a person who knows the passphrase alone', async () => {
    const lock = await locked();
    expect(await issueOf(lock.setPassphrase(null, 'another one'))).toBe(WRONG);
    expect(await issueOf(lock.turnOff('another one'))).toBe(WRONG);
    expect(lock.isLocked).toBe(true);
    await lock.unlock(RIGHT);
    await lock.setPassphrase(RIGHT, 'another one');
    await lock.turnOff('another one');
    expect(start().phase).toBe('off');
  });
});

describe('wrong passphrases', () => {
  it('make the next wait ever longer, also after the app ended, and a right one makes up for all', async () => {
    let lock = await locked();
    for (let nth = 0; nth < 3; nth += 1) expect(await issueOf(lock.unlock('wrong'))).toBe(WRONG);
    expect(await issueOf(lock.unlock(RIGHT))).toMatch(/^After wrong passphrases the app waits: try again at /);
    expect(hasher.matches).toHaveBeenCalledTimes(3);
    lock = start();
    expect(lock.state().retryAt).toBe(clock.now() + 5 * SECOND);
    expect(await issueOf(lock.unlock(RIGHT))).toMatch(/^After wrong/);
    await clock.advance(5 * SECOND);
    expect(await issueOf(lock.unlock('wrong'))).toBe(WRONG);
    expect(lock.state().retryAt).toBe(clock.now() + 30 * SECOND);
    await clock.advance(30 * SECOND);
    await lock.unlock(RIGHT);
    lock.lock();
    expect(await issueOf(lock.unlock('wrong'))).toBe(WRONG);
    expect(lock.state().retryAt).toBeNull();
  });

  it('are counted before they are compared', async () => {
    const lock = await locked();
    hasher.matches.mockImplementationOnce(async () => {
      expect(document.read()?.failures).toBe(1);
      return false;
    });
    expect(await issueOf(lock.unlock('wrong'))).toBe(WRONG);
  });

  it('are slowed on a full disk, too, where the right one and a finger still open the app', async () => {
    const lock = await locked({}, { touchId: { prompt: async () => {} } });
    document.failWrites = true;
    const after5Seconds = async <Result>(tried: Promise<Result>) => {
      await clock.advance(5 * SECOND);
      return tried;
    };
    for (let nth = 0; nth < 4; nth += 1)
      expect(await after5Seconds(issueOf(lock.unlock('wrong')))).toBe(
        `${WRONG} The attempt could not be stored: the disk cannot be written.`,
      );
    expect(await issueOf(lock.unlock(RIGHT))).toMatch(/^After wrong/);
    await clock.advance(25 * SECOND);
    expect((await after5Seconds(lock.unlock(RIGHT))).phase).toBe('open');
    lock.lock();
    expect((await lock.unlockByTouchId()).phase).toBe('open');
    await expect(after5Seconds(lock.turnOff(RIGHT))).rejects.toThrow('no space left');
    document.failWrites = false;
  });

  it('take their time on a full disk, also after each start of the app', async () => {
    await locked();
    document.failWrites = true;
    const tried = issueOf(start().unlock('wrong'));
    await clock.advance(5 * SECOND - 1);
    expect(hasher.matches).not.toHaveBeenCalled();
    await clock.advance(1);
    expect(await tried).toContain(WRONG);
  });

  it('that are tried at once wait, too', async () => {
    const lock = await locked();
    let comparing = 0;
    const aloneAndWrong = async () => {
      comparing += 1;
      expect(comparing).toBe(1);
      await settle();
      comparing -= 1;
      return false;
    };
    for (let nth = 0; nth < 3; nth += 1) hasher.matches.mockImplementationOnce(aloneAndWrong);
    const tried = await Promise.all(['a', 'b', 'c', RIGHT].map((typed) => issueOf(lock.unlock(typed))));
    expect(tried.slice(0, 3)).toEqual([WRONG, WRONG, WRONG]);
    expect(tried[3]).toMatch(/^After wrong/);
  });

  it('wait no longer because the clock was set back', async () => {
    const lock = await locked();
    for (let nth = 0; nth < 3; nth += 1) await issueOf(lock.unlock('wrong'));
    const earlier = new ManualClock(clock.now() - 24 * HOUR);
    clock = earlier;
    const later = start();
    // The form asks again when it says so.
    expect(later.state().retryAt).toBe(clock.now() + 5 * SECOND);
    expect(await issueOf(later.unlock(RIGHT))).toMatch(/^After wrong/);
    await earlier.advance(5 * SECOND);
    await later.unlock(RIGHT);
    expect(later.isLocked).toBe(false);
  });
});

describe('a forgotten passphrase', () => {
  it('is dropped after a day, also of an app that did not run, and nothing else is', async () => {
    const lock = await locked();
    await lock.forget();
    await clock.advance(12 * HOUR);
    // Asking again does not begin again.
    expect((await lock.forget()).opensAt).toBe(clock.now() + 12 * HOUR);
    lock.stop();
    const later = start();
    await clock.advance(12 * HOUR - MINUTE);
    expect(later.isLocked).toBe(true);
    await clock.advance(2 * MINUTE);
    expect(later.phase).toBe('off');
  });

  it('waits a day at most, whatever the clock said', async () => {
    const lock = await locked();
    await lock.forget();
    lock.stop();
    clock = new ManualClock(clock.now() - 1_000 * HOUR);
    const later = start();
    expect(later.state().opensAt).toBe(clock.now() + 24 * HOUR);
    await clock.advance(24 * HOUR + MINUTE);
    expect(later.phase).toBe('off');
  });

  it('waits no more once somebody who knows it is back', async () => {
    const lock = await locked();
    await lock.forget();
    await lock.unlock(RIGHT);
    lock.lock();
    expect(lock.state().opensAt).toBeNull();
    await clock.advance(25 * HOUR);
    expect(lock.isLocked).toBe(true);
  });
});

describe('a fingerprint', () => {
  it('opens the app when it is the person’s', async () => {
    const prompt = vi.fn(async () => {});
    const lock = await locked({}, { touchId: { prompt } });
    prompt.mockRejectedValueOnce(new Error('canceled'));
    await expect(lock.unlockByTouchId()).rejects.toMatchObject({ data: { code: 'cancelled' } });
    expect(lock.isLocked).toBe(true);
    expect((await lock.unlockByTouchId()).phase).toBe('open');
    await expect(start().unlockByTouchId()).rejects.toMatchObject({ data: { code: 'cancelled' } });
  });
});

describe('an administrator', () => {
  it('requires a lock: nothing is shown before a passphrase is chosen, and it cannot be turned off', async () => {
    const lock = start({ lock: 'required' });
    await settle();
    expect([lock.phase, lock.isLocked]).toEqual(['choose', true]);
    await lock.setPassphrase(null, RIGHT);
    expect(lock.isLocked).toBe(false);
    expect(await issueOf(lock.turnOff(RIGHT))).toBe('Your administrator requires the lock.');
  });

  it('sets the most minutes without use', async () => {
    const lock = start({ lockMinutes: 2, whileLocked: 'stop' });
    await lock.setPassphrase(null, RIGHT);
    idleSeconds = 120;
    await clock.advance(10 * SECOND);
    expect(lock.state()).toMatchObject({ phase: 'locked', maxMinutes: 2, stops: true });
  });
});

it('Argon2id tells passphrases apart, and one character from no other way to write it', async () => {
  const hash = await argon2idHasher.hash('caf\u00e9 au lait');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await argon2idHasher.matches('cafe\u0301 au lait', hash)).toBe(true);
  expect(await argon2idHasher.matches('cafe au lait', hash)).toBe(false);
  expect(await argon2idHasher.hash('caf\u00e9 au lait')).not.toBe(hash);
});
