/** What a person should know about a limit, each thing once: how often it happened, when first, when last. Forgotten after a day without news. */
import type { RateFinding, RateRule } from '../../../shared/model/rates.ts';

const FORGET_MS = 86_400_000;
/** One that goes on is noted as going on no more often than this. */
const ONGOING_INTERVAL_MS = 60_000;
const MAX_FINDINGS = 24;

type Facts = Omit<RateFinding, 'times' | 'firstAt' | 'lastAt'>;

export class Findings {
  /** The one with news longest ago first. */
  readonly #findings = new Map<string, RateFinding>();

  /** It happened. Instants are of the connection's clock. */
  record(facts: Facts, at: number): void {
    const known = this.#take(facts, at);
    this.#put({ ...facts, times: (known?.times ?? 0) + 1, firstAt: known?.firstAt ?? at, lastAt: at });
  }

  /** It is still so; the first time, it happens. */
  recordOngoing(facts: Facts, at: number): void {
    const known = this.#findings.get(keyOf(facts));
    if (!known || expired(known, at)) this.record(facts, at);
    else if (at - known.lastAt >= ONGOING_INTERVAL_MS) {
      this.#take(facts, at);
      this.#put({ ...known, ...facts, lastAt: at });
    }
  }

  /** Other rules were chosen: where they are no looser than what the server allows, it is not stricter any more. */
  rulesChanged(rules: readonly RateRule[]): void {
    for (const [key, { kind, windowMs, theirs }] of this.#findings) {
      const ours = rules.find((rule) => rule.windowMs === windowMs)?.limit;
      if (kind === 'stricter' && theirs !== null && ours !== undefined && ours <= theirs) this.#findings.delete(key);
    }
  }

  /** The newest first. */
  list(now: number): RateFinding[] {
    return [...this.#findings.values()].filter((finding) => !expired(finding, now)).reverse();
  }

  /** When the next one is forgotten; `null` when there is none. */
  expiresAt(now: number): number | null {
    const instants = this.list(now).map(({ lastAt }) => lastAt + FORGET_MS);
    return instants.length === 0 ? null : Math.min(...instants);
  }

  #take(facts: Facts, at: number): RateFinding | null {
    const key = keyOf(facts);
    const known = this.#findings.get(key);
    this.#findings.delete(key);
    return known && !expired(known, at) ? known : null;
  }

  #put(finding: RateFinding): void {
    this.#findings.set(keyOf(finding), finding);
    const [oldest] = this.#findings.keys();
    if (this.#findings.size > MAX_FINDINGS && oldest !== undefined) this.#findings.delete(oldest);
  }
}

const keyOf = ({ kind, windowMs }: Facts): string => `${kind} ${windowMs}`;
const expired = ({ lastAt }: RateFinding, now: number): boolean => now - lastAt >= FORGET_MS;
