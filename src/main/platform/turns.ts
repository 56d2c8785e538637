/** Runs asynchronous work one piece at a time, in the order of the calls. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs `work` when all work before it has ended, failed work too. Resolves and rejects as `work` does. */
  run<Value>(work: () => Promise<Value>): Promise<Value> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => {});
    return result;
  }

  /** Resolves when all work so far has ended. */
  async ended(): Promise<void> {
    await this.#last;
  }
}
