/** Marks in their file, and what the composition marks. */
import { describe, expect, it } from 'vitest';
import { followMarks } from '../../../../../src/main/compose/marks.ts';
import { Emitter } from '../../../../../src/main/platform/emitter.ts';
import { type Mark, Marks } from '../../../../../src/main/traffic/timeline/marks.ts';
import type { OpenCircuit } from '../../../../../src/shared/model/pending.ts';
import { FakeLog } from '../../../../support/fake-log.ts';
import { connectionFixture, connectionsFixture, NOW } from '../../../../support/fixtures.ts';
import { MemoryUnsyncedLineFile } from '../../../../support/memory-unsynced-line-file.ts';

const marksIn = (file: MemoryUnsyncedLineFile) => new Marks({ file, log: new FakeLog() });
const started = (connectionId: string, at = NOW): Mark => ({ kind: 'started', connectionId, at, host: null });

describe('Marks', () => {
  it('keeps marks across a restart, by connection, and skips lines that it cannot read', () => {
    const file = new MemoryUnsyncedLineFile(['nonsense', '{"kind":"later"}']);
    const marks = marksIn(file);
    marks.add(started('one'));
    marks.add(started('two'));
    expect(marks.of('one')).toEqual([started('one')]);
    marks.remove('two');
    expect(marksIn(file).of('two')).toEqual([]);
    expect(marksIn(file).of('one')).toEqual([started('one')]);
  });

  it.each([
    ['before it was read', 4_001],
    ['while the console runs', 3_999],
  ])('cuts a file that has grown %s', (_, count) => {
    const line = JSON.stringify(started('one', 1));
    const file = new MemoryUnsyncedLineFile(Array.from({ length: count }, () => line));
    const marks = marksIn(file);
    expect(marks.of('two')).toEqual([]);
    marks.add(started('one', 2));
    marks.add(started('one', 3));
    expect(marks.of('one').at(-1)?.at).toBe(3);
    expect(file.kept.length).toBeLessThan(2_003);
  });

  it('never fails with its disk', () => {
    const file = new MemoryUnsyncedLineFile();
    file.fails = true;
    const marks = marksIn(file);
    marks.add(started('one'));
    expect(marks.of('one')).toEqual([]);
  });
});

describe('followMarks', () => {
  it('marks start, sleep, circuits and close of every connection on its clock', () => {
    const marks = marksIn(new MemoryUnsyncedLineFile());
    const kit = { suspended: new Emitter<void>(), resumed: new Emitter<void>() };
    const changed = new Emitter<string>();
    let open: OpenCircuit[] = [];
    const connections = connectionsFixture([connectionFixture({ id: 'one' }), connectionFixture({ id: 'two' })]);
    const stop = followMarks({
      kit,
      marks,
      vault: { snapshot: () => connections },
      clockOf: (id) => ({ now: () => (id === 'one' ? 1 : 2) }),
      circuits: { changed, openCircuits: () => open },
    });
    open = [{ host: 'api.example', failures: 3, since: 1, until: 2, reason: 'it failed' }];
    changed.emit('one');
    changed.emit('one');
    kit.suspended.emit();
    kit.resumed.emit();
    open = [];
    changed.emit('one');
    changed.emit('removed');
    stop();
    changed.emit('one');
    const kinds = (id: string) => marks.of(id).map(({ kind, at, host }) => `${kind} ${at} ${host}`);
    expect(kinds('one')).toEqual([
      'started 1 null',
      'circuitOpened 1 api.example',
      'slept 1 null',
      'woke 1 null',
      'circuitClosed 1 api.example',
      'closed 1 null',
    ]);
    expect(kinds('two')).toEqual(['started 2 null', 'slept 2 null', 'woke 2 null', 'closed 2 null']);
  });
});
