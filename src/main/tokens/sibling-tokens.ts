/**
 * Siblings are credentials of several connections with the same client ID at the same token endpoint. They share the quota, so one of them
 * takes the token of another instead of requesting one (ADR 6).
 */
import { isAppError } from '../../shared/errors.ts';
import type { StoredToken } from '../vault/stored-token.ts';
import { isSameText } from './current-token.ts';
import type { TokenVault } from './issue-token.ts';

/** What a token manager offers its siblings. */
export interface Sibling {
  readonly credentialId: string;
  /** Its token, if that was issued to this console and will last; else `null`. */
  readonly offered: StoredToken | null;
  /** Settles when its token request in flight ends; `null` without one. */
  readonly arriving: Promise<StoredToken> | null;
}

export interface SiblingTokensDeps<One extends Sibling> {
  readonly vault: Pick<TokenVault, 'secretOf' | 'identityOf'>;
  readonly credentialId: string;
  readonly siblings: () => readonly One[];
  /** The token of this credential now. */
  readonly current: () => StoredToken | null;
}

export class SiblingTokens<One extends Sibling> {
  readonly #deps: SiblingTokensDeps<One>;
  /** The token that was exchanged for a sibling's: it is not taken back. */
  #exchanged: StoredToken | null = null;
  /** The identities of pairs that have different secrets. */
  readonly #different = new Set<string>();

  constructor(deps: SiblingTokensDeps<One>) {
    this.#deps = deps;
  }

  /** Whether a sibling has a token that would serve here, or is about to. */
  get canTake(): boolean {
    return this.#candidates().length > 0;
  }

  /**
   * The token of a sibling with the same secret, which may have to arrive first; `null` without one. Throws the error of the sibling's
   * token request: another one would meet the same. Only requests in flight now are awaited, so that no two wait for each other.
   */
  async find(): Promise<{ token: StoredToken; sibling: One } | null> {
    const { current, siblings } = this.#deps;
    const before = current()?.generation;
    for (const [sibling, arriving] of this.#candidates().map((it) => [it, it.arriving] as const)) {
      if (!(await this.#hasSecretOf(sibling).catch(() => false))) continue;
      const arrived = await arriving?.catch(ifNotFound);
      if (current()?.generation !== before) return null;
      // A sibling that was removed meanwhile still leaves its token.
      const token = siblings().includes(sibling) ? this.#usefulOf(sibling) : arrived;
      if (token) return { token, sibling };
    }
    return null;
  }

  /** Call before a found token replaces the current one. */
  exchange(): void {
    this.#exchanged = this.#deps.current();
  }

  #candidates(): One[] {
    return this.#deps
      .siblings()
      .filter((it) => (it.arriving || this.#usefulOf(it)) && !this.#different.has(this.#pairOf(it)));
  }

  #pairOf({ credentialId }: One): string {
    const { vault, credentialId: own } = this.#deps;
    return `${vault.identityOf(own)} ${vault.identityOf(credentialId)}`;
  }

  #usefulOf({ offered }: One): StoredToken | null {
    if (offered === null) return null;
    const isKnown = [this.#deps.current(), this.#exchanged].some((token) => token && isSameText(token, offered));
    return isKnown ? null : offered;
  }

  /** After a rotation, one of two connections may still have the old secret. */
  async #hasSecretOf(sibling: One): Promise<boolean> {
    const pair = this.#pairOf(sibling);
    const ids = [this.#deps.credentialId, sibling.credentialId];
    const secrets = await Promise.all(ids.map((id) => this.#deps.vault.secretOf(id).catch(() => null)));
    const [own, theirs] = secrets.map((secret) => secret?.reveal());
    if (own !== undefined && own === theirs) return true;
    if (own !== undefined && theirs !== undefined) this.#different.add(pair);
    return false;
  }
}

/** A sibling that was removed meanwhile has no error to share. */
function ifNotFound(error: unknown): null {
  if (isAppError(error, 'notFound')) return null;
  throw error;
}
