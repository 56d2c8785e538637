/**
 * Finds out from the server's own counts that something else uses a client ID. Each answer that tells the remaining count is a word:
 * from it follows how many of the slots in use are not ours. What is ours is taken as large as it can be (a lost or refused request may
 * have counted), and what others had used before as long-lived as it can be, so that our own use is never taken for theirs.
 */
import type { QuotaReset } from '../../shared/model/connection.ts';
import type { Api } from '../../shared/model/primitives.ts';
import { type ForeignUse, type Issuance, QUOTA_WINDOW_MS } from '../../shared/model/token.ts';
import { dayOf, latestAt, QUOTA_LIMITS } from './quota.ts';

/** What an answer of the token endpoint told about its count. */
export interface CountReport {
  /** The issuance whose answer it was. */
  readonly issuanceId: string;
  readonly limit: number | null;
  readonly remaining: number | null;
  /** It was refused because no slot is left (429). */
  readonly exhausted: boolean;
}

/** `count` issuances of others, made between `since` (null: at any time before) and `at`. */
export interface ForeignIssuances {
  readonly count: number;
  readonly since: number | null;
  readonly at: number;
}

interface History {
  readonly api: Api;
  readonly reset: QuotaReset;
  readonly issuances: readonly Issuance[];
  readonly countReports: readonly CountReport[];
}

/** What one word says, and which of our requests can explain it. */
interface ExplainedCount {
  readonly sentAt: number;
  readonly receivedAt: number;
  readonly used: number;
  readonly exhausted: boolean;
  /** Issuances of ours that surely count in it, and those that may. */
  readonly surelyOurs: number;
  readonly atMostOurs: number;
  /** Requests of ours of which nobody knows whether they count. */
  readonly doubtful: ReadonlySet<string>;
  /** Those of them that count in it if they count at all. */
  readonly settledDoubts: ReadonlySet<string>;
}

/** Words looked at; older ones tell nothing of the last days. */
const MAX_REPORTS = 40;
/** For the granularity of both sides' clocks. */
const TOLERANCE_MS = 5_000;
/** A notice is told of for so long, and one within it of the last belongs to the same story. */
const SHOWN_MS = 2 * QUOTA_WINDOW_MS;

/**
 * Every time when more was used than we can explain, oldest first. Which window the service really has is not known (domain.md), so what
 * either of the two would explain is no one else's.
 */
export function findForeignIssuances(history: History): ForeignIssuances[] {
  const other = history.reset === 'rolling' ? 'utcMidnight' : 'rolling';
  const explainedByOther = findAssumingReset({ ...history, reset: other }).length === 0;
  return explainedByOther ? [] : findAssumingReset(history);
}

function findAssumingReset(history: History): ForeignIssuances[] {
  const counts = history.countReports.slice(-MAX_REPORTS).flatMap((word) => explain(history, word) ?? []);
  const found: ForeignIssuances[] = [];
  /** The least number of foreign issuances since the first word, up to each word. */
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

/** What is to be told of it now: the story that the last notice belongs to; `null` when that is long past. */
export function foreignUse(found: readonly ForeignIssuances[], now: number): ForeignUse | null {
  const last = found.at(-1);
  if (!last || last.at + SHOWN_MS <= now) return null;
  const episode: ForeignIssuances[] = [];
  for (const notice of [...found].reverse()) {
    const next = episode.at(-1);
    if (next && notice.at + SHOWN_MS <= next.at) break;
    episode.push(notice);
  }
  const count = episode.reduce((sum, notice) => sum + notice.count, 0);
  return { count, since: episode.at(-1)?.since ?? null, noticedAt: last.at };
}

/** Foreign issuances that can be told from one word alone. */
const unexplained = ({ used, atMostOurs: atMost, doubtful }: ExplainedCount): number => used - atMost - doubtful.size;

/** The least number of foreign issuances between two words. */
function foreignBetween(reset: QuotaReset, earlier: ExplainedCount, later: ExplainedCount): number {
  const forgotten =
    reset === 'rolling'
      ? earlier.receivedAt + QUOTA_WINDOW_MS + TOLERANCE_MS <= later.sentAt
      : dayOf(earlier.receivedAt) < dayOf(later.sentAt - TOLERANCE_MS);
  const foreignBefore = earlier.used - earlier.surelyOurs;
  if (forgotten || foreignBefore < 0) return unexplained(later);
  // One that counts in both words or in neither explains no difference between them.
  const newlyDoubtful = [...later.doubtful].filter((id) => !earlier.settledDoubts.has(id)).length;
  return later.used - later.atMostOurs - newlyDoubtful - foreignBefore;
}

function explain({ api, reset, issuances }: History, report: CountReport): ExplainedCount | null {
  const index = issuances.findIndex((it) => it.id === report.issuanceId);
  const own = issuances[index];
  const limit = report.limit ?? QUOTA_LIMITS[api].limit;
  const remaining = report.exhausted ? 0 : report.remaining;
  if (!own || remaining === null || remaining > limit) return null;
  const { at: sentAt } = own;
  const receivedAt = Math.max(sentAt, own.settledAt ?? sentAt);

  /** Whether one that was counted between two instants may still count, and whether it surely does. */
  const mayCount = (latest: number) =>
    reset === 'rolling'
      ? latest + QUOTA_WINDOW_MS + TOLERANCE_MS > sentAt
      : dayOf(latest + TOLERANCE_MS) >= dayOf(sentAt - TOLERANCE_MS);
  const surelyCounts = (earliest: number) =>
    reset === 'rolling'
      ? earliest + QUOTA_WINDOW_MS - TOLERANCE_MS > receivedAt
      : dayOf(earliest - TOLERANCE_MS) >= dayOf(receivedAt + TOLERANCE_MS);

  const known = issuances.filter((it) => it.at <= receivedAt);
  const issued = known.filter((it) => it.outcome === 'confirmed');
  const before = new Set(issuances.slice(0, index).filter((it) => latestAt(it) <= sentAt));
  const exhausted = (it: Issuance) => it.id === own.id && report.exhausted;
  const doubtful = known.filter((it) => it.outcome !== 'confirmed' && !exhausted(it));
  const renews = (it: Issuance, among: readonly Issuance[], toleranceMs: number) =>
    api === 'openApi' ||
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
        (it.id === own.id || before.has(it)) && surelyCounts(it.at) && renews(it, issued, -TOLERANCE_MS - 240_000),
    ).length,
    atMostOurs: issued.filter((it) => mayCount(latestAt(it)) && renews(it, known, TOLERANCE_MS)).length,
    doubtful: new Set(doubtful.filter((it) => mayCount(latestAt(it))).map((it) => it.id)),
    settledDoubts: new Set(doubtful.filter((it) => before.has(it) && surelyCounts(it.at)).map((it) => it.id)),
  };
}
