import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { endWhenUnused } from '../../../../src/main/shell/end-when-unused.ts';
import { AppError } from '../../../../src/shared/app-error.ts';
import { MINUTE_MS } from '../../../../src/shared/time/units.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { ManualClock, settle } from '../../../support/manual-clock.ts';

const app = vi.hoisted(() => ({
  listeners: {} as Record<string, (event: { preventDefault(): void }, ...more: unknown[]) => void>,
  quits: 0,
  on(name: string, listener: (event: { preventDefault(): void }, ...more: unknown[]) => void) {
    app.listeners[name] = listener;
  },
  quit() {
    app.quits += 1;
  },
  exit: vi.fn(),
}));
const dialog = vi.hoisted(() => ({ showErrorBox: vi.fn<(title: string, text: string) => void>() }));
vi.mock('electron', () => ({ app, dialog }));

const { closeBeforeQuit, giveUp, quitWithLastWindow, logUncaught, quitOnSignals } = await import(
  '../../../../src/main/shell/life.ts'
);

const quit = () => {
  const event = { preventDefault: vi.fn() };
  app.listeners['before-quit']?.(event);
  return event.preventDefault;
};

beforeEach(() => {
  app.quits = 0;
});

describe('logUncaught', () => {
  it('ignores a terminal that is gone', () => {
    const listeners = () => [...process.stderr.listeners('error'), ...process.stdout.listeners('error')];
    const before = listeners();
    const known = {
      exception: process.listeners('uncaughtException'),
      rejection: process.listeners('unhandledRejection'),
    };
    const log = new FakeLog();
    logUncaught(log);
    for (const stream of [process.stdout, process.stderr])
      expect(() => stream.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))).not.toThrow();
    expect(log.entries).toEqual([]);
    for (const added of listeners().filter((one) => !before.includes(one)))
      for (const stream of [process.stdout, process.stderr]) stream.off('error', added as () => void);
    for (const one of process.listeners('uncaughtException'))
      if (!known.exception.includes(one)) process.off('uncaughtException', one);
    for (const one of process.listeners('unhandledRejection'))
      if (!known.rejection.includes(one)) process.off('unhandledRejection', one);
  });
});

describe('the last window', () => {
  it('ends the app, unless it keeps running for programs', () => {
    vi.stubGlobal('process', { ...process, platform: 'linux' });
    for (const keeps of [true, false]) {
      quitWithLastWindow({} as never, () => keeps);
      app.listeners['window-all-closed']?.({ preventDefault: () => {} });
      expect(app.quits).toBe(keeps ? 0 : 1);
    }
    vi.unstubAllGlobals();
  });
});

describe('an app that programs started', () => {
  it('ends 15 minutes after the last request, unless it keeps running', async () => {
    const clock = new ManualClock();
    let asked = 0;
    let keeps = false;
    const use = { clock, askedAt: () => asked, keepsRunning: () => keeps, quit: () => app.quit() };
    const stop = endWhenUnused(use);
    await clock.advance(14 * MINUTE_MS);
    asked = clock.now();
    await clock.advance(14 * MINUTE_MS);
    keeps = true;
    await clock.advance(60 * MINUTE_MS);
    keeps = false;
    await clock.advance(14 * MINUTE_MS);
    expect(app.quits).toBe(0);
    await clock.advance(MINUTE_MS);
    expect(app.quits).toBe(1);
    stop();
    expect(clock.pending).toBe(0);
  });
});

describe('closeBeforeQuit', () => {
  const nothing = () => false;

  it('leaves the quit to the installer of an update, after everything is written, unless that gives up', async () => {
    const order: string[] = [];
    let giveUp = () => {};
    closeBeforeQuit(
      {
        close: async () => void order.push('closed'),
        install: (quit) => {
          order.push('installs');
          giveUp = quit;
          return true;
        },
      },
      new ManualClock(),
      new FakeLog(),
    );
    quit();
    await settle();
    expect([order, app.quits]).toEqual([['closed', 'installs'], 0]);
    giveUp();
    expect(app.quits).toBe(1);
  });

  it('begins at the end of a session, which no quit precedes, and once', async () => {
    const close = vi.fn(async () => {});
    const endSession = closeBeforeQuit({ close, install: nothing }, new ManualClock(), new FakeLog());
    endSession();
    endSession();
    await settle();
    expect([close.mock.calls.length, app.quits]).toEqual([1, 1]);
  });

  it('delays the first quit until everything is written, once', async () => {
    let finish = () => {};
    const close = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
    closeBeforeQuit({ close, install: nothing }, new ManualClock(), new FakeLog());
    expect(quit()).toHaveBeenCalledOnce();
    expect(quit()).toHaveBeenCalledOnce();
    await settle();
    expect(app.quits).toBe(0);
    finish();
    await settle();
    expect(app.quits).toBe(1);
    expect(quit()).not.toHaveBeenCalled();
    expect(close).toHaveBeenCalledOnce();
  });

  it('does not wait for ever, and quits after a failure', async () => {
    const clock = new ManualClock();
    closeBeforeQuit({ close: () => new Promise(() => {}), install: nothing }, clock, new FakeLog());
    quit();
    await clock.advance(10_000);
    expect(app.quits).toBe(1);
    const log = new FakeLog();
    closeBeforeQuit({ close: () => Promise.reject(new Error('disk')), install: nothing }, clock, log);
    quit();
    await settle();
    expect(app.quits).toBe(2);
    expect(log.entries).toHaveLength(1);
  });
});

describe('quitOnSignals', () => {
  it('quits at every such signal, at each time, and leaves it to no listener of a library', () => {
    const source = new EventEmitter();
    const ended = vi.fn();
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'exit']) source.once(signal, ended);
    quitOnSignals(source as unknown as NodeJS.Process);
    for (const signal of ['SIGTERM', 'SIGTERM', 'SIGINT', 'SIGHUP']) source.emit(signal);
    expect(app.quits).toBe(4);
    expect(ended).not.toHaveBeenCalled();
    expect(source.listenerCount('exit')).toBe(1);
  });
});

describe('giveUp', () => {
  it('shows the sentence of an error and what to do, not its code', () => {
    const log = new FakeLog();
    giveUp(new AppError('storageFailed', { what: 'The connections', reason: 'the disk is read-only' }), log);
    const [title, text] = dialog.showErrorBox.mock.lastCall ?? [];
    expect(title).toBe('Latchkey could not start');
    expect(text).toContain('The connections could not be saved: the disk is read-only.');
    expect(text).toContain('check permissions');
    expect(text).not.toContain('storageFailed');
    expect(app.exit).toHaveBeenCalledWith(1);
    expect(log.entries).toHaveLength(1);
  });

  it('shows the message of any other error', () => {
    giveUp(new Error('no display'), new FakeLog());
    expect(dialog.showErrorBox.mock.lastCall?.[1]).toContain('no display');
  });
});
