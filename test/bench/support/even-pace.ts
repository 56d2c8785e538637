/**
 * The plainest limiter that works, to compare ours with: requests leave at even intervals, clicks first, as bottleneck sends them with `minTime`
 * and priorities. A 429 pauses as long as it asks and halves the rate, which recovers by a twentieth every six seconds.
 */
import type { Clock } from '../../../src/main/platform/ports.ts';
import type { Permit } from '../../../src/main/traffic/limits/limiter.ts';
import type { Lane, RateRule } from '../../../src/shared/model/rates.ts';

const PAUSE_MS = 1_000;
const MIN_SHARE = 1 / 16;
const RECOVERY = { step: 0.05, everyMs: 6_000 };

export class EvenPace {
  readonly #clock: Clock;
  readonly #intervalMs: number;
  readonly #clicks: ((permit: Permit) => void)[] = [];
  readonly #others: ((permit: Permit) => void)[] = [];
  #nextAt = 0;
  #isArmed = false;
  #share = 1;
  #throttledAt = 0;

  constructor(rules: readonly RateRule[], clock: Clock) {
    this.#clock = clock;
    this.#intervalMs = Math.max(...rules.map(({ windowMs, limit }) => windowMs / limit));
  }

  acquire({ lane }: { readonly lane?: Lane }): Promise<Permit> {
    return new Promise((resolve) => {
      (lane === 'interactive' ? this.#clicks : this.#others).push(resolve);
      this.#arm();
    });
  }

  #arm(): void {
    if (this.#isArmed || this.#clicks.length + this.#others.length === 0) return;
    this.#isArmed = true;
    this.#clock.after(Math.max(0, this.#nextAt - this.#clock.now()), () => {
      this.#isArmed = false;
      const now = this.#clock.now();
      if (now >= this.#nextAt) {
        this.#nextAt = now + this.#intervalMs / this.#shareAt(now);
        (this.#clicks.shift() ?? this.#others.shift())?.(this.#permit());
      }
      this.#arm();
    });
  }

  #shareAt(now: number): number {
    const steps = Math.max(0, Math.floor((now - this.#throttledAt) / RECOVERY.everyMs));
    return Math.min(1, this.#share + steps * RECOVERY.step);
  }

  #permit(): Permit {
    return {
      sent() {},
      unanswered() {},
      unused() {},
      answered: ({ status, retryAfterMs }) => {
        if (status !== 429) return;
        const now = this.#clock.now();
        this.#share = Math.max(MIN_SHARE, this.#shareAt(now) / 2);
        this.#throttledAt = now + (retryAfterMs ?? PAUSE_MS);
        this.#nextAt = Math.max(this.#nextAt, this.#throttledAt);
      },
    };
  }
}
