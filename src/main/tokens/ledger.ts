/** The issuance ledger: an append-only file of every token request, written to disk before the request is sent. */
import { isAppError } from '../../shared/errors.ts';
import type { Issuance, IssuanceCause, ServerQuota } from '../../shared/model/token.ts';
import type { LineFile, Log } from '../platform/ports.ts';
import { storageFailed } from '../platform/storage-failed.ts';
import type { CountReport } from './foreign-use.ts';
import {
  type ClockCorrectedLine,
  type LedgerLine,
  type QuotaResetLine,
  readLedgerLine,
  type SentLine,
  type SettledLine,
} from './ledger-line.ts';
import type { QuotaReport } from './quota.ts';
import type { LedgerKey } from './token-endpoint.ts';

/** An instant further in the future than this was recorded by a wrong clock. */
const MAX_AHEAD_MS = 5_000;
const FILE_LABEL = 'The token ledger';

/** The recorded rejection of credentials. The token request is not repeated until they change. */
type Rejection = NonNullable<SettledLine['rejected']> & { readonly at: number };

/** What the ledger knows about one key. */
export interface LedgerView {
  /** Oldest first. A request in flight is `sent`; one that a crash interrupted is `lost`. */
  readonly issuances: readonly Issuance[];
  readonly reported: QuotaReport | null;
  /** Every count that the server reported, oldest first. */
  readonly countReports: readonly CountReport[];
  /** Set when the credentials of the last settled request were rejected. */
  readonly rejected: Rejection | null;
  /** The lifetime that the last token answer stated, in ms. */
  readonly lifetimeMs: number | null;
}

interface LedgerAccount {
  issuances: Issuance[];
  reported: QuotaReport | null;
  countReports: CountReport[];
  rejected: Rejection | null;
  lifetimeMs: number | null;
}

const emptyAccount = (): LedgerAccount => ({
  issuances: [],
  reported: null,
  countReports: [],
  rejected: null,
  lifetimeMs: null,
});

const keyText = (key: LedgerKey): string => JSON.stringify([key.api, key.clientId, key.tokenUrl]);

/** How a request ended, for {@link Ledger.settle}. */
export interface Settlement {
  readonly outcome: 'confirmed' | 'lost' | 'refused';
  readonly at: number;
  readonly server: ServerQuota | null;
  readonly lifetimeMs?: number | null;
  readonly exhausted?: boolean;
  readonly rejected?: SettledLine['rejected'];
}

/** A request whose recorded instant lay in the future at the start of this run. The ledger moved it to the present; `recordedAt` is the old instant. */
interface FutureEntry {
  readonly id: string;
  readonly recordedAt: number;
}

export class Ledger {
  readonly #futureEntries = new Map<string, readonly FutureEntry[]>();
  readonly #file: LineFile;
  readonly #log: Log;
  readonly #accounts = new Map<string, LedgerAccount>();
  readonly #accountOf = new Map<string, LedgerAccount>();
  /** Requests whose instants this run recorded or corrected. */
  readonly #thisRun = new Set<string>();

  private constructor(file: LineFile, log: Log) {
    this.#file = file;
    this.#log = log;
  }

  /**
   * Reads the file. A request without an outcome was interrupted by a crash and counts as spent. The line file cuts off a torn last
   * line; lines of an unknown form are skipped and stay in the file. Throws `storageFailed` when the file cannot be read.
   */
  static open(deps: { readonly file: LineFile; readonly log: Log }): Ledger {
    const ledger = new Ledger(deps.file, deps.log);
    const { lines, torn } = ledger.#guard(() => deps.file.lines());
    let unknown = 0;
    for (const text of lines) {
      const line = text.trim() === '' ? null : readLedgerLine(text);
      if (line === null) unknown += 1;
      else ledger.#apply(line);
    }
    for (const account of ledger.#accounts.values())
      account.issuances = account.issuances.map((it) => (it.outcome === 'sent' ? { ...it, outcome: 'lost' } : it));
    if (torn) deps.log.warn('the last line of the token ledger was torn', {});
    if (unknown > 0) deps.log.warn('lines of the token ledger have an unknown form', { unknown });
    return ledger;
  }

  view(key: LedgerKey): LedgerView {
    return this.#accounts.get(keyText(key)) ?? emptyAccount();
  }

  /** Records a request before it is sent. Throws `storageFailed`; the request must not be sent then. */
  begin(
    key: LedgerKey,
    issuance: { readonly id: string; readonly at: number; readonly cause: IssuanceCause; readonly renewal: boolean },
  ): void {
    this.#thisRun.add(issuance.id);
    this.#append({ kind: 'sent', ...issuance, api: key.api, clientId: key.clientId, tokenUrl: key.tokenUrl });
  }

  /**
   * Records the outcome of a request. A failed write is only logged: after a restart the request counts as lost, and so as spent.
   */
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

  /**
   * Stops counting all earlier requests except those in flight, which the service may count after the reset. Only the sandbox
   * resets its quota. Throws `storageFailed`.
   */
  resetQuota(key: LedgerKey, at: number): void {
    const { api, clientId, tokenUrl } = key;
    const open = this.view(key).issuances.filter((it) => it.outcome === 'sent');
    this.#append({ kind: 'forgiven', api, clientId, tokenUrl, at, open: open.map((it) => it.id) });
  }

  /**
   * Corrects recorded instants by `byMs`, by which the clock was wrong: those of this run, or of `all` runs when the clock was always
   * wrong. A failed write is only logged.
   */
  clockCorrected(key: LedgerKey, byMs: number, at: number, all: boolean): void {
    const ids = this.view(key).issuances.map((it) => it.id);
    const future = this.#futureEntries.get(keyText(key)) ?? [];
    this.#futureEntries.delete(keyText(key));
    if (!all) this.#restoreFuture(key, future, at);
    const restored = new Set(future.map(({ id }) => id));
    this.#appendCorrection(key, byMs, at, all ? ids : ids.filter((id) => this.#thisRun.has(id) && !restored.has(id)));
  }

  /** This run's clock was wrong, not that of the earlier run: restores the recorded instants, but no later than `now`. */
  #restoreFuture(key: LedgerKey, future: readonly FutureEntry[], now: number): void {
    if (future.length === 0) return;
    const ids = future.map(({ id }) => id);
    const newestNow = Math.max(...this.view(key).issuances.flatMap((it) => (ids.includes(it.id) ? [it.at] : [])));
    const newestRecorded = Math.max(...future.map(({ recordedAt }) => recordedAt));
    this.#appendCorrection(key, Math.min(newestRecorded, now) - newestNow, now, ids);
  }

