/** The issuance book of a credential whose connection may join and leave a team at any time. */
import type { Claimed, IssuanceBook, IssuanceClaim, LocalBook, SharedToken } from '../tokens/issuance-book.ts';
import type { Settlement } from '../tokens/ledger.ts';

type TeamsBook = IssuanceBook & { leave(): void };

export class MemberBook implements IssuanceBook {
  readonly local: LocalBook;
  readonly #opening: () => Promise<void> | null;
  #teams: TeamsBook | null = null;
  #left = Promise.withResolvers<null>();
  #held: SharedToken | null = null;

  /** `opening`: the opening of a stored membership, which a claim must not overtake; `null` once it is known. */
  constructor(local: LocalBook, opening: () => Promise<void> | null) {
    this.local = local;
    this.#opening = opening;
  }

  claim(claim: IssuanceClaim): Promise<Claimed> {
    const opening = this.#opening();
    return opening ? opening.then(() => this.#claim(claim)) : this.#claim(claim);
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

  /** A claim that the team has not answered when the desktop leaves begins again without it. */
  async #claim(claim: IssuanceClaim): Promise<Claimed> {
    const { promise } = this.#left;
    if (!this.#teams) return this.local.claim(claim);
    return (await Promise.race([this.#teams.claim(claim), promise])) ?? this.#claim(claim);
  }
}
