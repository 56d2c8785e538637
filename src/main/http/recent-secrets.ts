/** The secrets that the latest requests of a connection carried: the service knows them, and may repeat one in the answer of another. */

/** Each secret is searched in every exchange, so there are few. */
const MAX_SECRETS = 16;
/** A shorter one, such as a card's verification code, could stand in other answers by chance. */
const MIN_LENGTH = 16;

export class RecentSecrets {
  /** The latest last. */
  readonly #secrets = new Set<string>();

  /** Remembers the secrets of a request. Returns them and those of the requests before, each once. */
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
