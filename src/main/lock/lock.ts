/**
 * The lock of the app. While it is locked, main answers no window, whatever the page does. It protects an unattended window; the key store protects
 * the disk.
 */
import { AppError, invalidInput, isAppError } from '../../shared/app-error.ts';
import { type LockChoices, type LockState, MIN_PASSPHRASE } from '../../shared/model/lock.ts';
import type { Policies } from '../../shared/model/policy.ts';
import { timeText } from '../../shared/time/text-formats.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../shared/time/units.ts';
import { Emitter } from '../platform/emitter.ts';
import type { Clock, Document, Log, Subscribable } from '../platform/ports.ts';
import { Turns } from '../platform/turns.ts';
import type { Hasher } from './passphrase.ts';

/**
 * The lock as console.db stores it. `hash`: the Argon2id hash of the passphrase; `null` without a passphrase. It is not sealed: the data key may live
 * in memory only, and whoever reads the disk could as well delete the lock.
 */
export interface StoredLock {
  readonly hash: string | null;
  /** The number of wrong passphrases since the last right one. */
  readonly failures: number;
  readonly retryAt: number | null;
  readonly opensAt: number | null;
}

/** The fingerprint reader of the computer. `prompt` rejects when it does not succeed, such as for another finger or when the person cancels it. */
export interface TouchId {
  prompt(reason: string): Promise<void>;
}

export interface LockDeps {
  readonly document: Document<StoredLock>;
  readonly hasher: Hasher;
  readonly touchId: TouchId | null;
  readonly choices: () => LockChoices;
  readonly policies: Promise<Pick<Policies, 'lock' | 'lockMinutes' | 'whileLocked'>>;
  /** The time since somebody used the computer, in seconds. */
  readonly idleSeconds: () => number;
  /** Each emits when the computer is about to sleep, and when its screen is locked. */
  readonly left: readonly Subscribable<void>[];
  readonly clock: Clock;
  readonly log: Log;
}

const NONE: StoredLock = { hash: null, failures: 0, retryAt: null, opensAt: null };

/** The wait after each number of wrong passphrases in a row. The last wait also follows every higher number. */
const WAITS_MS = [0, 0, 0, 5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS];
/** The time until the app opens for a person who has forgotten the passphrase. If somebody else asks for it, the owner is back before it opens. */
const FORGOTTEN_MS = DAY_MS;
/** An attempt takes this long when its count cannot be stored, because a restart of the app would forget the count. */
const UNSTORED_WAIT_MS = 5 * SECOND_MS;
const IDLE_CHECK_MS = 10 * SECOND_MS;

export class Lock {
  readonly #deps: LockDeps;
  readonly #changed = new Emitter<LockState>();
  readonly #turns = new Turns();
  readonly #stops: (() => void)[];
  #stored: StoredLock;
  #isAway: boolean;
  #isRequired = false;
  #isStopping = false;
  #maxMinutes: number | null = null;
  #revision = 1;
  #stopTimer = (): void => {};

