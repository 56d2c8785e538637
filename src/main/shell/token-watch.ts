/** Watches the tokens for the desktop while the person wants it: keeps the tray in step, and tells once of each token that will run out. */
import type { Preferences } from '../../shared/model/app.ts';
import type { ConnectionsSnapshot } from '../../shared/model/connection.ts';
import type { TokensSnapshot } from '../../shared/model/token.ts';
import type { Clock, Log, Subscribable } from '../platform/ports.ts';
import { notify } from './notify.ts';
import { AlarmBook, alarmsOf } from './token-alarm.ts';
import { TokenTray } from './tray.ts';

type Soon<Value> = Value | Promise<Value>;

export interface TokenWatchOptions {
  readonly preferences: { get(): Soon<Preferences>; readonly changed: Subscribable<Preferences> };
  readonly connections: { snapshot(): Soon<ConnectionsSnapshot>; readonly changed: Subscribable<ConnectionsSnapshot> };
  readonly tokens: {
    snapshot(connectionId: string): Soon<TokensSnapshot>;
    readonly changed: Subscribable<TokensSnapshot>;
  };
  /** This machine's. */
  readonly clock: Clock;
  readonly log: Log;
  /** Brings the window to the front, on the page of a token when one is named. */
  readonly show: (credentialId: string | null) => void;
  readonly quit: () => void;
}

/** A token can come to its last moments without anything being pushed. */
const LOOK_MS = 30_000;

export class TokenWatch {
  readonly #options: TokenWatchOptions;
  readonly #said = new AlarmBook();
  readonly #stops: (() => void)[];
  #tray: TokenTray | null = null;
  #disarm: () => void = () => {};
  #wanted = false;
  #looking: Promise<void> | null = null;
  #again = false;

  constructor(options: TokenWatchOptions) {
    this.#options = options;
    this.#stops = [
      options.preferences.changed.subscribe((preferences) => this.#want(preferences.notifyTokens)),
      options.tokens.changed.subscribe(() => this.#look()),
      options.connections.changed.subscribe(() => this.#look()),
    ];
  }

  async start(): Promise<void> {
    this.#want((await this.#options.preferences.get()).notifyTokens);
  }

  stop(): void {
    for (const stop of this.#stops) stop();
    this.#want(false);
  }

  #want(wanted: boolean): void {
    if (wanted === this.#wanted) return;
    this.#wanted = wanted;
    if (wanted) {
      const { show, quit, log } = this.#options;
      this.#tray = new TokenTray({ show: () => show(null), quit }, log);
      this.#look();
      return;
    }
    this.#disarm();
    this.#tray?.close();
    this.#tray = null;
  }

  /** Looks at every connection, once more when something changed meanwhile. */
  #look(): void {
    if (!this.#wanted) return;
    if (this.#looking) {
      this.#again = true;
      return;
    }
    this.#looking = this.#lookNow()
      .catch((error: unknown) => this.#options.log.warn('the tokens could not be watched', { error }))
      .then(() => {
        const again = this.#again;
        this.#looking = null;
        this.#again = false;
        if (again) this.#look();
      });
  }

  async #lookNow(): Promise<void> {
    const { connections, tokens, clock, show } = this.#options;
    this.#disarm();
    const { connections: all, currentId } = await connections.snapshot();
    for (const connection of all) {
      const snapshot = await tokens.snapshot(connection.id);
      if (!this.#wanted) return;
      if (connection.id === currentId) this.#tray?.update({ connectionName: connection.name, tokens: snapshot.tokens });
      for (const alarm of this.#said.fresh(alarmsOf(snapshot, connection, clock.now())))
        notify(alarm.title, alarm.body, () => show(alarm.credentialId));
    }
    this.#disarm = clock.after(LOOK_MS, () => this.#look());
  }
}
