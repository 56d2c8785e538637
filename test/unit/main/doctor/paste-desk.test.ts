/** The desk that reads what the window is given: pieces, limits, cancelling, and threads that end without a report. */
import { describe, expect, it } from 'vitest';
import { knownServices } from '../../../../src/main/api/known-services.ts';
import { PasteDesk, type Piece } from '../../../../src/main/doctor/paste-desk.ts';
import { readPasted } from '../../../../src/main/doctor/read/read-pasted.ts';
import { reportOf } from '../../../../src/main/doctor/read/report.ts';
import type { FromReader, ToReader } from '../../../../src/main/doctor/read/worker/messages.ts';
import type { ReadingProgress } from '../../../../src/main/doctor/reading.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { SAMPLES } from './read/samples.ts';

const TEXT = SAMPLES[1]?.text ?? '';
const REPORT = reportOf(readPasted(TEXT), []);
/** The report with the ids of its cases. */
const KEPT = { ...REPORT, cases: REPORT.cases.map((one, index) => ({ ...one, caseId: `case-${index + 1}` })) };
const never = { signal: new AbortController().signal, callerId: 7 };

/** A thread that notes what it is told; the test says what it answers. */
class FakeThread {
  readonly told: ToReader[] = [];
  stopped = false;
  say: (message: FromReader) => void = () => {};
  end: () => void = () => {};
}

function deskOf(secrets = async (): Promise<string[]> => ['a-secret-of-the-console']) {
  const threads: FakeThread[] = [];
  const kept: unknown[] = [];
  const clock = new ManualClock();
  const progress: { callerId: number; payload: ReadingProgress }[] = [];
  const desk = new PasteDesk({
    clock,
    secrets,
    services: () => [],
    keep: (failure) => `case-${kept.push(failure)}`,
    start: (onMessage, onEnd) => {
      const thread = new FakeThread();
      Object.assign(thread, { say: onMessage, end: onEnd });
      threads.push(thread);
      return {
        post: (message) => thread.told.push(message),
        stop: () => {
          thread.stopped = true;
        },
      };
    },
  });
  desk.progress.subscribe((one) => progress.push(one));
  const started = async (count: number) => {
    while (threads.length < count || (threads[count - 1]?.told.length ?? 0) < 2) await Promise.resolve();
    return threads[count - 1] as FakeThread;
  };
  return { desk, threads, clock, kept, progress, started };
}

const piece = (changes: Partial<Piece> = {}): Piece => ({
  ...{ id: 'one', index: 0, piece: Buffer.from(TEXT).toString('base64'), size: TEXT.length, isLast: false },
  ...changes,
});

