import type { MenuItemConstructorOptions } from 'electron';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Emitter } from '../../../../src/main/platform/emitter.ts';
import type { DesktopChoice, Preferences } from '../../../../src/shared/model/app.ts';
import type { ConnectionsSnapshot } from '../../../../src/shared/model/connection.ts';
import type { Program, ProgramsSnapshot } from '../../../../src/shared/model/program.ts';
import type { BoardRow, DueQuotes } from '../../../../src/shared/model/quote-board.ts';
import type { TasksSnapshot } from '../../../../src/shared/model/task.ts';
import type { TokenStatus, TokensSnapshot } from '../../../../src/shared/model/token.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import {
  connectionFixture,
  connectionsFixture,
  preferencesFixture,
  quotaFixture,
  rateGroupFixture,
  ratesFixture,
  sandboxFixture,
  tokenFixture,
  tokensFixture,
} from '../../../support/fixtures.ts';
import { ManualClock, settle } from '../../../support/manual-clock.ts';
import { MemoryDocument } from '../../../support/memory-document.ts';
import { taskFixture, tasksFixture } from '../../../support/task-fixtures.ts';

const desktop = vi.hoisted(() => ({
  trays: [] as { menu: { label?: string; enabled?: boolean; click?: () => void }[]; drawn: number; gone: boolean }[],
  notices: [] as { title: string; body: string; click: () => void }[],
  noTray: false,
  supported: true,
}));
vi.mock('electron', () => ({
  nativeImage: { createEmpty: () => ({ addRepresentation() {} }) },
  Menu: { buildFromTemplate: (template: MenuItemConstructorOptions[]) => template },
  Tray: class {
    readonly #own = { menu: [] as never[], drawn: 0, gone: false };
    constructor() {
      if (desktop.noTray) throw new Error('no tray');
      desktop.trays.push(this.#own);
    }
    setToolTip() {}
    on() {}
    setContextMenu(menu: never[]) {
      this.#own.menu = menu;
      this.#own.drawn += 1;
    }
    destroy() {
      this.#own.gone = true;
    }
  },
  Notification: class {
    static isSupported = () => desktop.supported;
    readonly #given: { title: string; body: string };
    #click = () => {};
    constructor(given: { title: string; body: string }) {
      this.#given = given;
    }
    on(event: string, listener: () => void) {
      if (event === 'click') this.#click = listener;
    }
    show() {
      desktop.notices.push({ ...this.#given, click: () => this.#click() });
    }
  },
}));

const { DesktopWatch } = await import('../../../../src/main/shell/desktop-watch.ts');

const MINUTE = 60_000;
const T0 = Date.UTC(2026, 10, 21, 9);

beforeEach(() => {
  Object.assign(desktop, { trays: [], notices: [], noTray: false, supported: true });
});

const TOKENS: DesktopChoice[] = ['tray', 'tokens'];

const NO_PROGRAMS: ProgramsSnapshot = { revision: 1, programs: [], refusal: null, http: { port: null, refusal: null } };
const programFixture = (changes: Partial<Program> = {}): Program => ({
  ...{ id: 'p1', connectionId: 'conn-1', name: 'sync', hasKey: true, level: 'read', guestData: false, paths: [] },
  ...{ perDay: 500, concurrent: 4, createdAt: 0, expiresAt: 0, lastAt: null, usedToday: 0, dayStartedAt: null },
  ...{ issuances: 0, pausedAt: null, ...changes },
});

const NOTHING_DUE: DueQuotes = { expiring: [], unconfirmed: [], followUps: [] };

function watch(desktopChoice: DesktopChoice[], token: Partial<TokenStatus> = {}, due = NOTHING_DUE) {
  const clock = new ManualClock(T0);
  const status = tokenFixture({
    state: 'due',
    dueAt: T0 - MINUTE,
    expiresAt: T0 + 29 * MINUTE,
    quota: quotaFixture({ used: 5, remaining: 0, mayIssue: false, nextSlotAt: T0 + 60 * MINUTE }),
    ...token,
  });
  const given = {
    preferences: preferencesFixture({ desktop: desktopChoice }),
    connections: connectionsFixture([connectionFixture(), sandboxFixture()], 'conn-1'),
    tokens: [status],
  };
  const changed = {
    preferences: new Emitter<Preferences>(),
    connections: new Emitter<ConnectionsSnapshot>(),
    tokens: new Emitter<TokensSnapshot>(),
    tasks: new Emitter<TasksSnapshot>(),
    updates: new Emitter<unknown>(),
    programs: new Emitter<ProgramsSnapshot>(),
    lock: new Emitter<void>(),
  };
  const snapshot = (id: string) => tokensFixture(id, id === 'conn-1' ? given.tokens : []);
  const found = { found: null as { version: string; isReady: boolean } | null, changed: changed.updates };
  const lock = { isLocked: false, changed: changed.lock };
  const show = vi.fn();
  const quit = vi.fn();
  const log = new FakeLog();
  const it_ = new DesktopWatch({
    preferences: { get: () => given.preferences, changed: changed.preferences },
    connections: { snapshot: () => given.connections, changed: changed.connections },
    tokens: { snapshot, changed: changed.tokens },
    rates: { snapshot: (id) => ratesFixture(id, [rateGroupFixture()]) },
    tasks: { snapshot: () => tasksFixture([taskFixture({ state: 'running' })]), changed: changed.tasks },
    quoteBoard: { due: async (connectionId) => (connectionId === 'conn-1' ? due : NOTHING_DUE) },
    updates: found,
    programs: { changed: changed.programs },
    lock,
    shown: new MemoryDocument(),
    clock,
    log,
    show,
    quit,
  });
  const choose = async (wanted: DesktopChoice[]) => {
    changed.preferences.emit(preferencesFixture({ desktop: wanted }));
    await settle();
  };
  const push = async (tokens: TokenStatus[]) => {
    given.tokens = tokens;
    changed.tokens.emit(snapshot('conn-1'));
    await settle();
  };
  const setLocked = async (isLocked: boolean) => {
    lock.isLocked = isLocked;
    changed.lock.emit();
    await settle();
  };
  return { it: it_, setLocked, changed, found, clock, show, quit, log, choose, push, status };
}

describe('watching the tokens from the desktop', () => {
  it('does nothing until a person enables it, and ends when it is disabled', async () => {
    const own = watch([]);
    await own.it.start();
    await settle();
    expect([desktop.trays, desktop.notices, own.clock.pending]).toEqual([[], [], 0]);
    await own.choose(TOKENS);
    expect([desktop.trays.length, desktop.notices.length]).toEqual([1, 1]);
    await own.choose([]);
    expect(desktop.trays[0]?.gone).toBe(true);
    expect(own.clock.pending).toBe(0);
  });

  it('notifies once of each generation, and a click shows its token page', async () => {
    const own = watch(TOKENS);
    await own.it.start();
    await settle();
    await own.push([own.status]);
    await own.clock.advance(2 * MINUTE);
    expect(desktop.notices.map(({ title }) => title)).toEqual([
      expect.stringMatching(/^The token of Open API expires at \d\d:\d\d and cannot be renewed$/),
    ]);
    desktop.notices[0]?.click();
    expect(own.show).toHaveBeenCalledWith(
      expect.objectContaining({ page: 'token', id: 'cred-open', connectionId: 'conn-1' }),
    );
    await own.push([{ ...own.status, generation: own.status.generation + 1 }]);
    expect(desktop.notices).toHaveLength(2);
    own.it.stop();
    expect(own.clock.pending).toBe(0);
  });

  it('notices by itself that a token has become due', async () => {
    const own = watch(TOKENS, { state: 'valid', dueAt: T0 + MINUTE });
    await own.it.start();
    await settle();
    expect(desktop.notices).toEqual([]);
    await own.clock.advance(2 * MINUTE);
    expect(desktop.notices).toHaveLength(1);
    own.it.stop();
  });

  it('shows the state of each token of the current connection in the tray', async () => {
    const own = watch(TOKENS);
    await own.it.start();
    await settle();
    const [tray] = desktop.trays;
    expect(tray?.menu.map(({ label, enabled }) => [label, enabled])).toEqual([
      ['Show Latchkey', undefined],
      [undefined, undefined],
      ['Harbour Stays', false],
      [expect.stringMatching(/^Open API: Due for renewal until \d\d:\d\d, 0 of 5 issuances left$/), false],
      ['Booking Engine API: 2 of 5 requests per second', false],
      [undefined, undefined],
      [expect.stringMatching(/: \d+ of \d+$/), undefined],
      [undefined, undefined],
      ['Quit', undefined],
    ]);
    await own.push([own.status]);
    // An app that runs without a window for programs is in the tray, too.
    const kept = watch(['programs']);
    await kept.it.start();
    expect(desktop.trays).toHaveLength(2);
    kept.it.stop();
    expect(tray?.drawn).toBe(1);
    await own.push([tokenFixture({ state: 'rejected' })]);
    expect(tray?.menu[3]?.label).toBe('Open API: Rejected, 4 of 5 issuances left');
    tray?.menu[0]?.click?.();
    expect(own.show).toHaveBeenCalledWith(null);
    tray?.menu[6]?.click?.();
    expect(own.show).toHaveBeenCalledWith(expect.objectContaining({ page: 'tasks' }));
    tray?.menu[8]?.click?.();
    expect(own.quit).toHaveBeenCalledOnce();
    own.it.stop();
  });

  it('names nothing while the app is locked, and tells what happened when the person is back', async () => {
    const own = watch([...TOKENS, 'tasks']);
    await own.setLocked(true);
    await own.it.start();
    await settle();
    const [tray] = desktop.trays;
    const labels = () => tray?.menu.map(({ label }) => label);
    expect(labels()).toEqual(['Show Latchkey', 'Locked', undefined, 'Quit']);
    own.changed.tasks.emit(tasksFixture([taskFixture({ id: 't1', state: 'running' })]));
    own.changed.tasks.emit(tasksFixture([taskFixture({ id: 't1', state: 'done' })]));
    await own.clock.advance(2 * MINUTE);
    expect(desktop.notices).toMatchObject([{ title: 'Latchkey needs you', body: 'Unlock the app to see why.' }]);
    expect(labels()).toEqual(['Show Latchkey', 'Locked', undefined, 'Quit']);
    await own.setLocked(false);
    expect(labels()).toContain('Harbour Stays');
    expect(desktop.notices.slice(1).map(({ title }) => title)).toEqual([
      'A task is done',
      expect.stringMatching(/^The token of Open API expires/),
    ]);
    // What was told before is no reason to tell of anything.
    await own.setLocked(true);
    await own.clock.advance(2 * MINUTE);
    expect(desktop.notices).toHaveLength(3);
    own.it.stop();
  });

  it('works without a tray and without notifications', async () => {
    Object.assign(desktop, { noTray: true, supported: false });
    const own = watch(TOKENS);
    await own.it.start();
    await settle();
    expect(own.log.entries).toMatchObject([{ level: 'warn', message: 'there is no tray on this desktop' }]);
    expect(desktop.notices).toEqual([]);
    own.it.stop();
  });

  it.each<[choice: DesktopChoice, page: string, id: string | null]>([
    ['tokens', 'token', 'cred-open'],
    ['quotes', 'quotes', 'q-expiring'],
    ['followUps', 'quotes', 'q-followUps'],
    ['bookings', 'quotes', 'q-unconfirmed'],
    ['tasks', 'tasks', 't1'],
    ['pausedPrograms', 'settings', 'programs'],
    ['updates', 'settings', 'updates'],
  ])('the switch %s notifies of it alone, and a click leads to %s', async (choice, page, id) => {
    const row = (of: string): BoardRow => ({
      ...{ id: `q-${of}`, listingId: 'l1', listingTitle: 'Loft', checkIn: '2026-12-01', checkOut: '2026-12-03' },
      ...{ nights: 2, guests: 2, total: null, plans: 1, createdAt: T0, expiresAt: T0 + 60 * MINUTE, outcome: 'open' },
      ...{ isReplaced: false, reservation: null, picture: null, guestName: null, hasNote: false, sentOn: null },
      ...{ followUpOn: '2026-11-21', group: null },
    });
    const due = { expiring: [row('expiring')], unconfirmed: [row('unconfirmed')], followUps: [row('followUps')] };
    const own = watch([choice], {}, due);
    own.found.found = { version: '0.2.0', isReady: false };
    await own.it.start();
    own.changed.tasks.emit(tasksFixture([taskFixture({ id: 't1', state: 'running' })]));
    own.changed.tasks.emit(tasksFixture([taskFixture({ id: 't1', state: 'done' })]));
    own.changed.updates.emit(null);
    for (const _ of [1, 2])
      own.changed.programs.emit({ ...NO_PROGRAMS, programs: [programFixture({ pausedAt: T0 }), programFixture()] });
    await own.clock.advance(2 * MINUTE);
    expect(desktop.notices).toHaveLength(1);
    desktop.notices[0]?.click();
    expect(own.show.mock.calls).toEqual([[expect.objectContaining({ page, id })]]);
    own.it.stop();
  });

  it('notifies of a task that ended while the app ran, and of a new version, once and only by choice', async () => {
    const own = watch(['tasks', 'updates']);
    await own.it.start();
    const ended = taskFixture({ state: 'done', title: 'Calendars' });
    own.changed.tasks.emit(tasksFixture([ended]));
    own.changed.tasks.emit(tasksFixture([taskFixture({ state: 'running' })]));
    own.changed.tasks.emit(tasksFixture([ended]));
    own.changed.tasks.emit(tasksFixture([ended]));
    own.found.found = { version: '0.2.0', isReady: false };
    own.changed.updates.emit(null);
    own.changed.updates.emit(null);
    await own.clock.advance(2 * MINUTE);
    expect(desktop.notices.map(({ title }) => title)).toEqual(['A task is done', 'Latchkey 0.2.0 is available']);
    desktop.notices[1]?.click();
    expect(own.show).toHaveBeenCalledWith(expect.objectContaining({ page: 'settings', connectionId: null }));
    own.it.stop();
  });
});
