/** Watches the tokens while the preference is on: updates the tray, and notifies once of each token that will expire without a renewal. */

import { Notification } from 'electron';
import type { Preferences } from '../../shared/model/app.ts';
import type { ConnectionsSnapshot } from '../../shared/model/connection.ts';
import type { TokensSnapshot } from '../../shared/model/token.ts';
import type { Clock, Log, Subscribable } from '../platform/ports.ts';
import { alarmsOf, SentAlarms } from './token-alarm.ts';
import { TokenTray } from './tray.ts';

type MaybePromise<Value> = Value | Promise<Value>;

export interface TokenWatchOptions {
  readonly preferences: { get(): MaybePromise<Preferences>; readonly changed: Subscribable<Preferences> };
  readonly connections: {
    snapshot(): MaybePromise<ConnectionsSnapshot>;
    readonly changed: Subscribable<ConnectionsSnapshot>;
  };
  readonly tokens: {
    snapshot(connectionId: string): MaybePromise<TokensSnapshot>;
    readonly changed: Subscribable<TokensSnapshot>;
  };
  readonly clock: Clock;
  readonly log: Log;
  /** Brings the window to the front, on the page of a token if an id is given. */
  readonly show: (credentialId: string | null) => void;
  readonly quit: () => void;
}

/** The time between two checks, because a token nears its expiry without any published change. */
const CHECK_INTERVAL_MS = 30_000;

export class TokenWatch {
  readonly #options: TokenWatchOptions;
  readonly #sent = new SentAlarms();
  readonly #unsubscribes: (() => void)[];
  #tray: TokenTray | null = null;
  #cancelTimer: () => void = () => {};
  #enabled = false;
  #checking: Promise<void> | null = null;
  #again = false;

  constructor(options: TokenWatchOptions) {
    this.#options = options;
    this.#unsubscribes = [
      options.preferences.changed.subscribe((preferences) => this.#setEnabled(preferences.notifyTokens)),
      options.tokens.changed.subscribe(() => this.#check()),
      options.connections.changed.subscribe(() => this.#check()),
    ];
  }

  async start(): Promise<void> {
    this.#setEnabled((await this.#options.preferences.get()).notifyTokens);
  }

  stop(): void {
    for (const stop of this.#unsubscribes) stop();
    this.#setEnabled(false);
  }

  #setEnabled(wanted: boolean): void {
    if (wanted === this.#enabled) return;
    this.#enabled = wanted;
    if (wanted) {
      const { show, quit, log } = this.#options;
      this.#tray = new TokenTray({ show: () => show(null), quit }, log);
      this.#check();
      return;
    }
    this.#cancelTimer();
    this.#tray?.close();
    this.#tray = null;
  }

  /** Checks every connection, and once more if something changes meanwhile. */
  #check(): void {
    if (!this.#enabled) return;
    if (this.#checking) {
      this.#again = true;
      return;
    }
    this.#checking = this.#checkNow()
      .catch((error: unknown) => this.#options.log.warn('the tokens could not be watched', { error }))
      .then(() => {
        const again = this.#again;
        this.#checking = null;
        this.#again = false;
        if (again) this.#check();
      });
  }

  async #checkNow(): Promise<void> {
    const { connections, tokens, clock, show } = this.#options;
    this.#cancelTimer();
    const { connections: all, currentId } = await connections.snapshot();
    for (const connection of all) {
      const snapshot = await tokens.snapshot(connection.id);
      if (!this.#enabled) return;
      if (connection.id === currentId) this.#tray?.update({ connectionName: connection.name, tokens: snapshot.tokens });
      for (const alarm of this.#sent.takeNew(alarmsOf(snapshot, connection, clock.now())))
        notify(alarm.title, alarm.body, () => show(alarm.credentialId));
    }
    this.#cancelTimer = clock.after(CHECK_INTERVAL_MS, () => this.#check());
  }
}

/** Keeps open notifications from being garbage-collected, which would lose their click handlers. */
const held = new Set<Notification>();

/** Shows desktop notifications where the desktop has them. */
function notify(title: string, body: string, clicked: () => void): void {
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
