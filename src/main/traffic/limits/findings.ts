/** Findings about limits for the person, one per kind and window: how often, first and last. Each is dropped after a day without news. */
import type { RateFinding, RateRule } from '../../../shared/model/rates.ts';

const EXPIRES_MS = 86_400_000;
/** An ongoing finding is updated no more often than this. */
const ONGOING_INTERVAL_MS = 60_000;
const MAX_FINDINGS = 24;

type Facts = Omit<RateFinding, 'times' | 'firstAt' | 'lastAt'>;

export class Findings {
  /** The one with the oldest news first. */
  readonly #findings = new Map<string, RateFinding>();

  /** Records one occurrence at `at`, an instant of the connection's clock. */
  record(facts: Facts, at: number): void {
    const known = this.#take(facts, at);
    this.#put({ ...facts, times: (known?.times ?? 0) + 1, firstAt: known?.firstAt ?? at, lastAt: at });
  }

  /** Records a state that goes on; only its beginning counts as an occurrence. */
  recordOngoing(facts: Facts, at: number): void {
    const known = this.#findings.get(keyOf(facts));
    if (!known || isExpired(known, at)) this.record(facts, at);
    else if (at - known.lastAt >= ONGOING_INTERVAL_MS) {
      this.#take(facts, at);
      this.#put({ ...known, ...facts, lastAt: at });
    }
  }

  /** Drops the findings that a server is stricter where the new rules are no looser than the server. */
  rulesChanged(rules: readonly RateRule[]): void {
    for (const [key, { kind, windowMs, theirs }] of this.#findings) {
      const ours = rules.find((rule) => rule.windowMs === windowMs)?.limit;
      if (kind === 'stricter' && theirs !== null && ours !== undefined && ours <= theirs) this.#findings.delete(key);
    }
  }

  /** The newest first. */
  list(now: number): RateFinding[] {
    return [...this.#findings.values()].filter((finding) => !isExpired(finding, now)).reverse();
  }

  /** When the next finding expires; `null` without findings. */
  expiresAt(now: number): number | null {
    const instants = this.list(now).map(({ lastAt }) => lastAt + EXPIRES_MS);
    return instants.length === 0 ? null : Math.min(...instants);
  }

  #take(facts: Facts, at: number): RateFinding | null {
    const key = keyOf(facts);
    const known = this.#findings.get(key);
    this.#findings.delete(key);
    return known && !isExpired(known, at) ? known : null;
  }

  #put(finding: RateFinding): void {
    this.#findings.set(keyOf(finding), finding);
    const [oldest] = this.#findings.keys();
    if (this.#findings.size > MAX_FINDINGS && oldest !== undefined) this.#findings.delete(oldest);
  }
}

const keyOf = ({ kind, windowMs }: Facts): string => `${kind} ${windowMs}`;
const isExpired = ({ lastAt }: RateFinding, now: number): boolean => now - lastAt >= EXPIRES_MS;
