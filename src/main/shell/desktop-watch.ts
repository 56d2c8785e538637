/** Updates the tray and shows the desktop's notifications, as far as the person switched them on. */

import { Notification } from 'electron';
import type { DesktopChoice, Preferences } from '../../shared/model/app.ts';
import type { Connection, ConnectionsSnapshot } from '../../shared/model/connection.ts';
import type { ProgramsSnapshot } from '../../shared/model/program.ts';
import type { DueQuotes } from '../../shared/model/quote-board.ts';
import type { RatesSnapshot } from '../../shared/model/rates.ts';
import type { Task, TasksSnapshot } from '../../shared/model/task.ts';
import type { TokensSnapshot } from '../../shared/model/token.ts';
import { readClock } from '../../shared/time/clock-face.ts';
import { localDayOf } from '../../shared/time/local-day.ts';
import { SECOND_MS } from '../../shared/time/units.ts';
import type { Clock, Document, Log, Subscribable } from '../platform/ports.ts';
import {
  type DesktopNotice,
  pausedNotices,
  quoteNotices,
  ShownNotices,
  type ShownTarget,
  taskNotice,
  tokenNotices,
  updateNotice,
} from './desktop-notices.ts';
import { DesktopTray } from './tray.ts';

type MaybePromise<Value> = Value | Promise<Value>;

export interface DesktopWatchOptions {
  readonly preferences: { get(): MaybePromise<Preferences>; readonly changed: Subscribable<Preferences> };
  readonly connections: {
    snapshot(): MaybePromise<ConnectionsSnapshot>;
    readonly changed: Subscribable<ConnectionsSnapshot>;
  };
  readonly tokens: {
    snapshot(connectionId: string): MaybePromise<TokensSnapshot>;
    readonly changed: Subscribable<TokensSnapshot>;
  };
  readonly rates: { snapshot(connectionId: string): RatesSnapshot };
  readonly tasks: { snapshot(connectionId: string): TasksSnapshot; readonly changed: Subscribable<TasksSnapshot> };
  readonly quoteBoard: { due(connectionId: string, today: string): Promise<DueQuotes> };
  readonly updates: {
    readonly found: { readonly version: string; readonly isReady: boolean } | null;
    readonly changed: Subscribable<unknown>;
  };
  readonly programs: { readonly changed: Subscribable<ProgramsSnapshot> };
  readonly lock: { readonly isLocked: boolean; readonly changed: Subscribable<unknown> };
  /** Remembers the notices that were shown, across restarts. */
  readonly shown: Document<readonly string[]>;
  readonly clock: Clock;
  readonly log: Log;
  /** Brings a window to the front, on the page of a notification if one is given. */
  readonly show: (target: ShownTarget | null) => void;
  readonly quit: () => void;
}

export class DesktopWatch {
  readonly #options: DesktopWatchOptions;
  readonly #shown: ShownNotices;
  /** The tasks that ran while this watch was on. */
  readonly #running = new Set<string>();
  readonly #unsubscribes: (() => void)[];
  #chosen: ReadonlySet<DesktopChoice> = new Set();
  #tray: DesktopTray | null = null;
  #cancelTimer: () => void = () => {};
  #checking: Promise<void> | null = null;
  #again = false;
  /** The notices of events while the app was locked; they are shown when the person is back. */
  #held: DesktopNotice[] = [];
  #hasToldLocked = false;