  /**
   * Corrects requests that were recorded in the future: the clock stepped back between two runs. Their age is unknown, so they count
   * from now.
   */
  correctFuture(key: LedgerKey, now: number): void {
    const future = this.view(key).issuances.filter((it) => it.at > now + MAX_AHEAD_MS);
    if (future.length === 0) return;
    const ids = future.map((it) => it.id);
    this.#futureEntries.set(
      keyText(key),
      future.map(({ id, at }) => ({ id, recordedAt: at })),
    );
    this.#appendCorrection(key, now - Math.max(...future.map((it) => it.at)), now, ids);
    for (const id of ids) this.#thisRun.add(id);
  }

  #appendCorrection({ api, clientId, tokenUrl }: LedgerKey, byMs: number, at: number, ids: string[]): void {
    if (ids.length === 0) return;
    const line: LedgerLine = { kind: 'moved', api, clientId, tokenUrl, at, byMs, ids };
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
    else this.#applySettled(line);
  }

  #applyReset(line: QuotaResetLine): void {
    const account = this.#accounts.get(keyText(line));
    if (!account) return;
    Object.assign(account, {
      ...emptyAccount(),
      issuances: account.issuances.filter((it) => line.open.includes(it.id)),
    });
  }

  #applyCorrection({ byMs, ids, ...key }: ClockCorrectedLine): void {
    const account = this.#accounts.get(keyText(key));
    if (!account) return;
    const corrected = new Set(ids);
    const shifted = (at: number | null) => at && at + byMs;
    account.issuances = account.issuances.map((it) =>
      corrected.has(it.id) ? { ...it, at: it.at + byMs, settledAt: shifted(it.settledAt) } : it,
    );
    const { reported: server } = account;
    if (!server?.issuanceId || !corrected.has(server.issuanceId)) return;
    const { resetAt, receivedAt } = server.quota;
    account.reported = {
      ...server,
      quota: { ...server.quota, resetAt: shifted(resetAt), receivedAt: receivedAt + byMs },
    };
  }

  #applySent(line: SentLine): void {
    const key = keyText(line);
    const account = this.#accounts.get(key) ?? emptyAccount();
    this.#accounts.set(key, account);
    this.#accountOf.set(line.id, account);
    const { id, at, cause, renewal } = line;
    account.issuances = [...account.issuances, { id, at, cause, renewal, outcome: 'sent', settledAt: null }];
  }

  #applySettled(line: SettledLine): void {
    const account = this.#accountOf.get(line.id);
    if (!account) return;
    const settled = { outcome: line.kind, settledAt: line.at };
    account.issuances = account.issuances.map((it) => (it.id === line.id ? { ...it, ...settled } : it));
    const { server, exhausted } = line;
    if (server) account.reported = { quota: server, issuanceId: line.id };
    if (exhausted || typeof server?.remaining === 'number') {
      const { limit = null, remaining = null } = server ?? {};
      account.countReports = [...account.countReports, { issuanceId: line.id, limit, remaining, exhausted }];
    }
    account.lifetimeMs = line.lifetimeMs ?? account.lifetimeMs;
    account.rejected = line.rejected && { ...line.rejected, at: line.at };
  }

  #guard<Value>(work: () => Value): Value {
    try {
      return work();
    } catch (error) {
      throw isAppError(error, 'storageFailed') ? error : storageFailed(FILE_LABEL, error);
    }
  }
}
