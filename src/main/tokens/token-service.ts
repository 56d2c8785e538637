/** The token service: one token manager for each credential, made on first use, and the snapshots for the renderer. */

import { credentialsOf } from '../../shared/connection/account.ts';
import type { Connection } from '../../shared/model/connection.ts';
import type { Api } from '../../shared/model/primitives.ts';
import type { IssuanceCause, Skew, TokenStatus, TokensSnapshot } from '../../shared/model/token.ts';
import { MINUTE_MS } from '../../shared/time/units.ts';
import { Emitter } from '../platform/emitter.ts';
import type { Clock, Log, Random, Subscribable } from '../platform/ports.ts';
import type { Vault } from '../vault/vault.ts';
import type { TokenRulesOf } from './current-quota.ts';
import type { Bearer } from './current-token.ts';
import { type IssuanceBook, LocalBook } from './issuance-book.ts';
import type { TokenVault } from './issue-token.ts';
import type { Ledger } from './ledger.ts';
import type { TokenClient } from './token-client.ts';
import { ledgerKey } from './token-endpoint.ts';
import { type RefusedVerdict, TokenManager } from './token-manager.ts';

export interface TokenServiceDeps {
  readonly vault: TokenVault & Pick<Vault, 'snapshot' | 'changed' | 'connection'>;
  readonly client: TokenClient;
  readonly ledger: Ledger;
  readonly clockOf: (connectionId: string) => Clock;
  readonly rulesOf: TokenRulesOf;
  readonly random: Random;
  readonly log: Log;
  /** The accuracy of the clocks; without it they are assumed to be right. */
  readonly clockAccuracy?: ClockAccuracy;
  /** Wraps the ledger of a credential in a team's book. Without it, each desktop counts by itself. */
  readonly bookOf?: (local: LocalBook) => IssuanceBook;
  /** The use of connections. Without it no connection is in use, and tokens are renewed on demand only. */
  readonly activity?: Activity;
}

export interface ClockAccuracy {
  /** Whether an instant is certainly past. */
  isPast(connectionId: string, at: number): boolean;
  /** The sum of all corrections of the clock so far, in ms. */
  correctionMs(connectionId: string): number;
  skewOf(connectionId: string): Skew | null;
}

export class TokenService {
  readonly #deps: TokenServiceDeps;
  readonly #changed = new Emitter<TokensSnapshot>();
  readonly #managers = new Map<string, TokenManager>();
  readonly #revisions = new Map<string, number>();
  /** The connections whose snapshots the next microtask publishes. */
  readonly #toPublish = new Set<string>();
  readonly #unsubscribes: (() => void)[];

