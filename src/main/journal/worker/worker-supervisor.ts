/** Keeps a host of the store running: starts another one when it dies, later each time, and hosts the store inline when none will start. */
import type { Clock, Log } from '../../platform/ports.ts';
import type { FromHost, JournalHost, Opening, StartHost, ToHost } from './messages.ts';

export interface HostKeeperOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly start: StartHost;
  readonly fallback: StartHost;
  /** The first message to each host. */
  readonly opening: () => Opening;
  readonly said: (message: FromHost) => void;
  /** A host has been started in place of another one; it knows of nothing yet. */
  readonly started: () => void;
}

const FIRST_RESTART_MS = 250;
const LONGEST_RESTART_MS = 30_000;
/** A host that lived so long did not die of how it began. */
const LONG_LIFE_MS = 60_000;
/** After so many deaths in a row without one sign of life, the store is hosted inline. */
const MOST_STILLBORN = 3;

export class HostKeeper {
  readonly #options: HostKeeperOptions;
  #host: JournalHost | null = null;
  #lived = false;
  #stillborn = 0;
  #restartMs = FIRST_RESTART_MS;
  #disarm = (): void => {};
  #startedAt = 0;
  #over = false;

  constructor(options: HostKeeperOptions) {
    this.#options = options;
    this.#start();
  }

  /** Said to the host of now; to nobody while there is none: `started` tells when to say it again. */
  post(message: ToHost): void {
    this.#host?.post(message);
  }

  stop(): void {
    this.#over = true;
    this.#disarm();
    this.#host?.stop();
    this.#host = null;
  }

  #start(): void {
    const { log, start, fallback, opening, said } = this.#options;
    const inline = this.#stillborn >= MOST_STILLBORN;
    this.#lived = false;
    this.#startedAt = this.#options.clock.now();
    let mine: JournalHost | null = null;
    try {
      mine = (inline ? fallback : start)({
        said: (message) => {
          if (this.#host !== mine) return;
          this.#lives();
          said(message);
        },
        died: (error) => {
          if (this.#host === mine && mine !== null) this.#died(error);
        },
      });
      this.#host = mine;
      mine.post(opening());
      if (inline) log.warn('the journal is kept in the main process, because no thread could be started for it');
    } catch (error) {
      this.#died(error);
    }
  }

  #lives(): void {
    if (this.#lived) return;
    this.#lived = true;
    this.#stillborn = 0;
  }

  #died(error: unknown): void {
    this.#host = null;
    if (this.#over) return;
    const { clock, log, started } = this.#options;
    if (!this.#lived) this.#stillborn += 1;
    if (clock.now() - this.#startedAt > LONG_LIFE_MS) this.#restartMs = FIRST_RESTART_MS;
    log.warn('the thread of the journal ended and is started again', { error: String(error), inMs: this.#restartMs });
    this.#disarm = clock.after(this.#restartMs, () => {
      this.#start();
      if (this.#host) started();
    });
    this.#restartMs = Math.min(2 * this.#restartMs, LONGEST_RESTART_MS);
  }
}
