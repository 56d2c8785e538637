/** The issuance ledger: a file of all token requests that still count, each written to disk before it is sent. */
import { isAppError } from '../../shared/app-error.ts';
import type { Issuance, IssuanceCause, ServerQuota } from '../../shared/model/token.ts';
import type { LineFile, Log } from '../platform/ports.ts';
import { storageFailed } from '../platform/storage-failed.ts';
import { type CountReport, MAX_REPORTS, TOLERANCE_MS } from './foreign-use.ts';
import { type FileLine, keptIssuances, keptLines } from './ledger-compaction.ts';
import {
  type ClockCorrectedLine,
  type ColleagueLine,
  type DamagedLine,
  type LedgerLine,
  type QuotaResetLine,
  readLedgerLine,
  type SentLine,
  type SettledLine,
} from './ledger-line.ts';
import type { QuotaReport } from './quota.ts';
import { keyText, type LedgerKey } from './token-endpoint.ts';

const FILE_LABEL = 'The token ledger';

/** The recorded rejection of credentials. The token request is not repeated until they change. */
type Rejection = NonNullable<SettledLine['rejected']> & { readonly at: number };

export interface LedgerView {
  /** The issuances, oldest first. A request in flight is `sent`; a request that a crash interrupted is `lost`. */
  readonly issuances: readonly Issuance[];
  readonly reported: QuotaReport | null;
  /** All counts that the server reported, oldest first. */
  readonly countReports: readonly CountReport[];
  /** The rejection of the credentials of the last settled request, or null. */
  readonly rejected: Rejection | null;
  /** The latest lifetime that a token answer stated, in ms; null without any. */
  readonly lifetimeMs: number | null;
}

/** The data of one key. {@link view} returns the same object until the data change. */
class LedgerAccount {
  issuances = new Map<string, Issuance>();
  /** The recorded instants, by id, of requests that lay in the future, until a measurement shows which clock was wrong. */
  readonly recordedAt = new Map<string, number>();
  reported: QuotaReport | null = null;
  readonly countReports: CountReport[] = [];
  rejected: Rejection | null = null;
  lifetimeMs: number | null = null;
  /** The number of damaged lines that were found before the last reset of the quota, and no longer count. */
  forgivenDamage = 0;
  /** The id of the last settled request. */
  lastSettled: string | null = null;
  /** The id of the last request whose answer stated a lifetime. */
  lastLifetime: string | null = null;
  #view: LedgerView | null = null;

  get view(): LedgerView {
    const { reported, rejected, lifetimeMs } = this;
    this.#view ??= {
      issuances: [...this.issuances.values()],
      reported,
      countReports: [...this.countReports],
      rejected,
      lifetimeMs,
    };
    return this.#view;
  }

  changed(): void {
    this.#view = null;
  }

  set(issuance: Issuance): void {
    this.issuances.set(issuance.id, issuance);
  }

  prune(): void {
    this.issuances = new Map(keptIssuances([...this.issuances.values()]).map((it) => [it.id, it]));
    this.changed();
  }

  /** The ids of the requests whose lines this account needs. */
  get ids(): string[] {
    const others = [this.reported?.issuanceId, this.lastSettled, this.lastLifetime];
    const reporting = this.countReports.map(({ issuanceId }) => issuanceId);
    return [...this.issuances.keys(), ...reporting, ...others.filter((id) => typeof id === 'string')];
  }
}

const EMPTY_VIEW: LedgerView = new LedgerAccount().view;

/** The ranks of outcomes by how much they say. An outcome replaces those of lower rank. */
export const CERTAINTY: Readonly<Record<Issuance['outcome'], number>> = { sent: 0, lost: 1, confirmed: 2, refused: 2 };

/** The minimum number of unneeded lines for which the file is compacted. */
const MIN_DROPPED_LINES = 400;
/** The number of issuances of one key above which old issuances are pruned. */
const MAX_ISSUANCES = 500;

export interface Settlement {
  readonly outcome: 'confirmed' | 'lost' | 'refused';
  readonly at: number;
  readonly server: ServerQuota | null;
  readonly lifetimeMs?: number | null;
  readonly exhausted?: boolean;
  readonly rejected?: SettledLine['rejected'];
}

/** A request that was recorded in the future, at `recordedAt`; the ledger has moved it to `at`. */
interface FutureEntry {
  readonly id: string;
  readonly recordedAt: number;
  readonly at: number;
}

/** Returns a line of the file unchanged, except a count of damaged lines that is dated in the future: its date becomes `now`. */
function notAhead(text: string, now: number): string {
  if (!text.includes('"kind":"damaged"')) return text;
  const line = readLedgerLine(text);
  if (typeof line === 'string' || line.kind !== 'damaged' || line.at <= now + TOLERANCE_MS) return text;
  return JSON.stringify({ ...line, at: now });
}