  /** Begins locked if there is a passphrase; otherwise a restart would unlock the app. */
  constructor(deps: LockDeps) {
    this.#deps = deps;
    this.#stored = deps.document.read() ?? NONE;
    this.#isAway = this.#stored.hash !== null;
    this.#stops = deps.left.map((left) => left.subscribe(() => this.lock()));
    void deps.policies.then(({ lock, lockMinutes, whileLocked }) => {
      this.#isRequired = lock === 'required';
      this.#maxMinutes = lockMinutes ?? null;
      this.#isStopping = whileLocked === 'stop';
      if (this.#isRequired || this.#isStopping || lockMinutes !== undefined) this.#publish();
    });
    this.#watch();
  }

  /** Whether main must answer no window. */
  get isLocked(): boolean {
    const { phase } = this;
    return phase === 'locked' || phase === 'choose';
  }

  get phase(): LockState['phase'] {
    if (this.#stored.hash === null) return this.#isRequired ? 'choose' : 'off';
    return this.#isAway ? 'locked' : 'open';
  }

  get changed(): Subscribable<LockState> {
    return this.#changed;
  }

  state(): LockState {
    const now = this.#deps.clock.now();
    const { retryAt, opensAt } = boundedWaits(this.#stored, now);
    return {
      revision: this.#revision,
      phase: this.phase,
      retryAt: retryAt !== null && retryAt > now ? retryAt : null,
      opensAt,
      hasTouchId: this.#deps.touchId !== null,
      isRequired: this.#isRequired,
      stops: this.#isStopping,
      maxMinutes: this.#maxMinutes,
    };
  }

  /** Locks every window. Does nothing without a passphrase. */
  lock(): LockState {
    if (this.phase === 'open') {
      this.#isAway = true;
      this.#publish();
    }
    return this.state();
  }

  /** Unlocks the app with the passphrase. Throws AppError `invalidInput` and `storageFailed`. */
  unlock(passphrase: string): Promise<LockState> {
    return this.#turns.run(async () => {
      await this.#check('passphrase', passphrase);
      return this.#open();
    });
  }

  /** Unlocks the app by fingerprint. Throws AppError `cancelled` when the prompt fails, without a reader, and when the app is not locked. */
  async unlockByTouchId(): Promise<LockState> {
    const { touchId } = this.#deps;
    if (touchId === null || this.phase !== 'locked') throw new AppError('cancelled', {});
    await touchId.prompt('unlock Latchkey').catch((cause: unknown) => {
      throw new AppError('cancelled', {}, { cause });
    });
    return this.#turns.run(async () => {
      await this.#keep({ ...NONE, hash: this.#stored.hash });
      return this.#open();
    });
  }

  /** Stores the hash of a passphrase. The former passphrase is needed if there is one. Throws AppError `invalidInput` and `storageFailed`. */
  setPassphrase(current: string | null, passphrase: string): Promise<LockState> {
    return this.#turns.run(async () => {
      if ([...passphrase].length < MIN_PASSPHRASE)
        throw invalidInput('passphrase', `Use ${MIN_PASSPHRASE} characters or more.`);
      await this.#check('current', current ?? '');
      await this.#write({ ...NONE, hash: await this.#deps.hasher.hash(passphrase) });
      return this.#open();
    });
  }

  /** Removes the passphrase. Throws AppError `invalidInput` and `storageFailed`. */
  turnOff(current: string): Promise<LockState> {
    return this.#turns.run(async () => {
      if (this.#isRequired) throw invalidInput('current', 'Your administrator requires the lock.');
      await this.#check('current', current);
      await this.#write(NONE);
      return this.#open();
    });
  }

  /** Starts the wait until the app opens without the passphrase, which continues while the app does not run. Throws AppError `storageFailed`. */
  forget(): Promise<LockState> {
    return this.#turns.run(async () => {
      if (this.phase === 'locked' && this.#stored.opensAt === null) {
        await this.#write({ ...this.#stored, opensAt: this.#deps.clock.now() + FORGOTTEN_MS });
        this.#publish();
      }
      return this.state();
    });
  }

  stop(): void {
    this.#stopTimer();
    for (const stop of this.#stops) stop();
  }

  /** Checks a passphrase against the stored one, if any. Throws AppError `invalidInput` for a wrong passphrase, and during a wait. */
  async #check(field: string, passphrase: string): Promise<void> {
    const { clock, hasher } = this.#deps;
    const now = clock.now();
    await this.#boundWaits(now);
    const { hash, failures, retryAt } = this.#stored;
    if (hash === null) return;
    const until = retryAt ?? now;
    if (until > now)
      throw invalidInput(field, `After wrong passphrases the app waits: try again at ${timeText(until)}.`);
    const failed = { ...this.#stored, failures: failures + 1, retryAt: now + waitAfter(failures + 1) };
    // Counted before the comparison, so that ending the app takes no attempt back.
    const problem = await this.#keep(failed);
    if (problem !== null) await new Promise<void>((resolve) => clock.after(UNSTORED_WAIT_MS, resolve));
    if (!(await hasher.matches(passphrase, hash))) {
      this.#publish();
      const why = problem === null ? '' : ` The attempt could not be stored: ${problem}`;
      throw invalidInput(field, `This is not the passphrase.${why}`);
    }
    await this.#keep({ ...NONE, hash });
  }

  #open(): LockState {
    this.#isAway = false;
    this.#publish();
    return this.state();
  }

  async #boundWaits(now: number): Promise<void> {
    const next = boundedWaits(this.#stored, now);
    if (next.retryAt !== this.#stored.retryAt || next.opensAt !== this.#stored.opensAt) await this.#keep(next);
  }

  async #write(next: StoredLock): Promise<void> {
    await this.#deps.document.write(next);
    this.#stored = next;
  }

  /** Stores attempts and waits; in memory only if the disk fails, so that a full disk does not lock the owner out. Returns the failure, or null. */
  async #keep(next: StoredLock): Promise<string | null> {
    const { document, log } = this.#deps;
    this.#stored = next;
    try {
      await document.write(next);
      return null;
    } catch (error) {
      log.warn('the lock could not note an attempt', { error: String(error) });
      return isAppError(error, 'storageFailed') ? `${error.data.reason}.` : 'the disk cannot be written.';
    }
  }

  #publish(): void {
    this.#revision += 1;
    this.#changed.emit(this.state());
  }

  /** Looks every few seconds whether the person has left, and whether the wait for a forgotten passphrase is over. */
  #watch(): void {
    const { clock, log } = this.#deps;
    this.#stopTimer = clock.after(IDLE_CHECK_MS, () => {
      this.#watch();
      if (this.phase === 'open' && this.#deps.idleSeconds() >= this.#idleLimitSeconds) this.lock();
      if (this.#stored.opensAt !== null)
        void this.#dropForgotten().catch((error: unknown) =>
          log.warn('the lock was not removed', { error: String(error) }),
        );
    });
  }

  get #idleLimitSeconds(): number {
    return (
      Math.min(this.#deps.choices().minutes, this.#maxMinutes ?? Number.POSITIVE_INFINITY) * (MINUTE_MS / SECOND_MS)
    );
  }

  get #isForgotten(): boolean {
    const { opensAt } = this.#stored;
    return opensAt !== null && this.#deps.clock.now() >= opensAt;
  }

  #dropForgotten(): Promise<void> {
    return this.#turns.run(async () => {
      await this.#boundWaits(this.#deps.clock.now());
      if (!this.#isForgotten) return;
      await this.#write(NONE);
      this.#deps.log.warn('the lock was removed, because its passphrase was forgotten');
      this.#open();
    });
  }
}

const waitAfter = (failures: number): number => WAITS_MS[Math.min(failures, WAITS_MS.length - 1)] ?? 0;

/** Returns a stored lock whose waits are not longer than usual, as they would be after the clock was set back. */
const boundedWaits = (stored: StoredLock, now: number): StoredLock => ({
  ...stored,
  retryAt: stored.retryAt === null ? null : Math.min(stored.retryAt, now + waitAfter(stored.failures)),
  opensAt: stored.opensAt === null ? null : Math.min(stored.opensAt, now + FORGOTTEN_MS),
});
