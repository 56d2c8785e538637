/**
 * Detects other clients with the same client ID. The server's count shows how many slots are used; the ledger shows how many of them can be ours.
 * Both estimates are cautious: a lost or refused request may be ours, and earlier foreign issuances count as long as they can. So no issuance of ours
 * is taken for a foreign one.
 */
import type { QuotaReset } from '../../shared/model/connection.ts';
import type { ForeignUse, Issuance } from '../../shared/model/token.ts';
import type { TokenRules } from '../../shared/model/token-rules.ts';
import { latestAt, MAX_ANSWER_MS, QUOTA_WINDOW_MS } from '../../shared/token/issuance-slots.ts';
import { utcDayOf } from './utc-day.ts';

export interface CountReport {
  readonly issuanceId: string;
  readonly limit: number | null;
  readonly remaining: number | null;
  /** Whether the answer was a 429, so that no slot is left. */
  readonly exhausted: boolean;
  /** The instant at which the next slot regenerates, if the answer states it. */
  readonly resetAt?: number | null;
}

/** The number of tokens issued to other clients between `since` (null: any earlier time) and `at`. */
export interface ForeignIssuances {
  readonly count: number;
  readonly since: number | null;
  readonly at: number;
}

interface History {
  readonly rules: Pick<TokenRules, 'unit' | 'limit'>;
  readonly reset: QuotaReset;
  readonly issuances: readonly Issuance[];
  readonly countReports: readonly CountReport[];
}

/** A reported count, and our own requests that can explain it. */
interface ExplainedCount {
  readonly sentAt: number;
  readonly receivedAt: number;
  readonly used: number;
  readonly exhausted: boolean;
  /** How many of our own issuances certainly count in the report, and how many may. */
  readonly surelyOurs: number;
  readonly atMostOurs: number;
  /** Our own requests that may or may not count. */
  readonly doubtful: ReadonlySet<string>;
  /** The doubtful requests that certainly count in this report if they spent a slot. */
  readonly settledDoubts: ReadonlySet<string>;
}

/** The number of reported counts that are kept: more than a token endpoint can send while a finding is shown. */
export const MAX_REPORTS = 40;
/** The tolerance for the granularity of both clocks, the server's and the machine's. */
export const TOLERANCE_MS = 5_000;
/** How long a finding is shown; findings closer together than this form one episode. */
const SHOWN_MS = 2 * QUOTA_WINDOW_MS;

/**
 * Finds all issuances to other clients, oldest first. The quota's reset rule is unknown (service.md §3.8), so counts that our own issuances explain
 * under either rule are ignored.
 */
export function findForeignIssuances(history: History): ForeignIssuances[] {
  const other = history.reset === 'rolling' ? 'utcMidnight' : 'rolling';
  const explainedByOther = findAssumingReset({ ...history, reset: other }).length === 0;
  return explainedByOther ? [] : findAssumingReset(history);
}

function findAssumingReset(history: History): ForeignIssuances[] {
  const positions = new Map(history.issuances.map(({ id }, index) => [id, index]));
  const counts = history.countReports.slice(-MAX_REPORTS).flatMap((report) => {
    const index = positions.get(report.issuanceId);
    return index === undefined ? [] : (explain(history, report, index) ?? []);
  });
  const found: ForeignIssuances[] = [];
  /** The minimum number of foreign issuances from the first report up to each report. */
  const totals: number[] = [];
  counts.forEach((later, index) => {
    const before = totals[index - 1] ?? 0;
    let [total, since] = [before, null as number | null];
    if (later.exhausted) total = Math.max(total, unexplained(later));
    for (let at = index - 1; at >= 0; at -= 1) {
      const earlier = counts[at];
      if (!earlier) continue;
      const reached = (totals[at] ?? 0) + foreignBetween(history.reset, earlier, later);
      if (reached < total || (reached === total && since !== null)) continue;
      if (reached > before) since = earlier.receivedAt;
      total = reached;
    }
    totals.push(total);
    if (total > before) found.push({ count: total - before, since, at: later.receivedAt });
  });
  return found;
}

/** Returns the latest episode of foreign issuances; `null` when it is too old to show. */
export function foreignUse(found: readonly ForeignIssuances[], now: number): ForeignUse | null {
  const last = found.at(-1);
  if (!last || last.at + SHOWN_MS <= now) return null;
  const episode: ForeignIssuances[] = [];
  for (const finding of [...found].reverse()) {
    const next = episode.at(-1);
    if (next && finding.at + SHOWN_MS <= next.at) break;
    episode.push(finding);
  }
  const count = episode.reduce((sum, finding) => sum + finding.count, 0);
  return { count, since: episode.at(-1)?.since ?? null, noticedAt: last.at };
}