export class Ledger {
  readonly #file: LineFile;
  readonly #log: Log;
  readonly #accounts = new Map<string, LedgerAccount>();
  readonly #accountOf = new Map<string, LedgerAccount>();
  /** The requests whose instants this run recorded or corrected. */
  readonly #thisRun = new Set<string>();

  /** The damaged lines as issuances, because each may have been a request of any key. */
  readonly #damagedLines: Issuance[] = [];
  readonly #withDamaged = new WeakMap<LedgerView, LedgerView>();
  #damaged: { readonly lines: number; readonly at: number } | null = null;

  private constructor(file: LineFile, log: Log) {
    this.#file = file;
    this.#log = log;
  }

  /**
   * Reads the file. A request without an outcome counts as spent, because a crash interrupted it. Lines of a later version are skipped and stay in
   * the file. A damaged line counts as an unconfirmed issuance of every key, from the start that finds it (`now`, machine time). A file with many
   * unneeded lines is compacted. Throws `storageFailed` when the file cannot be read.
   */
  static open(deps: { readonly file: LineFile; readonly log: Log; readonly now: () => number }): Ledger {
    const ledger = new Ledger(deps.file, deps.log);
    const { lines: found, torn } = ledger.#guard(() => deps.file.lines());
    const [read, counts] = [[] as FileLine[], { later: 0, damaged: 0 }];
    const lines = found.map((text) => notAhead(text, deps.now()));
    const isMoved = lines.some((text, index) => text !== found[index]);
    for (const text of lines) {
      const line = text.trim() === '' ? null : readLedgerLine(text);
      if (typeof line === 'string') counts[line] += 1;
      else if (line?.kind === 'damaged') counts.damaged -= line.lines;
      if (line !== null && typeof line !== 'string') ledger.#apply(line);
      read.push({ text, line: typeof line === 'string' ? null : line });
    }
    for (const account of ledger.#accounts.values()) {
      for (const it of account.issuances.values()) if (it.outcome === 'sent') account.set({ ...it, outcome: 'lost' });
      account.prune();
    }
    ledger.#compact(read, isMoved);
    if (torn) deps.log.warn('the last line of the token ledger was torn', {});
    if (counts.later > 0) deps.log.warn('lines of the token ledger are of a later version', { lines: counts.later });
    if (counts.damaged > 0) ledger.#recordDamage({ lines: counts.damaged, at: deps.now() });
    return ledger;
  }

  /** The number of damaged lines that this start found, and when (machine time); `null` without any. */
  get damaged(): { readonly lines: number; readonly at: number } | null {
    return this.#damaged;
  }

  view(key: LedgerKey): LedgerView {
    const own = this.#ownView(key);
    if (this.#damagedLines.length === 0) return own;
    const known = this.#withDamaged.get(own);
    if (known) return known;
    const forgiven = this.#accounts.get(keyText(key))?.forgivenDamage ?? 0;
    const issuances = [...this.#damagedLines.slice(forgiven), ...own.issuances].sort((one, other) => one.at - other.at);
    const merged = { ...own, issuances };
    this.#withDamaged.set(own, merged);
    return merged;
  }

  /** The data of a key from the readable lines. */
  #ownView(key: LedgerKey): LedgerView {
    return this.#accounts.get(keyText(key))?.view ?? EMPTY_VIEW;
  }

  #recordDamage(damaged: { readonly lines: number; readonly at: number }): void {
    this.#damaged = damaged;
    this.#log.error('lines of the token ledger are damaged; each counts as used', damaged);
    const line: DamagedLine = { kind: 'damaged', ...damaged };
    try {
      this.#append(line);
    } catch (error) {
      this.#log.error('the damage of the token ledger could not be recorded', { error: String(error) });
      this.#apply(line);
    }
  }

