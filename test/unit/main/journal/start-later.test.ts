import { describe, expect, it } from 'vitest';
import type { ToWorker, WorkerEvents } from '../../../../src/main/journal/worker/messages.ts';
import { startLater } from '../../../../src/main/journal/worker/start-later.ts';

const record = (seq: number) => ({ kind: 'record', exchanges: [], seq }) as unknown as ToWorker;
const query = { kind: 'query', id: 1, name: 'facets', input: 'c' } as ToWorker;

function setUp({ fails = false } = {}) {
  const drawn = Promise.withResolvers<void>();
  const posted: ToWorker[] = [];
  const exits: unknown[] = [];
  let [started, stopped] = [0, 0];
  const start = startLater(() => {
    started += 1;
    if (fails) throw new Error('no thread');
    return { post: (message) => posted.push(message), stop: () => (stopped += 1) };
  }, drawn.promise);
  const events: WorkerEvents = { onMessage: () => {}, onExit: (error) => exits.push(error) };
  return {
    draw: async () => drawn.resolve(),
    posted,
    exits,
    start: () => start(events),
    counts: () => ({ started, stopped }),
  };
}

describe('the first worker of the journal', () => {
  it('starts when the first page is drawn, with the messages that waited, in their order', async () => {
    const { draw, posted, start, counts } = setUp();
    const worker = start();
    worker.post(record(1));
    worker.post(record(2));
    expect(counts().started).toBe(0);
    await draw();
    worker.post(record(3));
    expect(posted).toEqual([record(1), record(2), record(3)]);
    expect(counts().started).toBe(1);
  });

  it.each([query, { kind: 'exportHar' } as ToWorker, { kind: 'close' } as ToWorker])(
    'starts at once for $kind',
    async (message) => {
      const { draw, posted, start, counts } = setUp();
      const worker = start();
      worker.post(record(1));
      worker.post(message);
      expect(posted).toEqual([record(1), message]);
      await draw();
      expect(counts().started).toBe(1);
    },
  );

  it('never starts when it is stopped before', async () => {
    const { draw, start, counts } = setUp();
    start().stop();
    await draw();
    expect(counts()).toEqual({ started: 0, stopped: 0 });
  });

  it('reports a thread that cannot be started as one that ended', async () => {
    const { draw, exits, start } = setUp({ fails: true });
    start();
    await draw();
    expect(exits).toEqual([new Error('no thread')]);
  });

  it('has successors that do not wait', () => {
    const { start, counts } = setUp();
    start();
    const worker = start();
    expect(counts().started).toBe(1);
    worker.stop();
    expect(counts().stopped).toBe(1);
  });
});