/** Returns the number of foreign issuances that one report alone proves. */
const unexplained = ({ used, atMostOurs, doubtful }: ExplainedCount): number => used - atMostOurs - doubtful.size;

/** The minimum number of foreign issuances between two reports. */
function foreignBetween(reset: QuotaReset, earlier: ExplainedCount, later: ExplainedCount): number {
  const noLongerCounts =
    reset === 'rolling'
      ? earlier.receivedAt + QUOTA_WINDOW_MS + TOLERANCE_MS <= later.sentAt
      : utcDayOf(earlier.receivedAt) < utcDayOf(later.sentAt - TOLERANCE_MS);
  const foreignBefore = earlier.used - earlier.surelyOurs;
  if (noLongerCounts || foreignBefore < 0) return unexplained(later);
  // A request that counts in both reports or in neither does not explain a difference between them.
  const newlyDoubtful = [...later.doubtful].filter((id) => !earlier.settledDoubts.has(id)).length;
  return later.used - later.atMostOurs - newlyDoubtful - foreignBefore;
}

/** Finds which of our requests can explain the report that the issuance at `index` brought; `null` if it has no usable count. */
function explain({ rules, reset, issuances }: History, report: CountReport, index: number): ExplainedCount | null {
  const own = issuances[index];
  const limit = report.limit ?? rules.limit;
  const remaining = report.exhausted ? 0 : report.remaining;
  if (!own || remaining === null || limit === null || remaining > limit) return null;
  const { at: sentAt } = own;
  const receivedAt = Math.max(sentAt, own.settledAt ?? sentAt);

  /** Whether an issuance that the server made at `latest` or earlier may count in the report. */
  const mayCount = (latest: number) =>
    reset === 'rolling'
      ? latest + QUOTA_WINDOW_MS + TOLERANCE_MS > sentAt
      : utcDayOf(latest + TOLERANCE_MS) >= utcDayOf(sentAt - TOLERANCE_MS);
  /** Whether an issuance that the server made at `earliest` or later certainly counts in the report. */
  const surelyCounts = (earliest: number) =>
    reset === 'rolling'
      ? earliest + QUOTA_WINDOW_MS - TOLERANCE_MS > receivedAt
      : utcDayOf(earliest - TOLERANCE_MS) >= utcDayOf(receivedAt + TOLERANCE_MS);

  // An older issuance neither counts in the report nor makes a later one a renewal.
  const isNear = (it: Issuance) => it.at > sentAt - 3 * QUOTA_WINDOW_MS && it.at <= receivedAt;
  const known: Issuance[] = [];
  const before = new Set<Issuance>();
  // A plain loop, because it runs for every issuance of every report and is fast even before it is compiled.
  for (let position = 0; position < issuances.length; position += 1) {
    const it = issuances[position];
    if (!it || !isNear(it)) continue;
    known.push(it);
    if (position < index && latestAt(it) <= sentAt) before.add(it);
  }
  const issued = known.filter((it) => it.outcome === 'confirmed');
  const exhausted = (it: Issuance) => it.id === own.id && report.exhausted;
  const doubtful = known.filter((it) => it.outcome !== 'confirmed' && !exhausted(it));
  const renews = (it: Issuance, among: readonly Issuance[], toleranceMs: number) =>
    rules.unit === 'issuances' ||
    among.some(
      (other) => other.id !== it.id && other.at <= it.at && latestAt(other) + QUOTA_WINDOW_MS + toleranceMs > it.at,
    );
  return {
    sentAt,
    receivedAt,
    used: limit - remaining,
    exhausted: report.exhausted,
    surelyOurs: issued.filter(
      (it) =>
        (it.id === own.id || before.has(it)) &&
        surelyCounts(it.at) &&
        renews(it, issued, -TOLERANCE_MS - 2 * MAX_ANSWER_MS),
    ).length,
    atMostOurs: issued.filter((it) => mayCount(latestAt(it)) && renews(it, known, TOLERANCE_MS)).length,
    doubtful: new Set(doubtful.filter((it) => mayCount(latestAt(it))).map((it) => it.id)),
    settledDoubts: new Set(doubtful.filter((it) => before.has(it) && surelyCounts(it.at)).map((it) => it.id)),
  };
}
