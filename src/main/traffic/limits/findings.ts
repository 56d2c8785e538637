/** The findings about limits that a limiter keeps for the person. */
import type { RateFinding, RateRule } from '../../../shared/model/rates.ts';
import { DAY_MS } from '../../../shared/time/units.ts';

const MAX_FINDINGS = 24;

type FindingFacts = Omit<RateFinding, 'times' | 'firstAt' | 'lastAt'>;

/** Keeps findings about limits until a day after their last occurrence. A finding counts all occurrences of one kind in one window. */
export class Findings {
  /** The findings in the order of their last occurrence, the oldest first. */
  readonly #findings = new Map<string, RateFinding>();

  /** Records a fact at `at`, an instant of the connection's clock. A 429 counts as an occurrence each time; any other fact continues, and counts once. */
  record(facts: FindingFacts, at: number): void {
    const key = keyOf(facts);
    const known = this.list(at).find((finding) => keyOf(finding) === key);
    const times = known && facts.kind !== 'rateLimited' ? known.times : (known?.times ?? 0) + 1;
    this.#findings.delete(key);
    this.#findings.set(key, { ...facts, times, firstAt: known?.firstAt ?? at, lastAt: at });
    const [oldest] = this.#findings.keys();
    if (this.#findings.size > MAX_FINDINGS && oldest !== undefined) this.#findings.delete(oldest);
  }

  /** Drops the finding of that kind about a window. */
  drop(kind: RateFinding['kind'], windowMs: number): void {
    this.#findings.delete(keyOf({ kind, windowMs }));
  }

  /** Drops each finding of a stricter limit that the new rules already contain. */
  rulesChanged(rules: readonly RateRule[]): void {
    for (const [key, { kind, windowMs, theirs }] of this.#findings) {
      const ours = rules.find((rule) => rule.windowMs === windowMs)?.limit;
      if (kind === 'stricter' && theirs !== null && ours !== undefined && ours <= theirs) this.#findings.delete(key);
    }
  }

  /** The unexpired findings, the newest first. */
  list(now: number): RateFinding[] {
    return [...this.#findings.values()].filter(({ lastAt }) => now - lastAt < DAY_MS).reverse();
  }
}

const keyOf = ({ kind, windowMs }: Pick<FindingFacts, 'kind' | 'windowMs'>): string => `${kind} ${windowMs}`;
