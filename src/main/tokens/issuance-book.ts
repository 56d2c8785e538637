/** The issuance book: decides whether a token request may be sent, and stores its outcome. Without a team, it is the ledger. */
import type { AppError } from '../../shared/app-error.ts';
import type { Issuance } from '../../shared/model/token.ts';
import type { Random } from '../platform/ports.ts';
import type { Secret } from '../vault/secret.ts';
import type { StoredToken } from '../vault/stored-token.ts';
import { currentQuota, type QuotaDeps } from './current-quota.ts';
import { type IssuanceRequest, issuanceObjection } from './issuance-policy.ts';
import type { Settlement } from './ledger.ts';
import { wouldRenew } from './quota.ts';
import { keyText, ledgerKey } from './token-endpoint.ts';

/** A token that a colleague's desktop has, or gets from this one. Times are epoch ms of the service. */
export interface SharedToken {
  readonly accessToken: Secret;
  readonly tokenType: string;
  readonly scope: string | null;
  readonly issuedAt: number;
  readonly expiresAt: number;
  readonly notes: readonly string[];
}

/**
 * A request for permission to issue a token. `replaces`: the token that the new one replaces; `isRefused`: whether the service refused that token.
 */
export interface IssuanceClaim {
  readonly request: IssuanceRequest;
  readonly replaces: StoredToken | null;
  readonly isRefused: boolean;
}

/** The answer to a claim: the request may be sent, and is recorded under `id`; or a colleague has a newer token, and nothing is sent. */
export type Claimed =
  | { readonly kind: 'go'; readonly id: string; readonly at: number }
  | { readonly kind: 'taken'; readonly token: SharedToken };

export interface IssuanceBook {
  /** Asks for a slot. Throws the error that forbids the request, or `storageFailed`. */
  claim(claim: IssuanceClaim): Promise<Claimed>;
  /** Records the outcome of a request, and the token if one was issued. */
  settle(id: string, settlement: Settlement, token: SharedToken | null): void;
  /** Gives the book the token that an earlier run left in the vault, because the outcome of its request may not have been settled. */
  hold(token: SharedToken): void;
}

export interface LocalBookDeps extends QuotaDeps {
  readonly random: Random;
}

/** Decides about the issuances of one credential on this desktop alone, and records them in the ledger. */
export class LocalBook implements IssuanceBook {
  readonly credentialId: string;
  readonly #deps: LocalBookDeps;

  constructor(deps: LocalBookDeps, credentialId: string) {
    this.#deps = deps;
    this.credentialId = credentialId;
  }

  /** The quota's key in the ledger, as a text. */
  get quotaKey(): string {
    const { connection, credential } = currentQuota(this.#deps, this.credentialId);
    return keyText(ledgerKey(connection, credential));
  }

  get label(): string {
    return currentQuota(this.#deps, this.credentialId).credential.label;
  }

  wouldRenew(now: number): boolean {
    return wouldRenew(this.issuances, now);
  }

  /** The issuances that the ledger knows, oldest first. */
  get issuances(): readonly Issuance[] {
    return currentQuota(this.#deps, this.credentialId).view.issuances;
  }

  /** Returns the error that forbids a request. `kept`: the number of slots that must stay free. */
  objection(request: IssuanceRequest, kept = 0): AppError | null {
    const { connection, credential, quota } = currentQuota(this.#deps, this.credentialId);
    const remaining = quota.remaining === null ? null : Math.max(0, quota.remaining - kept);
    const left = kept === 0 ? quota : { ...quota, remaining, mayIssue: quota.mayIssue && remaining !== 0 };
    return issuanceObjection(credential.label, left, connection.issuanceReserve, request);
  }

  /** Writes the ledger's line before anything is awaited, so that two requests cannot take the same slot. */
  async claim({ request }: Pick<IssuanceClaim, 'request'>, id?: string, kept = 0): Promise<Claimed & { kind: 'go' }> {
    const objection = this.objection(request, kept);
    if (objection) throw objection;
    const { ledger, clock, random } = this.#deps;
    const { connection, credential, view } = currentQuota(this.#deps, this.credentialId);
    const entry = { id: id ?? random.id(), at: clock.now(), cause: request.cause };
    const renewal = wouldRenew(view.issuances, entry.at);
    ledger.begin(ledgerKey(connection, credential), { ...entry, renewal });
    return { kind: 'go', id: entry.id, at: entry.at };
  }

  settle(id: string, settlement: Settlement): void {
    this.#deps.ledger.settle(id, settlement);
  }

  /** Does nothing, because no other desktop needs the token. */
  hold(): void {}

  /** Records issuances of colleagues, so that every desktop counts all. Throws `storageFailed`. */
  learn(issuances: readonly Issuance[]): void {
    const { connection, credential } = currentQuota(this.#deps, this.credentialId);
    this.#deps.ledger.learn(ledgerKey(connection, credential), issuances);
  }
}
