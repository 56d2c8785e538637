/** Creates several quotes, one after the other. A batch survives its page, and main stores each quote at once, so a failure loses none. */
import { isAppError } from '../../../shared/app-error.ts';
import type { ErrorCode } from '../../../shared/errors.ts';
import type { Quote, QuoteInput } from '../../../shared/model/quote.ts';
import type { WantedQuote } from '../../../shared/model/quote-plan.ts';

/** A quote of a batch. `title`: the listing's title. `error`: why the quote failed; null if it did not fail. */
export interface BatchItem extends WantedQuote {
  readonly state: 'waiting' | 'running' | 'done' | 'failed';
  readonly quote: Quote | null;
  readonly error: unknown;
}

/** A batch of quotes. `cancelling`: the quote in flight is completed, and no further quote is requested. */
export interface Batch {
  readonly phase: 'running' | 'cancelling' | 'ended';
  readonly items: readonly BatchItem[];
}

/** Errors that concern one quote. After any other error the rest of the batch would fail too. */
const OWN_FAILURES: ReadonlySet<ErrorCode> = new Set([
  'refused',
  'forbidden',
  'answerUnusable',
  'outcomeUnknown',
  'serverFailed',
  'invalidInput',
]);

export class QuoteBatches {
  readonly #create: (input: QuoteInput) => Promise<Quote>;
  readonly #keep: (connectionId: string, wanted: readonly WantedQuote[]) => void;
  readonly #batches = new Map<string, Batch>();
  /** The quotes to restore, by connection. They wait while a batch runs. */
  readonly #restored = new Map<string, readonly WantedQuote[]>();
  readonly #listeners = new Set<() => void>();

  /** `keep` is called after each change, with the quotes that still have to be requested. */
  constructor(
    create: (input: QuoteInput) => Promise<Quote>,
    keep: (connectionId: string, wanted: readonly WantedQuote[]) => void = () => {},
  ) {
    this.#create = create;
    this.#keep = keep;
  }

  of(connectionId: string): Batch | undefined {
    return this.#batches.get(connectionId);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Starts a batch, or adds to the running one. A quote that the running batch already contains is not requested twice. */
  async start(connectionId: string, wanted: readonly WantedQuote[]): Promise<void> {
    const known = this.of(connectionId);
    const isRunning = known !== undefined && known.phase !== 'ended';
    const items = isRunning ? [...known.items] : [];
    const keys = new Set(items.map(keyOf));
    for (const one of wanted) {
      if (keys.has(keyOf(one))) continue;
      keys.add(keyOf(one));
      items.push({ ...one, state: 'waiting', quote: null, error: null });
    }
    this.#set(connectionId, { phase: 'running', items });
    if (!isRunning) await this.#run(connectionId);
  }

  /** Cancels the batch: the quote in flight ends normally, and no further quote is requested. */
  cancel(connectionId: string): void {
    const batch = this.of(connectionId);
    if (batch?.phase === 'running') this.#set(connectionId, { ...batch, phase: 'cancelling' });
  }

  /** Requests the quotes of an ended batch that failed or were not requested. */
  async resume(connectionId: string): Promise<void> {
    const batch = this.of(connectionId);
    if (batch?.phase !== 'ended') return;
    const items = batch.items.map((item) =>
      item.state === 'done' ? item : { ...item, state: 'waiting' as const, error: null },
    );
    this.#set(connectionId, { phase: 'running', items });
    await this.#run(connectionId);
  }

  /**
   * Adds the quotes that a closed window did not request, and those of programs whose answers were lost, to an ended batch or a new one. A person
   * decides whether to request them. Takes nothing while a batch runs, because the quotes may be its own.
   */
  async restore(connectionId: string, take: () => Promise<readonly WantedQuote[]>): Promise<void> {
    if ((this.of(connectionId)?.phase ?? 'ended') !== 'ended') return;
    const wanted = await take();
    // Those of a batch that was started meanwhile wait for its end.
    this.#restored.set(connectionId, [...(this.#restored.get(connectionId) ?? []), ...wanted]);
    this.#addRestored(connectionId);
  }

  #addRestored(connectionId: string): void {
    const { phase, items } = this.of(connectionId) ?? { phase: 'ended' as const, items: [] };
    if (phase !== 'ended') return;
    const known = new Set(items.filter(({ state }) => state !== 'done').map(keyOf));
    const added = [...new Map((this.#restored.get(connectionId) ?? []).map((one) => [keyOf(one), one])).values()]
      .filter((one) => !known.has(keyOf(one)))
      .map((one) => ({ ...one, state: 'waiting' as const, quote: null, error: null }));
    this.#restored.delete(connectionId);
    if (added.length > 0) this.#set(connectionId, { phase, items: [...items, ...added] });
  }

  /** Removes a batch that has ended; its quotes stay. */
  forget(connectionId: string): void {
    if (this.of(connectionId)?.phase !== 'ended') return;
    this.#batches.delete(connectionId);
    this.#keep(connectionId, []);
    this.#publish();
  }

  async #run(connectionId: string): Promise<void> {
    for (;;) {
      const batch = this.of(connectionId);
      const at = batch?.phase === 'running' ? batch.items.findIndex(({ state }) => state === 'waiting') : -1;
      const item = batch?.items[at];
      if (!item) break;
      this.#change(connectionId, at, { state: 'running' });
      try {
        this.#change(connectionId, at, { state: 'done', quote: await this.#create(item.input) });
      } catch (error) {
        this.#change(connectionId, at, { state: 'failed', error });
        if (!isAppError(error) || !OWN_FAILURES.has(error.code)) break;
      }
    }
    const batch = this.of(connectionId);
    if (batch) this.#set(connectionId, { ...batch, phase: 'ended' });
    this.#addRestored(connectionId);
  }

  #change(connectionId: string, at: number, changes: Partial<BatchItem>): void {
    const batch = this.of(connectionId);
    if (batch)
      this.#set(connectionId, {
        ...batch,
        items: batch.items.map((item, place) => (place === at ? { ...item, ...changes } : item)),
      });
  }

  #set(connectionId: string, batch: Batch): void {
    this.#batches.set(connectionId, batch);
    this.#keep(
      connectionId,
      // Main finishes and stores the quote in flight even when the window is closed.
      batch.items.filter(({ state }) => state === 'waiting' || state === 'failed'),
    );
    this.#publish();
  }

  #publish(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

const keyOf = ({ input }: Pick<BatchItem, 'input'>): string => JSON.stringify(input);