  #applyDamaged({ at, lines }: DamagedLine): void {
    for (let index = 0; index < lines; index += 1) {
      const id = `damaged-${this.#damagedLines.length + 1}`;
      this.#damagedLines.push({ id, at, cause: 'unknown', renewal: true, outcome: 'lost', settledAt: at });
    }
  }

  /** Records a request before it is sent. Throws `storageFailed`; then the request must not be sent. */
  begin(
    key: LedgerKey,
    issuance: { readonly id: string; readonly at: number; readonly cause: IssuanceCause; readonly renewal: boolean },
  ): void {
    this.#thisRun.add(issuance.id);
    this.#append({ kind: 'sent', ...issuance, api: key.api, clientId: key.clientId, tokenUrl: key.tokenUrl });
  }

  /** Records the outcome of a request. A failed write is only logged: after a restart the request counts as lost, and therefore as spent. */
  settle(id: string, settlement: Settlement): void {
    const { outcome: kind, at, server, lifetimeMs = null, exhausted = false, rejected = null } = settlement;
    const line: SettledLine = { kind, id, at, server, lifetimeMs, exhausted, rejected };
    try {
      this.#append(line);
    } catch (error) {
      this.#log.error('the outcome of a token request could not be recorded', { id, kind, error: String(error) });
      this.#apply(line);
    }
  }

  /** Records the issuances of colleagues that are new or whose outcome is. Throws `storageFailed`. */
  learn({ api, clientId, tokenUrl }: LedgerKey, issuances: readonly Issuance[]): void {
    const known = this.#accounts.get(keyText({ api, clientId, tokenUrl }))?.issuances;
    for (const issuance of issuances) {
      const before = known?.get(issuance.id);
      if (before && CERTAINTY[before.outcome] >= CERTAINTY[issuance.outcome]) continue;
      this.#thisRun.add(issuance.id);
      this.#append({ kind: 'colleague', ...issuance, api, clientId, tokenUrl });
    }
  }

  /** Stops counting all requests but those in flight, which the service may count after the reset. Throws `storageFailed`. */
  resetQuota(key: LedgerKey, at: number): void {
    const { api, clientId, tokenUrl } = key;
    const open = this.#ownView(key).issuances.filter((it) => it.outcome === 'sent');
    this.#append({ kind: 'forgiven', api, clientId, tokenUrl, at, open: open.map((it) => it.id) });
  }

  /** Corrects the instants of this run, or of `all` runs, by the error of the clock. A failed write is only logged. */
  clockCorrected(key: LedgerKey, byMs: number, at: number, all: boolean): void {
    const ids = this.#ownView(key).issuances.map((it) => it.id);
    const future = this.#futureEntries(key);
    if (!all) this.#restoreFuture(key, future, at);
    const restored = new Set(future.map(({ id }) => id));
    this.#appendCorrection(key, byMs, at, all ? ids : ids.filter((id) => this.#thisRun.has(id) && !restored.has(id)));
  }

  #futureEntries(key: LedgerKey): FutureEntry[] {
    const recordedAt = this.#accounts.get(keyText(key))?.recordedAt;
    return this.#ownView(key).issuances.flatMap(({ id, at }) => {
      const recorded = recordedAt?.get(id);
      return recorded === undefined ? [] : [{ id, at, recordedAt: recorded }];
    });
  }

  /** Moves requests back to the instants that were recorded, but not beyond `now`: this run's clock was wrong, not the earlier one. */
  #restoreFuture(key: LedgerKey, future: readonly FutureEntry[], now: number): void {
    const aheadMs = Math.max(0, ...future.map(({ recordedAt }) => recordedAt - now));
    const moves = Map.groupBy(future, ({ at, recordedAt }) => recordedAt - aheadMs - at);
    for (const [byMs, entries] of moves)
      this.#appendCorrection(
        key,
        byMs,
        now,
        entries.map(({ id }) => id),
      );
  }

  /**
   * Corrects requests that a clock ahead of time recorded in the future. Their age is unknown, so they count from now until the service's time is
   * measured or the clock has caught up.
   */
  correctFuture(key: LedgerKey, now: number): void {
    const isAhead = (at: number) => at > now + TOLERANCE_MS;
    const moved = this.#futureEntries(key);
    if (!moved.some(({ recordedAt }) => isAhead(recordedAt))) this.#restoreFuture(key, moved, now);
    const future = this.#ownView(key).issuances.filter(({ at }) => isAhead(at));
    if (future.length === 0) return;
    const ids = future.map((it) => it.id);
    this.#appendCorrection(key, now - Math.max(...future.map((it) => it.at)), now, ids, true);
    for (const id of ids) this.#thisRun.add(id);
  }

  #appendCorrection(
    { api, clientId, tokenUrl }: LedgerKey,
    byMs: number,
    at: number,
    ids: string[],
    guess = false,
  ): void {
    if (ids.length === 0) return;
    const line: LedgerLine = { kind: 'moved', api, clientId, tokenUrl, at, byMs, ids, ...(guess && { guess }) };
    try {
      this.#append(line);
    } catch (error) {
      this.#log.error('a correction of the clock could not be recorded', { byMs, error: String(error) });
      this.#apply(line);
    }
  }

  #append(line: LedgerLine): void {
    this.#guard(() => this.#file.append(JSON.stringify(line)));
    this.#apply(line);
  }

  #apply(line: LedgerLine): void {
    if (line.kind === 'sent') this.#applySent(line);
    else if (line.kind === 'forgiven') this.#applyReset(line);
    else if (line.kind === 'moved') this.#applyCorrection(line);
    else if (line.kind === 'damaged') this.#applyDamaged(line);
    else if (line.kind === 'colleague') this.#applyColleague(line);
    else this.#applySettled(line);
  }

  #applyReset(line: QuotaResetLine): void {
    const before = this.#accounts.get(keyText(line));
    const account = new LedgerAccount();
    account.forgivenDamage = this.#damagedLines.length;
    this.#accounts.set(keyText(line), account);
    for (const issuance of before?.issuances.values() ?? []) {
      if (line.open.includes(issuance.id)) account.set(issuance);
      this.#accountOf.set(issuance.id, account);
    }
  }

  #applyCorrection({ byMs, ids, guess = false, ...key }: ClockCorrectedLine): void {
    const account = this.#accounts.get(keyText(key));
    if (!account) return;
    const shifted = (at: number | null) => at && at + byMs;
    for (const id of ids) {
      const it = account.issuances.get(id);
      if (it) account.set({ ...it, at: it.at + byMs, settledAt: shifted(it.settledAt) });
      if (!guess) account.recordedAt.delete(id);
      else if (it) account.recordedAt.set(id, account.recordedAt.get(id) ?? it.at);
    }
    const { reported: server } = account;
    if (server?.issuanceId && ids.includes(server.issuanceId)) {
      const { resetAt, receivedAt } = server.quota;
      const quota = { ...server.quota, resetAt: shifted(resetAt), receivedAt: receivedAt + byMs };
      account.reported = { ...server, quota };
    }
    account.changed();
  }

  #applyColleague(line: ColleagueLine): void {
    const account = this.#accountFor(line);
    const { id, at, cause, renewal, outcome, settledAt } = line;
    // Its first instant stays: later ones come from a clock that may have been set.
    const known = account.issuances.get(id);
    account.set(known ? { ...known, outcome, settledAt } : { id, at, cause, renewal, outcome, settledAt });
    // A colleague's request may be older than ours, and a report of the server counts what came after it.
    account.issuances = new Map([...account.issuances].sort(([, one], [, other]) => one.at - other.at));
    if (account.issuances.size > MAX_ISSUANCES) account.prune();
    account.changed();
  }

  #accountFor(line: LedgerKey & { readonly id: string }): LedgerAccount {
    const key = keyText(line);
    const account = this.#accounts.get(key) ?? new LedgerAccount();
    this.#accounts.set(key, account);
    this.#accountOf.set(line.id, account);
    return account;
  }

  #applySent(line: SentLine): void {
    const account = this.#accountFor(line);
    const { id, at, cause, renewal } = line;
    account.set({ id, at, cause, renewal, outcome: 'sent', settledAt: null });
    if (account.issuances.size > MAX_ISSUANCES) account.prune();
    account.changed();
  }

  #applySettled(line: SettledLine): void {
    const account = this.#accountOf.get(line.id);
    if (!account) return;
    const issuance = account.issuances.get(line.id);
    if (issuance) account.set({ ...issuance, outcome: line.kind, settledAt: line.at });
    const { server, exhausted } = line;
    if (server && (server.remaining !== null || !account.reported))
      account.reported = { quota: server, issuanceId: line.id };
    if (exhausted || typeof server?.remaining === 'number') {
      const { limit = null, remaining = null, resetAt = null } = server ?? {};
      const report = { issuanceId: line.id, limit, remaining, exhausted, resetAt };
      account.countReports.push(report);
      if (account.countReports.length > MAX_REPORTS) account.countReports.shift();
    }
    if (typeof line.lifetimeMs === 'number') {
      account.lifetimeMs = line.lifetimeMs;
      account.lastLifetime = line.id;
    }
    account.lastSettled = line.id;
    account.rejected = line.rejected && { ...line.rejected, at: line.at };
    account.changed();
  }

  /** Rewrites the file without unneeded lines if there are many of them or a line has changed. A failed write is only logged. */
  #compact(lines: readonly FileLine[], isChanged: boolean): void {
    const ids = new Set([...this.#accounts.values()].flatMap((account) => account.ids));
    const kept = keptLines(lines, ids);
    if (lines.length - kept.length < MIN_DROPPED_LINES && !isChanged) return;
    for (const id of this.#accountOf.keys()) if (!ids.has(id)) this.#accountOf.delete(id);
    try {
      this.#file.replace(kept);
      this.#log.info('the token ledger was compacted', { before: lines.length, after: kept.length });
    } catch (error) {
      this.#log.warn('the token ledger could not be compacted', { error: String(error) });
    }
  }

  #guard<Value>(work: () => Value): Value {
    try {
      return work();
    } catch (error) {
      throw isAppError(error, 'storageFailed') ? error : storageFailed(FILE_LABEL, error);
    }
  }
}
