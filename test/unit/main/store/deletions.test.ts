/** Deletions that can be undone: hidden at once, on the disk until they are done, done when their time ends or at the next start. */
import { beforeEach, describe, expect, it } from 'vitest';
import { type DeletedItems, type Deletion, Deletions } from '../../../../src/main/store/deletions.ts';
import { AppError } from '../../../../src/shared/app-error.ts';
import type { DeletionKind } from '../../../../src/shared/model/deletion.ts';
import { UNDO_MS } from '../../../../src/shared/time/undo-time.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

/** The disk: what a kill leaves. `failing`: writes of pending deletions fail. */
class Disk {
  pending: Deletion[] = [];
  readonly items = new Set<string>();
  failing = false;
  /** The steps so far, and the step before which the app is killed. */
  steps = 0;
  killBefore = Number.POSITIVE_INFINITY;

  step(): void {
    this.steps += 1;
    if (this.steps >= this.killBefore) throw new Killed();
    if (this.failing) throw new AppError('storageFailed', { what: 'The list', reason: 'the disk is full' });
  }
}
class Killed extends Error {}

let disk = new Disk();
const clock = new ManualClock();
beforeEach(() => {
  disk = new Disk();
  for (const id of ['a', 'b', 'c']) disk.items.add(id);
});

/** The app from its start until a kill. `refuses` is never deleted. */
function open(refuses = '') {
  const hidden = new Set<string>();
  const log = new FakeLog();
  let ids = 0;
  const deletions = new Deletions({
    clock,
    log,
    random: { id: () => `deletion ${++ids}` },
    pending: {
      all: () => disk.pending,
      add(deletion) {
        disk.step();
        disk.pending = [...disk.pending, deletion];
      },
      remove(id) {
        disk.step();
        disk.pending = disk.pending.filter((one) => one.id !== id);
      },
    },
  });
  const published: string[] = [];
  deletions.changed.subscribe(({ kind, connectionId }) => published.push(`${kind} of ${connectionId}`));
  for (const kind of ['tasks', 'quotes'] satisfies DeletionKind[])
    deletions.register(kind, {
      hide({ ids: wanted }) {
        if (wanted.includes(refuses)) throw new AppError('invalidInput', { issues: [] });
        for (const id of wanted) hidden.add(id);
      },
      show({ ids: wanted }) {
        for (const id of wanted) hidden.delete(id);
      },
      delete({ ids: wanted }) {
        disk.step();
        for (const id of wanted) disk.items.delete(id);
      },
    });
  const shown = () => [...disk.items].filter((id) => !hidden.has(id)).join('');
  return { deletions, log, published, shown };
}

const tasks = (...ids: string[]): DeletedItems => ({ kind: 'tasks', connectionId: 'c1', ids });
const quotes = (...ids: string[]): DeletedItems => ({ kind: 'quotes', connectionId: 'c1', ids });

describe('a deletion', () => {
  it('hides at once, stands on the disk, and is done when its time ends', async () => {
    const { deletions, shown, published } = open();
    const id = await deletions.begin(tasks('a'));
    expect(shown()).toBe('bc');
    expect(published).toEqual(['tasks of c1']);
    expect(disk.pending.map((one) => one.id)).toEqual([id]);
    await clock.advance(UNDO_MS);
    expect(disk.items.has('a')).toBe(true);
    await clock.advance(60_000);
    expect([...disk.items]).toEqual(['b', 'c']);
    expect(disk.pending).toEqual([]);
    expect(clock.pending).toBe(0);
    await expect(deletions.undo(id)).rejects.toMatchObject({ code: 'notFound' });
  });

  it('is undone in every window, once', async () => {
    const { deletions, shown, published } = open();
    const id = await deletions.begin(tasks('a'), quotes('b'));
    expect(shown()).toBe('c');
    await clock.advance(UNDO_MS);
    await deletions.undo(id);
    expect(shown()).toBe('abc');
    expect(published).toEqual(['tasks of c1', 'quotes of c1', 'tasks of c1', 'quotes of c1']);
    expect(disk.pending).toEqual([]);
    await clock.advance(60_000);
    expect(shown()).toBe('abc');
    await expect(deletions.undo(id)).rejects.toMatchObject({ code: 'notFound' });
  });

  it('of several parts hides all or none', async () => {
    const { deletions, shown, published } = open('b');
    await expect(deletions.begin(tasks('a'), quotes('b'))).rejects.toMatchObject({ code: 'invalidInput' });
    expect(shown()).toBe('abc');
    expect([disk.pending, published, clock.pending]).toEqual([[], [], 0]);
  });

  it('that cannot be written hides nothing', async () => {
    const { deletions, shown } = open();
    disk.failing = true;
    await expect(deletions.begin(tasks('a'))).rejects.toMatchObject({ code: 'storageFailed' });
    expect(shown()).toBe('abc');
    expect(clock.pending).toBe(0);
  });

  it('in steps has one undo: the first step waits for the last', async () => {
    const { deletions, shown } = open();
    const steps: string[] = [];
    for (const id of ['a', 'b', 'c']) {
      steps.push(await deletions.begin(quotes(id)));
      await clock.advance(UNDO_MS);
    }
    expect(shown()).toBe('');
    for (const id of steps) {
      await deletions.undo(id);
      await clock.advance(UNDO_MS);
    }
    expect(shown()).toBe('abc');
  });

  it('ten at once have each their own time and undo', async () => {
    for (let at = 0; at < 10; at += 1) disk.items.add(`item${at} `);
    const { deletions, shown } = open();
    const ids = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        deletions.begin({ kind: 'tasks', connectionId: `c${at}`, ids: [`item${at} `] }),
      ),
    );
    expect(clock.pending).toBe(10);
    await Promise.all(ids.filter((_, at) => at % 2 === 0).map((id) => deletions.undo(id)));
    await clock.advance(60_000);
    expect(shown()).toBe('abcitem0 item2 item4 item6 item8 ');
    expect(disk.pending).toEqual([]);
  });

  it('is done when the app quits, or when something needs it done', async () => {
    const { deletions } = open();
    const kept = await deletions.begin(quotes('b'));
    await deletions.begin(tasks('a'));
    await deletions.finish(({ kind }) => kind === 'tasks');
    expect([...disk.items]).toEqual(['b', 'c']);
    await deletions.undo(kept);
    await deletions.begin(quotes('c'));
    await deletions.finish();
    expect([...disk.items]).toEqual(['b']);
    expect(clock.pending).toBe(0);
  });

  it('that fails stays hidden, and the next start does it', async () => {
    const { deletions, shown, log } = open();
    await deletions.begin(tasks('a'));
    disk.failing = true;
    await expect(deletions.finish()).rejects.toMatchObject({ code: 'storageFailed' });
    expect(shown()).toBe('bc');
    expect(log.entries).toHaveLength(1);
    await expect(deletions.finish()).rejects.toMatchObject({ code: 'storageFailed' });
    disk.failing = false;
    const next = open();
    await next.deletions.finishEarlier();
    expect(next.shown()).toBe('bc');
    expect(disk.pending).toEqual([]);
  });
});

