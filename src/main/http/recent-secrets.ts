/** The secrets that the latest requests of a connection carried. The service knows them, and may repeat one in the answer to another request. */

/** The number of secrets that are kept: each is searched in every exchange. */
const MAX_SECRETS = 16;
/** The shortest secret that is kept. A shorter one, such as a card's verification code, could occur in other answers by chance. */
const MIN_LENGTH = 16;

export class RecentSecrets {
  /** The secrets in the order of their use, the latest last. */
  readonly #secrets = new Set<string>();

  /** Remembers the secrets of a request. Returns them together with those of earlier requests, without duplicates. */
  with(secrets: readonly string[]): string[] {
    const all = [...new Set([...secrets, ...this.#secrets])];
    for (const secret of secrets.filter(({ length }) => length >= MIN_LENGTH)) {
      this.#secrets.delete(secret);
      this.#secrets.add(secret);
    }
    for (const oldest of this.#secrets) {
      if (this.#secrets.size <= MAX_SECRETS) break;
      this.#secrets.delete(oldest);
    }
    return all;
  }
}
