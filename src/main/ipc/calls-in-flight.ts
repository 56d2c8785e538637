/** The abortable calls that are not answered yet, by page and id: a `cancel` message or the end of the page aborts them. */
import type { CallId } from '../../shared/contract/define.ts';
import { AppError } from '../../shared/errors.ts';

export class CallsInFlight {
  /** By the id of the web contents. An id of one page means nothing to another. */
  readonly #pages = new Map<number, Map<CallId, AbortController>>();

  /** The number of calls of all pages. */
  get size(): number {
    return [...this.#pages.values()].reduce((sum, calls) => sum + calls.size, 0);
  }

  /** Runs a call with a signal of its own. Throws AppError `invalidInput` while another call of the page has the id. */
  async run<Output>(contentsId: number, id: CallId, call: (signal: AbortSignal) => Output): Promise<Awaited<Output>> {
    const calls = this.#pages.get(contentsId) ?? new Map<CallId, AbortController>();
    if (calls.has(id))
      throw new AppError('invalidInput', { issues: [{ path: '', message: 'The call id is in use.' }] });
    const controller = new AbortController();
    this.#pages.set(contentsId, calls.set(id, controller));
    try {
      return await call(controller.signal);
    } finally {
      calls.delete(id);
      if (calls.size === 0 && this.#pages.get(contentsId) === calls) this.#pages.delete(contentsId);
    }
  }

  /** Aborts one call. An id that the page has no call of is ignored: the answer may be on its way already. */
  abort(contentsId: number, id: CallId): void {
    this.#pages.get(contentsId)?.get(id)?.abort();
  }

  /** Aborts all calls of a page that went away; the next page in the same window numbers its calls anew. */
  abortAll(contentsId: number): void {
    const calls = this.#pages.get(contentsId);
    this.#pages.delete(contentsId);
    for (const controller of calls?.values() ?? []) controller.abort();
  }
}