describe('an undo that the disk does not take', () => {
  it('shows the items all the same, and no later start deletes them', async () => {
    const { deletions, shown } = open();
    const id = await deletions.begin(tasks('a'));
    disk.failing = true;
    await expect(deletions.undo(id)).rejects.toMatchObject({ code: 'storageFailed' });
    expect(shown()).toBe('abc');
    disk.failing = false;
    await deletions.finish();
    const next = open();
    await next.deletions.finishEarlier();
    expect(next.shown()).toBe('abc');
  });
});

describe('after a kill', () => {
  it('a pending deletion is done at the next start, where its undo is over', async () => {
    const id = await open().deletions.begin(tasks('a'), quotes('b'));
    const { deletions, shown } = open();
    await deletions.finishEarlier();
    expect(shown()).toBe('c');
    expect(disk.pending).toEqual([]);
    await expect(deletions.undo(id)).rejects.toMatchObject({ code: 'notFound' });
  });

  it('at any step, nothing that was hidden comes back and nothing else is lost', async () => {
    for (const undone of [false, true])
      for (let killBefore = 1; killBefore <= 6; killBefore += 1) {
        disk = new Disk();
        for (const id of ['a', 'b', 'c']) disk.items.add(id);
        const first = open();
        disk.killBefore = killBefore;
        let reached = 'nothing';
        try {
          const id = await first.deletions.begin(tasks('a'), quotes('b'));
          reached = 'hidden';
          if (undone) await first.deletions.undo(id);
          else await first.deletions.finish();
          reached = 'end';
        } catch (error) {
          expect(error).toBeInstanceOf(Killed);
        }
        disk.killBefore = Number.POSITIVE_INFINITY;
        const next = open();
        await next.deletions.finishEarlier();
        const left = next.shown();
        expect(disk.pending).toEqual([]);
        if (reached === 'nothing') expect(['abc', 'c']).toContain(left);
        else expect(left, `${killBefore} ${undone}`).toBe(undone && reached === 'end' ? 'abc' : 'c');
      }
  });

  it('that cannot be done at the next start either, it stays hidden, and the app starts', async () => {
    await open().deletions.begin(tasks('a'), quotes('b'));
    disk.failing = true;
    const next = open('b');
    await next.deletions.finishEarlier();
    expect(next.shown()).toBe('bc');
    expect(next.log.entries).toHaveLength(2);
    disk.failing = false;
    const last = open();
    await last.deletions.finishEarlier();
    expect(last.shown()).toBe('c');
  });

  it('leaves a deletion of a kind that this version does not know', async () => {
    disk.pending = [{ id: 'x', parts: [{ kind: 'later' as DeletionKind, connectionId: 'c1', ids: ['a'] }] }];
    const { deletions, shown } = open();
    await deletions.finishEarlier();
    expect(shown()).toBe('abc');
    expect(disk.pending).toHaveLength(1);
  });
});
