/** The programs and their rights: what a revocation, a bearer and the count of a day do. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { programHandlers } from '../../../../src/main/gateway/handlers.ts';
import { Programs } from '../../../../src/main/gateway/programs.ts';
import { Sealer } from '../../../../src/main/vault/sealer.ts';
import { AppError } from '../../../../src/shared/app-error.ts';
import { NEW_PROGRAM } from '../../../../src/shared/model/program.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { storesIn } from '../../../support/stores-in.ts';

const HOUR = 3_600_000;

async function setUp(changes: object = {}) {
  const clock = new ManualClock();
  const database = storesIn().inConsole({ what: 'The programs' });
  const sealer = new Sealer(randomBytes(32));
  const connections = { snapshot: () => ({ connections: [{ id: 'c' }] }) as never };
  const open = () =>
    new Programs({ database, key: { sealer: async () => sealer }, connections, clock, log: new FakeLog() });
  const programs = open();
  const { program, key } = await programs.create({
    ...NEW_PROGRAM,
    paths: [],
    connectionId: 'c',
    name: 'x',
    ...changes,
  });
  return { clock, database, open, programs, id: program.id, key };
}

describe('a revoked program', () => {
  it('stays in the list, refused, while it cannot be deleted, and is revoked by another try', async () => {
    const { database, open, programs, id, key } = await setUp();
    const write = database.transaction.bind(database);
    database.transaction = () => {
      throw new AppError('storageFailed', { what: 'The programs', reason: 'the disk is full' });
    };
    await expect(programs.revoke(id)).rejects.toMatchObject({ code: 'storageFailed' });
    expect((await programs.list()).programs).toHaveLength(1);
    await expect(programs.ofKey(key)).rejects.toMatchObject({ code: 'notGranted' });
    database.transaction = write;
    await programs.revoke(id);
    expect((await programs.list()).programs).toEqual([]);
    await expect(open().ofKey(key)).rejects.toMatchObject({ code: 'notGranted' });
  });
});

describe('a bearer', () => {
  it('is no key: it gives no other bearer, and a program has five', async () => {
    const { clock, programs, id, key } = await setUp();
    const bearers = [];
    for (let n = 0; n < 6; n += 1) bearers.push(await programs.bearer(id, key));
    const isValid = (text: string) =>
      programs.ofKeyOrBearer(text).then(
        () => true,
        () => false,
      );
    expect(await Promise.all(bearers.map(isValid))).toEqual([false, true, true, true, true, true]);
    const [bearer = ''] = bearers.slice(-1);
    await expect(programs.bearer(id, bearer)).rejects.toMatchObject({ code: 'notGranted' });
    await expect(programs.ofKey(bearer)).rejects.toMatchObject({ code: 'notGranted' });
    await clock.advance(24 * HOUR);
    expect(await isValid(bearer)).toBe(false);
    await programs.ofKey(key);
  });
});

describe('a key', () => {
  it('is refused after its days, and lets nothing more be sent', async () => {
    const { clock, programs, id, key } = await setUp({ days: 7 });
    await clock.advance(7 * 24 * HOUR - 1);
    await programs.ofKey(key);
    await clock.advance(1);
    await expect(programs.ofKey(key)).rejects.toMatchObject({ code: 'notGranted' });
    expect(() => programs.countRequest(id, 0)).toThrow(expect.objectContaining({ code: 'notGranted' }));
  });
});

describe('the use of a program', () => {
  it('is seen without a request, and its count ends with its day', async () => {
    const { clock, programs, id, key } = await setUp({ perDay: 1 });
    await clock.advance(HOUR);
    await programs.ofKey(key);
    expect(programs.describe(id)).toMatchObject({ lastAt: clock.now(), usedToday: 0 });
    programs.countRequest(id, 0);
    await clock.advance(HOUR);
    // On a connection's clock that shows 7.
    expect(() => programs.countRequest(id, 7)).toThrow(
      expect.objectContaining({ data: expect.objectContaining({ retryAt: 7 + 23 * HOUR }) }),
    );
    await clock.advance(23 * HOUR);
    expect(programs.describe(id).usedToday).toBe(0);
    programs.countRequest(id, 0);
  });
});

describe('a key that could not be copied', () => {
  it('is revoked, because nobody has it', async () => {
    const { programs, id } = await setUp();
    const copyText = () => Promise.reject(new Error('the clipboard is taken'));
    const { create } = programHandlers({ programs, gateway: null as never, command: null as never }, {
      copyText,
    } as never);
    await expect(create({ ...NEW_PROGRAM, paths: [], connectionId: 'c', name: 'y' })).rejects.toThrow('clipboard');
    expect((await programs.list()).programs.map((one) => one.id)).toEqual([id]);
  });
});

describe('a program with many refusals', () => {
  it('is paused by twenty in a minute, also after a restart, until a person resumes it', async () => {
    const { clock, open, programs, id, key } = await setUp();
    for (let n = 0; n < 19; n += 1) await programs.countRefusal(id);
    await clock.advance(60_000);
    await programs.countRefusal(id);
    await programs.ofKey(key);
    for (let n = 0; n < 19; n += 1) await programs.countRefusal(id);
    await expect(programs.ofKey(key)).rejects.toMatchObject({ code: 'programPaused' });
    const again = open();
    expect((await again.list()).programs).toMatchObject([{ id, pausedAt: clock.now() }]);
    await expect(again.ofKeyOrBearer(key)).rejects.toMatchObject({ code: 'programPaused' });
    await again.resume(id);
    await again.ofKey(key);
    await again.countRefusal(id);
    expect((await again.list()).programs).toMatchObject([{ pausedAt: null }]);
  });

  it('is paused also while that cannot be stored, and its own error is told', async () => {
    const { database, programs, id, key } = await setUp();
    database.transaction = () => {
      throw new AppError('storageFailed', { what: 'The programs', reason: 'the disk is full' });
    };
    for (let n = 0; n < 20; n += 1) await programs.countRefusal(id);
    await expect(programs.ofKey(key)).rejects.toMatchObject({ code: 'programPaused' });
  });
});
