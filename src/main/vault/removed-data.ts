/** Deletes the data of a removed connection, and again at the next start, because a late answer may be stored or the process may be killed. */
import type { Log } from '../platform/ports.ts';
import type { RemovalList } from '../store/removal-list.ts';

export interface RemovedDataDeps {
  readonly list: Pick<RemovalList, 'ids' | 'takeBack' | 'finish'>;
  /** The deletions by the names that the log uses; a failed one does not stop the others. */
  readonly deletions: Readonly<Record<string, (connectionId: string) => unknown>>;
  readonly log: Log;
}

export class RemovedData {
  readonly #deps: RemovedDataDeps;
  #work: Promise<unknown> = Promise.resolve();

  constructor(deps: RemovedDataDeps) {
    this.#deps = deps;
  }

  /** Deletes the data of a connection. Never rejects; resolves with false when a deletion failed. */
  delete(connectionId: string): Promise<boolean> {
    return this.#tracked(this.#delete(connectionId));
  }

  /** Completes the deletions of earlier runs. Call at the start. `isKnown`: the vault still has the connection, so its data stays. */
  finishEarlier(isKnown: (connectionId: string) => boolean): Promise<void> {
    const finish = async () => {
      const { list } = this.#deps;
      for (const id of list.ids)
        if (isKnown(id)) list.takeBack(id);
        else if (await this.#delete(id)) list.finish(id);
    };
    return this.#tracked(finish());
  }

  /** Resolves when the running deletions are done. */
  async settled(): Promise<void> {
    await this.#work;
  }

  #tracked<Value>(work: Promise<Value>): Promise<Value> {
    this.#work = Promise.all([this.#work, work]);
    return work;
  }

  async #delete(connectionId: string): Promise<boolean> {
    const { deletions, log } = this.#deps;
    const done = await Promise.all(
      Object.entries(deletions).map(async ([what, deleteAll]) => {
        try {
          await deleteAll(connectionId);
          return true;
        } catch (error) {
          log.error('data of a removed connection was not deleted', { what, error: String(error) });
          return false;
        }
      }),
    );
    return done.every(Boolean);
  }
}