  constructor(deps: TokenServiceDeps) {
    this.#deps = deps;
    this.#unsubscribes = [deps.vault.changed.subscribe(() => this.#vaultChanged())];
    const stopActivity = deps.activity?.becameActive.subscribe((connectionId) => this.#renewDue(connectionId));
    if (stopActivity) this.#unsubscribes.push(stopActivity);
  }

  /** Emits the snapshot of a connection's tokens after each change, with an increasing revision. */
  get changed(): Subscribable<TokensSnapshot> {
    return this.#changed;
  }

  /** Reads the stored tokens of all credentials, so that the first snapshots contain them. */
  async ready(): Promise<void> {
    const ids = this.#deps.vault.snapshot().connections.flatMap(credentialIds);
    await Promise.allSettled(ids.map((id) => this.read(id)));
  }

  /** Reads the stored token; until then a token may seem missing. Spends nothing. Also resolves for an unreadable token. Throws `notFound`. */
  async read(credentialId: string): Promise<void> {
    const manager = this.#manager(credentialId);
    await manager.load().catch(() => {});
  }

  /** See {@link TokenManager.bearer}. Throws `notFound` and the error that prevents an issuance. */
  async bearer(credentialId: string, cause?: Exclude<IssuanceCause, 'person'>): Promise<Bearer> {
    return this.#manager(credentialId).bearer(cause);
  }

  /** See {@link TokenManager.provideToProgram}. Throws `notFound` too. */
  async provideToProgram(credentialId: string): Promise<boolean> {
    return this.#manager(credentialId).provideToProgram();
  }

  usable(credentialId: string): Bearer | null {
    return this.#managers.get(credentialId)?.usable ?? null;
  }

  isRead(credentialId: string): boolean {
    return this.#managers.get(credentialId)?.isRead ?? false;
  }

  async refused(
    credentialId: string,
    generation: number,
    status: 401 | 403,
    operation: string,
    mayRepeat = false,
    resource = '',
  ): Promise<RefusedVerdict> {
    return this.#manager(credentialId).refused(generation, status, operation, mayRepeat, resource);
  }

  refusedAgain(credentialId: string, generation: number): void {
    this.#managers.get(credentialId)?.refusedAgain(generation);
  }

  worked(credentialId: string, generation: number, operation: string, resource = ''): void {
    this.#managers.get(credentialId)?.worked(generation, operation, resource);
  }

  /** Issues a token for a person. Throws the error that prevents it, and `lastSlot` until the person confirms the use of the last slot. */
  async renew(credentialId: string, confirmLastSlot: boolean): Promise<TokenStatus> {
    await this.#manager(credentialId).renew(confirmLastSlot);
    return this.status(credentialId);
  }

  /** Adopts a token; see {@link TokenManager.adopt}. `issuedAt` is used when the token itself does not state when it was issued. */
  async adopt(credentialId: string, accessToken: string, issuedAt: number | null): Promise<TokenStatus> {
    await this.#manager(credentialId).adopt(accessToken, issuedAt);
    return this.status(credentialId);
  }

  /** Discards the token; spends nothing now. Throws `storageFailed`, `notFound`. */
  async discard(credentialId: string): Promise<TokenStatus> {
    await this.#manager(credentialId).discard();
    return this.status(credentialId);
  }

  /** The status of a credential's token. Throws `notFound`. */
  status(credentialId: string): TokenStatus {
    return this.#manager(credentialId).status();
  }

  /** The snapshot of a connection's tokens. Throws `notFound`. */
  snapshot(connectionId: string): TokensSnapshot {
    const ids = credentialIds(this.#deps.vault.connection(connectionId));
    return {
      connectionId,
      revision: this.#revisions.get(connectionId) ?? 1,
      clock: this.#deps.clockOf(connectionId).face(),
      skew: this.#deps.clockAccuracy?.skewOf(connectionId) ?? null,
      tokens: ids.map((id) => this.status(id)),
    };
  }

  /** Publishes the snapshot of a connection, or all of them, again, and sets all timers anew. Call after a clock changed its rate or the machine slept. */
  refresh(connectionId?: string): void {
    for (const { id } of this.#deps.vault.snapshot().connections)
      if (connectionId === undefined || connectionId === id) this.#publishSoon(id);
    for (const manager of this.#managers.values()) manager.resetTimer();
  }

  /** Corrects the recorded instants of this run, or with `always` of all runs, by `byMs`, the error of a connection's clock. */
  clockCorrected(connectionId: string, byMs: number, always: boolean): void {
    const connection = this.#deps.vault.snapshot().connections.find(({ id }) => id === connectionId);
    if (!connection) return;
    const now = this.#deps.clockOf(connectionId).now();
    for (const credential of credentialsOf(connection)) {
      this.#deps.ledger.clockCorrected(ledgerKey(connection, credential), byMs, now, always);
      this.#managers.get(credential.id)?.clockCorrected(byMs, always);
    }
    this.refresh(connectionId);
  }

  /** Records that the sandbox reset its quota. Throws `storageFailed`, `notFound`. */
  resetQuota(connectionId: string, api: Api): void {
    const connection = this.#deps.vault.connection(connectionId);
    for (const id of credentialIds(connection)) {
      const { credential } = this.#deps.vault.connectionOf(id);
      if (credential.api !== api) continue;
      this.#deps.ledger.resetQuota(ledgerKey(connection, credential), this.#deps.clockOf(connectionId).now());
      this.#manager(id).quotaReset();
    }
  }

  /** Ends token requests and publishing. Resolves when the tokens of requests in flight are stored, because each of them spent a slot. */
  async stop(): Promise<void> {
    for (const stop of this.#unsubscribes) stop();
    const managers = [...this.#managers.values()];
    for (const manager of managers) manager.stop();
    await Promise.all(managers.map((manager) => manager.settled()));
  }

  #manager(credentialId: string): TokenManager {
    const known = this.#managers.get(credentialId);
    if (known) return known;
    const { connection, credential } = this.#deps.vault.connectionOf(credentialId);
    const { vault, client, ledger, rulesOf, random, log, clockAccuracy, activity } = this.#deps;
    const { id } = connection;
    const clock = this.#deps.clockOf(id);
    ledger.correctFuture(ledgerKey(connection, credential), clock.now());
    const onChanged = () => this.#publishSoon(id);
    const isPast = (at: number) => (clockAccuracy ? clockAccuracy.isPast(id, at) : clock.now() >= at);
    const clockCorrectionMs = () => clockAccuracy?.correctionMs(id) ?? 0;
    const isActive = () => activity?.isActive(id) ?? false;
    const about = { onChanged, isPast, clockCorrectionMs, isActive };
    const local = new LocalBook({ vault, rulesOf, ledger, clock, random }, credentialId);
    const book = this.#deps.bookOf?.(local) ?? local;
    const deps = { vault, client, ledger, book, rulesOf, clock, random, log, ...about };
    const manager = new TokenManager(deps, credentialId);
    this.#managers.set(credentialId, manager);
    return manager;
  }

  #renewDue(connectionId: string): void {
    const connection = this.#deps.vault.snapshot().connections.find((it) => it.id === connectionId);
    for (const id of connection ? credentialIds(connection) : []) this.#managers.get(id)?.renewIfDue();
  }

  #vaultChanged(): void {
    const { connections } = this.#deps.vault.snapshot();
    const ids = new Set(connections.flatMap(credentialIds));
    for (const [id, manager] of this.#managers) {
      if (ids.has(id)) manager.vaultChanged();
      else {
        manager.stop();
        this.#managers.delete(id);
      }
    }
    for (const connection of connections) this.#publishSoon(connection.id);
  }

  #publishSoon(connectionId: string): void {
    if (this.#toPublish.size === 0) queueMicrotask(() => this.#publish());
    this.#toPublish.add(connectionId);
  }

  #publish(): void {
    const changed = [...this.#toPublish];
    this.#toPublish.clear();
    const existing = new Set(this.#deps.vault.snapshot().connections.map((connection) => connection.id));
    for (const id of changed.filter((it) => existing.has(it))) {
      this.#revisions.set(id, (this.#revisions.get(id) ?? 1) + 1);
      this.#changed.emit(this.snapshot(id));
    }
  }
}

const credentialIds = (connection: Connection): string[] => credentialsOf(connection).map(({ id }) => id);

/** Tracks which connections a person uses now; only their tokens are renewed before they are needed. */
export class Activity {
  readonly #now: () => number;
  readonly #usedAt = new Map<string, number>();
  readonly #becameActive = new Emitter<string>();

  /** `now`: a monotonic clock, in ms. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Emits the id of a connection that a person uses again after it was idle. */
  get becameActive(): Subscribable<string> {
    return this.#becameActive;
  }

  /** Records an action of a person on a connection. Call for each action. */
  recordUse(connectionId: string): void {
    const idle = !this.isActive(connectionId);
    this.#usedAt.set(connectionId, this.#now());
    if (idle) this.#becameActive.emit(connectionId);
  }

  /** Returns when a person last used the connection, on the monotonic clock; `null` without a use since the start or the machine's sleep. */
  lastUsedAt(connectionId: string): number | null {
    return this.#usedAt.get(connectionId) ?? null;
  }

  /** Whether a person has used the connection within half an hour. */
  isActive(connectionId: string): boolean {
    const at = this.lastUsedAt(connectionId);
    return at !== null && this.#now() - at < 30 * MINUTE_MS;
  }

  /** Forgets all use, because the person may have left. Call after the machine slept. */
  machineSlept(): void {
    this.#usedAt.clear();
  }
}

/** Returns the id of the connection that a call's input names, directly or by a credential; `null` without an existing one. */
export function connectionIn(input: unknown, vault: Pick<Vault, 'snapshot'>): string | null {
  const { connections } = vault.snapshot();
  if (typeof input !== 'object' || input === null) return null;
  if ('connectionId' in input) return connections.find((it) => it.id === input.connectionId)?.id ?? null;
  if (!('credentialId' in input)) return null;
  const { credentialId } = input;
  return connections.find((it) => credentialsOf(it).some(({ id }) => id === credentialId))?.id ?? null;
}