describe('PasteDesk', () => {
  it('gives the thread the secrets of the console and the text, publishes progress, and ends it with its report', async () => {
    const { desk, kept, progress, started } = deskOf();
    const answer = desk.readText(TEXT, never);
    const thread = await started(1);
    expect(thread.told).toEqual([
      {
        kind: 'start',
        secrets: ['a-secret-of-the-console'],
        services: [],
        formats: { locale: 'en-GB', clock: 'locale' },
        readAt: expect.any(Number),
      },
      { kind: 'chunk', bytes: Buffer.from(TEXT) },
      { kind: 'finish' },
    ]);
    thread.say({ kind: 'progress', bytes: 5, total: null });
    thread.say({ kind: 'report', report: REPORT });
    expect(await answer).toEqual(KEPT);
    expect([thread.stopped, progress]).toEqual([true, [{ callerId: 7, payload: { bytes: 5, total: null } }]]);
    expect(kept).toEqual([REPORT.cases[0]?.failure]);
  });

  it('keeps a case of a request without an answer only when something is wrong in it', async () => {
    const { desk, kept, started } = deskOf();
    const reportFor = (path: string) =>
      reportOf(readPasted(`curl https://open-api.guesty.com${path} -H 'Authorization: Bearer ***'`), knownServices());
    for (const [index, path] of ['/v1/listings', '/v1/v1/listings'].entries()) {
      const answer = desk.readText('curl', never);
      (await started(index + 1)).say({ kind: 'report', report: reportFor(path) });
      expect((await answer).cases.map(({ caseId }) => caseId)).toEqual([index === 0 ? null : 'case-1']);
    }
    expect(kept).toHaveLength(1);
  });

  it('stops the thread of a file that is cancelled after its last piece, and keeps nothing of it', async () => {
    const { desk, kept, started } = deskOf();
    const controller = new AbortController();
    const answer = desk.readPiece(piece({ isLast: true }), { signal: controller.signal, callerId: 7 });
    answer.catch(() => {});
    const thread = await started(1);
    while (thread.told.at(-1)?.kind !== 'finish') await Promise.resolve();
    controller.abort();
    expect(thread.stopped).toBe(true);
    thread.say({ kind: 'report', report: REPORT });
    await expect(answer).rejects.toMatchObject({ data: { code: 'cancelled' } });
    expect(kept).toEqual([]);
  });

  it('stops the thread when it is cancelled', async () => {
    const { desk, started } = deskOf();
    const controller = new AbortController();
    const answer = desk.readFile('/a.har', { signal: controller.signal, callerId: 7 });
    const thread = await started(1);
    controller.abort();
    await expect(answer).rejects.toMatchObject({ data: { code: 'cancelled' } });
    expect(thread.stopped).toBe(true);
  });

  it('ends every thread when it closes, also that of a text and of a file', async () => {
    const { desk, threads, started } = deskOf();
    const answers = [desk.readText(TEXT, never), desk.readFile('/a.har', never)];
    await started(2);
    desk.close();
    for (const answer of answers) await expect(answer).rejects.toMatchObject({ data: { code: 'cancelled' } });
    expect(threads.map(({ stopped }) => stopped)).toEqual([true, true]);
  });

  it('starts no thread once it is closed', async () => {
    const { desk, threads } = deskOf();
    const answer = desk.readText(TEXT, never);
    desk.close();
    await expect(answer).rejects.toMatchObject({ data: { code: 'cancelled' } });
    expect(threads).toEqual([]);
  });

  it('says so when reading takes too much memory or too long', async () => {
    const { desk, clock, started } = deskOf();
    const first = desk.readText(TEXT, never);
    (await started(1)).end();
    expect(await first).toMatchObject({ kind: 'refused', unread: [{ what: expect.stringContaining('memory') }] });
    const second = desk.readText(TEXT, never);
    const slow = await started(2);
    clock.advance(120_000);
    expect(await second).toMatchObject({ kind: 'refused', unread: [{ what: expect.stringContaining('too long') }] });
    expect(slow.stopped).toBe(true);
  });

  it('takes a file in pieces that follow each other', async () => {
    const { desk, started } = deskOf();
    expect(await desk.readPiece(piece(), never)).toBeNull();
    const thread = await started(1);
    await expect(desk.readPiece(piece({ index: 2 }), never)).rejects.toMatchObject({ data: { code: 'invalidInput' } });
    await expect(desk.readPiece(piece({ id: 'other', index: 1 }), never)).rejects.toMatchObject({
      data: { code: 'invalidInput' },
    });
    const answer = desk.readPiece(piece({ index: 1, isLast: true }), never);
    thread.say({ kind: 'report', report: REPORT });
    expect(await answer).toEqual(KEPT);
    expect(thread.told.map(({ kind }) => kind)).toEqual(['start', 'chunk', 'chunk', 'finish']);
  });

  it('keeps two files in pieces, refuses one that is too large, and gives up all when the console closes', async () => {
    const { desk, threads, started } = deskOf();
    expect(await desk.readPiece(piece({ size: 1_024 ** 3 }), never)).toMatchObject({ kind: 'refused' });
    expect(threads).toHaveLength(0);
    for (const [index, id] of ['one', 'two', 'three'].entries()) {
      await desk.readPiece(piece({ id }), never);
      await started(index + 1);
    }
    expect(threads.map(({ stopped }) => stopped)).toEqual([true, false, false]);
    desk.close();
    expect(threads.map(({ stopped }) => stopped)).toEqual([true, true, true]);
  });

  it('keeps nothing of a file that is cancelled during its first piece', async () => {
    const secrets = Promise.withResolvers<string[]>();
    const { desk, threads } = deskOf(() => secrets.promise);
    const controller = new AbortController();
    const first = desk.readPiece(piece(), { signal: controller.signal, callerId: 7 });
    controller.abort();
    secrets.resolve([]);
    await expect(first).rejects.toMatchObject({ data: { code: 'cancelled' } });
    await expect(desk.readPiece(piece({ index: 1 }), never)).rejects.toMatchObject({ data: { code: 'invalidInput' } });
    expect(threads.filter(({ stopped }) => !stopped)).toEqual([]);
  });

  it('answers the next piece with why reading the file ended', async () => {
    const { desk, clock, threads, started } = deskOf();
    const next = () => desk.readPiece(piece({ index: 1 }), never);
    await desk.readPiece(piece(), never);
    await clock.advance(120_000);
    expect(await next()).toMatchObject({ kind: 'refused', unread: [{ what: expect.stringContaining('too long') }] });
    expect(threads[0]?.told.map(({ kind }) => kind)).toEqual(['start', 'chunk']);
    await expect(next()).rejects.toMatchObject({ data: { code: 'invalidInput' } });
    await desk.readPiece(piece(), never);
    (await started(2)).end();
    expect(await next()).toMatchObject({ unread: [{ what: expect.stringContaining('memory') }] });
  });

  it('tells the window of the oldest file that two others are read instead', async () => {
    const { desk, threads } = deskOf();
    for (const id of ['one', 'two', 'three']) await desk.readPiece(piece({ id }), never);
    expect(threads.map(({ stopped }) => stopped)).toEqual([true, false, false]);
    expect(await desk.readPiece(piece({ index: 1 }), never)).toMatchObject({
      kind: 'refused',
      unread: [{ what: 'Two other files were given after it, and it was given up. Give it again when they are read.' }],
    });
    expect(await desk.readPiece(piece({ id: 'two', index: 1 }), never)).toBeNull();
    for (let index = 0; index < 50; index += 1) await desk.readPiece(piece({ id: `more-${index}` }), never);
    // Only the newest of those that ended are remembered.
    await expect(desk.readPiece(piece({ id: 'more-0', index: 1 }), never)).rejects.toMatchObject({
      data: { code: 'invalidInput' },
    });
  });

  it('takes pieces of a file only from the window that began it', async () => {
    const { desk, threads } = deskOf();
    const other = { ...never, callerId: 8 };
    await desk.readPiece(piece(), never);
    await expect(desk.readPiece(piece({ index: 1 }), other)).rejects.toMatchObject({ data: { code: 'invalidInput' } });
    await desk.readPiece(piece(), other);
    expect(threads.map(({ stopped }) => stopped)).toEqual([false, false]);
    expect(await desk.readPiece(piece({ index: 1 }), never)).toBeNull();
    expect(threads.map(({ told }) => told.length)).toEqual([3, 2]);
  });
});
