/** Looks for a newer version once a day, and downloads and installs it when the person asks. */
import { invalidInput } from '../../shared/app-error.ts';
import type { UpdateChoices } from '../../shared/model/app.ts';
import type { PolicyState } from '../../shared/model/policy.ts';
import type { Update, UpdateChannel, UpdatePhase, UpdateStatus } from '../../shared/model/update.ts';
import { DAY_MS, HOUR_MS } from '../../shared/time/units.ts';
import { Emitter } from '../platform/emitter.ts';
import type { Clock, Log, Subscribable } from '../platform/ports.ts';
import { type UpdateEngine, UpdateProblem, type UpdateWay } from '../platform/update-engine.ts';

/** The first check comes this long after the start, so that it does not slow the start down. */
const FIRST_LOOK_MS = 90_000;

export interface UpdatesDeps {
  readonly engine: UpdateEngine;
  readonly policies: () => Promise<PolicyState>;
  readonly choices: () => UpdateChoices;
  readonly choicesChanged: Subscribable<unknown>;
  /** Describes in a sentence what a restart would interrupt; `null` when it would interrupt nothing. */
  readonly busy: () => string | null;
  readonly version: string;
  readonly clock: Pick<Clock, 'now' | 'after'>;
  readonly log: Log;
}

interface Allowed {
  readonly way: UpdateWay;
  /** The channel that a policy sets; `null` when the person chooses. */
  readonly channel: UpdateChannel | null;
}

export class Updates {
  readonly #deps: UpdatesDeps;
  readonly #changed = new Emitter<UpdateStatus>();
  readonly #unsubscribe: () => void;
  #allowed: Promise<Allowed> | null = null;
  #phase: UpdatePhase = { kind: 'current' };
  #checkedAt: number | null = null;
  #checking: Promise<void> | null = null;
  #isInstalling = false;
  #revision = 1;
  #stopLooking = (): void => {};

  constructor(deps: UpdatesDeps) {
    this.#deps = deps;
    this.#unsubscribe = deps.choicesChanged.subscribe(() => this.#allowed && void this.#publish());
  }

  get changed(): Subscribable<UpdateStatus> {
    return this.#changed;
  }

  /** The newer version that was found; `null` without one. */
  get found(): { readonly version: string; readonly isReady: boolean } | null {
    const update = 'update' in this.#phase ? this.#phase.update : null;
    return update && { version: update.version, isReady: this.#phase.kind === 'ready' };
  }

  start(delayMs = FIRST_LOOK_MS): void {
    this.#stopLooking = this.#deps.clock.after(delayMs, () => void this.#look());
  }

  stop(): void {
    this.#stopLooking();
    this.#unsubscribe();
  }

  async status(): Promise<UpdateStatus> {
    const { way, channel } = await this.#allow();
    const { choices, version } = this.#deps;
    return {
      revision: this.#revision,
      current: version,
      way: way.kind,
      reason: way.kind === 'self' ? null : way.reason,
      channel: channel ?? choices().channel,
      fixed: channel !== null,
      checkedAt: this.#checkedAt,
      phase: this.#phase,
    };
  }

  /** Looks for a newer version. Does nothing while updates are off, and during or after a download. */
  async check(): Promise<UpdateStatus> {
    const { way } = await this.#allow();
    const isFree = this.#phase.kind !== 'downloading' && this.#phase.kind !== 'ready';
    if (way.kind !== 'off' && isFree) {
      this.#checking ??= this.#check().finally(() => {
        this.#checking = null;
      });
      await this.#checking;
    }
    return this.status();
  }

  /** Begins the download of the newer version, if there is one and the app may install it. */
  async download(): Promise<UpdateStatus> {
    const { way } = await this.#allow();
    const update = this.#phase.kind === 'available' || this.#phase.kind === 'failed' ? this.#phase.update : null;
    if (way.kind === 'self' && update) {
      this.#set({ kind: 'downloading', update, percent: 0 });
      void this.#download(update);
    }
    return this.status();
  }

  /** Lets the quit that follows install the downloaded version. Throws AppError `invalidInput` without one, or when that interrupts something. */
  prepareRestart(): void {
    const refusal = this.#phase.kind === 'ready' ? this.#deps.busy() : 'No update is downloaded.';
    if (refusal !== null) throw invalidInput('', refusal);
    this.#isInstalling = true;
  }

  /**
   * Installs what `prepareRestart` prepared, and quits. Returns false when there is nothing to install, or when that failed at once; calls `quit` when
   * it failed later.
   */
  install(quit: () => void): boolean {
    if (!this.#isInstalling) return false;
    try {
      this.#deps.engine.install(quit);
      return true;
    } catch (error) {
      this.#deps.log.error('the update was not installed', { error });
      return false;
    }
  }

  /** Checks for updates when the last check is a day old. Runs hourly, because timers stop while the machine sleeps. */
  async #look(): Promise<void> {
    const { clock, choices } = this.#deps;
    this.start(HOUR_MS);
    const age = clock.now() - (this.#checkedAt ?? Number.NEGATIVE_INFINITY);
    // A negative age means that the machine's clock was ahead at the last look.
    if (choices().look && (age < 0 || age >= DAY_MS)) await this.check();
  }

  #allow(): Promise<Allowed> {
    this.#allowed ??= this.#readAllowed();
    return this.#allowed;
  }

  async #readAllowed(): Promise<Allowed> {
    const { engine, policies } = this.#deps;
    const [way, state] = await Promise.all([engine.way(), policies()]);
    const [problem] = state.problems;
    if (problem !== undefined) {
      const reason = `${problem} Updates are off until then.`;
      return { way: { kind: 'off', reason }, channel: null };
    }
    const { updates, updateChannel = null } = state.policies;
    if (updates === 'off')
      return { way: { kind: 'off', reason: 'Your administrator turned updates off.' }, channel: updateChannel };
    if (updates === 'tell' && way.kind === 'self')
      return {
        way: { kind: 'told', reason: 'Your administrator installs updates of the app.' },
        channel: updateChannel,
      };
    return { way, channel: updateChannel };
  }

  async #check(): Promise<void> {
    const { engine, clock, choices } = this.#deps;
    const { channel } = await this.#allow();
    this.#set({ kind: 'checking' });
    try {
      const update = await engine.check(channel ?? choices().channel);
      this.#checkedAt = clock.now();
      this.#set(update ? { kind: 'available', update } : { kind: 'current' });
    } catch (error) {
      // So that a server that fails is asked once a day, too.
      this.#checkedAt = clock.now();
      this.#fail(error, null);
    }
  }

  async #download(update: Update): Promise<void> {
    try {
      await this.#deps.engine.download((percent) => this.#progress(update, Math.floor(percent)));
      this.#set({ kind: 'ready', update });
    } catch (error) {
      this.#fail(error, update);
    }
  }

  #progress(update: Update, percent: number): void {
    const { kind } = this.#phase;
    if (kind === 'downloading' && this.#phase.percent !== percent) this.#set({ kind, update, percent });
  }

  #fail(error: unknown, update: Update | null): void {
    this.#deps.log.warn('an update failed', { error });
    const reason = error instanceof UpdateProblem ? error.message : 'The update failed. The log has the details.';
    this.#set({ kind: 'failed', reason, update });
  }

  #set(phase: UpdatePhase): void {
    this.#phase = phase;
    void this.#publish();
  }

  async #publish(): Promise<void> {
    this.#revision += 1;
    this.#changed.emit(await this.status());
  }
}