  constructor(options: DesktopWatchOptions) {
    this.#options = options;
    this.#shown = new ShownNotices(options.shown);
    const { preferences, tokens, connections, tasks, updates, programs, lock } = options;
    this.#unsubscribes = [
      preferences.changed.subscribe(({ desktop }) => this.#choose(desktop)),
      tokens.changed.subscribe(() => this.#check()),
      connections.changed.subscribe(() => this.#check()),
      tasks.changed.subscribe((snapshot) => this.#notify(snapshot.tasks.flatMap((task) => this.#noticeOf(task)))),
      updates.changed.subscribe(() => this.#notifyUpdate()),
      programs.changed.subscribe((snapshot) => this.#notify(pausedNotices(snapshot))),
      lock.changed.subscribe(() => this.#followLock()),
    ];
  }

  async start(): Promise<void> {
    this.#choose((await this.#options.preferences.get()).desktop);
  }

  stop(): void {
    for (const stop of this.#unsubscribes) stop();
    this.#choose([]);
  }

  #choose(desktop: readonly DesktopChoice[]): void {
    const chosen = new Set(desktop);
    if (chosen.symmetricDifference(this.#chosen).size === 0) return;
    this.#chosen = chosen;
    const { show, quit, log } = this.#options;
    // An app that runs without a window is in the tray.
    if (!chosen.has('tray') && !chosen.has('programs')) {
      this.#tray?.close();
      this.#tray = null;
    } else this.#tray ??= new DesktopTray({ show, quit }, log);
    if (this.#options.lock.isLocked) this.#tray?.showLocked();
    this.#cancelTimer();
    this.#notifyUpdate();
    this.#check();
  }

  /** Checks every connection, and once more if something changes meanwhile. */
  #check(): void {
    if (this.#chosen.size === 0) return;
    if (this.#checking) {
      this.#again = true;
      return;
    }
    this.#checking = this.#checkNow()
      .catch((error: unknown) => this.#options.log.warn('the connections could not be watched', { error }))
      .then(() => {
        const again = this.#again;
        this.#checking = null;
        this.#again = false;
        if (again) this.#check();
      });
  }

  async #checkNow(): Promise<void> {
    const { connections, clock } = this.#options;
    this.#cancelTimer();
    const { connections: all, currentId } = await connections.snapshot();
    for (const connection of all) await this.#checkConnection(connection, connection.id === currentId);
    // Quotes and tokens near their expiry without any published change.
    if (this.#chosen.size > 0) this.#cancelTimer = clock.after(30 * SECOND_MS, () => this.#check());
  }

  async #checkConnection(connection: Connection, isCurrent: boolean): Promise<void> {
    const { tokens, clock, quoteBoard, rates, tasks } = this.#options;
    const snapshot = await tokens.snapshot(connection.id);
    const now = readClock(snapshot.clock, clock.now());
    const asksQuotes = this.#isChosen('quotes', 'followUps', 'bookings');
    const due = asksQuotes ? await quoteBoard.due(connection.id, localDayOf(now)) : null;
    this.#notify([...tokenNotices(snapshot, connection, now), ...(due ? quoteNotices(due, connection) : [])]);
    if (!isCurrent || this.#options.lock.isLocked) return;
    const { groups } = rates.snapshot(connection.id);
    this.#tray?.update({ connection, tokens: snapshot.tokens, groups, tasks: tasks.snapshot(connection.id).tasks });
  }

  #isChosen(...kinds: readonly DesktopChoice[]): boolean {
    return kinds.some((kind) => this.#chosen.has(kind));
  }

  #noticeOf(task: Task): DesktopNotice | [] {
    const ran = task.state === 'running' ? this.#running.add(task.id) : this.#running;
    // A person who pauses a task needs no notification of it.
    const isNew = ran.has(task.id) && (task.state === 'done' || (task.state === 'paused' && task.error !== null));
    if (task.state !== 'running') ran.delete(task.id);
    return (isNew && taskNotice(task)) || [];
  }

  #notifyUpdate(): void {
    const { found } = this.#options.updates;
    if (found) this.#notify([updateNotice(found.version, found.isReady)]);
  }

  #followLock(): void {
    if (this.#options.lock.isLocked) this.#tray?.showLocked();
    else {
      this.#hasToldLocked = false;
      this.#notify(this.#held.splice(0));
    }
    this.#check();
  }

  #notify(notices: readonly DesktopNotice[]): void {
    const chosen = notices.filter(({ kind }) => this.#isChosen(kind));
    if (this.#options.lock.isLocked) {
      const fresh = this.#shown.newOf(chosen);
      this.#held = [...this.#held, ...fresh.filter(({ kind }) => HAPPENS_ONCE.has(kind))].slice(-MAX_HELD);
      if (fresh.length > 0 && !this.#hasToldLocked) notify(LOCKED_NOTICE, () => this.#options.show(null));
      this.#hasToldLocked ||= fresh.length > 0;
      return;
    }
    for (const notice of this.#shown.takeNew(chosen)) notify(notice, () => this.#options.show(notice));
  }
}

const MAX_HELD = 200;

/** The kinds of notices that a later check does not find again. */
const HAPPENS_ONCE: ReadonlySet<DesktopChoice> = new Set(['tasks', 'pausedPrograms', 'updates']);

/** The one notification of a locked app: it names nothing. */
const LOCKED_NOTICE = { title: 'Latchkey needs you', body: 'Unlock the app to see why.' };

/** Keeps open notifications from being garbage-collected, which would lose their click handlers. */
const held = new Set<Notification>();

/** Shows desktop notifications where the desktop has them. */
function notify({ title, body }: Pick<DesktopNotice, 'title' | 'body'>, clicked: () => void): void {
  if (!Notification.isSupported()) return;
  const notification = new Notification({ title, body });
  held.add(notification);
  notification.on('click', () => {
    held.delete(notification);
    clicked();
  });
  notification.on('close', () => held.delete(notification));
  notification.show();
}
