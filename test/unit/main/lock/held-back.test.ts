import { describe, expect, it, vi } from 'vitest';
import { pauseWhileLocked, withoutQuestions } from '../../../../src/main/compose/lock.ts';
import { lockedDesktop } from '../../../../src/main/lock/locked-desktop.ts';
import { Emitter } from '../../../../src/main/platform/emitter.ts';
import type { PlatformKit } from '../../../../src/main/platform/kit.ts';
import { settle } from '../../../support/manual-clock.ts';

const question = { title: '', message: '', detail: '', confirm: '', cancel: '' };

describe('while the app is locked', () => {
  it('no question is asked, and the answer to an open one counts for nothing', async () => {
    let isLocked = false;
    const yes = vi.fn(async () => true);
    const kit = withoutQuestions({ ask: yes, askForProgram: yes } as unknown as PlatformKit, () => isLocked);
    expect([await kit.ask(question), await kit.askForProgram(question)]).toEqual([true, true]);
    yes.mockImplementation(async () => {
      isLocked = true;
      return true;
    });
    expect(await kit.ask(question)).toBe(false);
    isLocked = false;
    expect(await kit.askForProgram(question)).toBeNull();
    yes.mockClear();
    expect([await kit.ask(question), await kit.askForProgram(question)]).toEqual([false, null]);
    expect(yes).not.toHaveBeenCalled();
  });

  it('nothing is copied or printed, and a file dialog that is still open leads to no file', async () => {
    let isLocked = true;
    const act = vi.fn(async () => '/home/ada/guests.csv' as never);
    const given = { copyText: act, copyTable: act, printPdf: act, openFile: act, chooseFile: act, openLink: act };
    const desktop = lockedDesktop(given, () => isLocked);
    const refused = { data: { code: 'locked' } };
    for (const held of Object.values(desktop) as (() => Promise<unknown>)[])
      await expect(held()).rejects.toMatchObject(refused);
    expect(act).not.toHaveBeenCalled();
    isLocked = false;
    expect(await desktop.openFile()).toBe('/home/ada/guests.csv');
    act.mockImplementationOnce(async () => {
      isLocked = true;
      return '/home/ada/guests.csv' as never;
    });
    await expect(desktop.openFile()).rejects.toMatchObject(refused);
  });

  it.each([
    [{}, 0],
    [{ whileLocked: 'stop' as const }, 1],
  ])(
    'running tasks pause only if a policy says so, also those that go on after a start: %j',
    async (policies, times) => {
      const changed = new Emitter<never>();
      const tasksChanged = new Emitter<never>();
      const pause = vi.fn();
      const tasks = {
        snapshot: () => ({
          tasks: [
            { id: 't1', state: 'running' },
            { id: 't2', state: 'done' },
          ],
        }),
        pause,
        changed: tasksChanged,
      };
      const connections = { snapshot: () => ({ connections: [{ id: 'c1' }] }) };
      const lock = { isLocked: true, changed };
      pauseWhileLocked(
        lock as never,
        { policies: async () => policies } as never,
        connections as never,
        tasks as never,
      );
      changed.emit(null as never);
      await settle();
      expect(pause.mock.calls).toEqual(Array.from({ length: times }, () => ['t1']));
      tasksChanged.emit(null as never);
      await settle();
      expect(pause.mock.calls).toEqual(Array.from({ length: 2 * times }, () => ['t1']));
    },
  );
});
