/** The issuance book of a credential. It uses the team's book while the connection is in a team, and the local ledger otherwise. */
import type { Claimed, IssuanceBook, IssuanceClaim, LocalBook, SharedToken } from '../tokens/issuance-book.ts';
import type { Settlement } from '../tokens/ledger.ts';

type TeamsBook = IssuanceBook & { stop(): void; leave(): void };

export class MemberBook implements IssuanceBook {
  readonly local: LocalBook;
  readonly #opening: () => Promise<void> | null;
  #teams: TeamsBook | null = null;
  #left = Promise.withResolvers<null>();
  #held: SharedToken | null = null;

  /** `opening` returns the work that opens a stored membership, for which claims wait; `null` when there is none. Throws when the app quits. */
  constructor(local: LocalBook, opening: () => Promise<void> | null) {
    this.local = local;
    this.#opening = opening;
  }

  /** Claims a token request. A claim that the team has not answered when the desktop leaves is repeated without the team. */
  async claim(claim: IssuanceClaim): Promise<Claimed> {
    for (let opening = this.#opening(); opening; opening = this.#opening()) await opening;
    const { promise } = this.#left;
    if (!this.#teams) return this.local.claim(claim);
    return (await Promise.race([this.#teams.claim(claim), promise])) ?? this.claim(claim);
  }

  /** Ends the claims that the team has not answered. */
  stop(): void {
    this.#teams?.stop();
  }

  settle(id: string, settlement: Settlement, token: SharedToken | null): void {
    this.#held = token ?? this.#held;
    if (this.#teams) this.#teams.settle(id, settlement, token);
    else this.local.settle(id, settlement);
  }

  hold(token: SharedToken): void {
    this.#held = token;
    this.#teams?.hold(token);
  }

  join(teams: TeamsBook): void {
    this.leave();
    this.#teams = teams;
    if (this.#held) teams.hold(this.#held);
  }

  leave(): void {
    this.#teams?.leave();
    this.#teams = null;
    this.#left.resolve(null);
    this.#left = Promise.withResolvers();
  }
}
