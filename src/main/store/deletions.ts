/**
 * Deletions that a person can undo. A deletion hides its items at once, and deletes them when its time ends, when the app quits or, after a kill, at
 * the next start.
 */

import { AppError } from '../../shared/app-error.ts';
import type { DeletionKind } from '../../shared/model/deletion.ts';
import { UNDO_MS } from '../../shared/time/undo-time.ts';
import { SECOND_MS } from '../../shared/time/units.ts';
import { Emitter } from '../platform/emitter.ts';
import type { Clock, Log, Random, Subscribable } from '../platform/ports.ts';
import { Turns } from '../platform/turns.ts';

/** Items of one kind and connection. `connectionId` is `null` for items without a connection. */
export interface DeletedItems {
  readonly kind: DeletionKind;
  readonly connectionId: string | null;
  readonly ids: readonly string[];
}

/** Items that are hidden, shown again and deleted together. */
export interface Deletion {
  readonly id: string;
  readonly parts: readonly DeletedItems[];
}

/** Stores the pending deletions. A change is on the disk when its call resolves; a failed change rejects with AppError `storageFailed`. */
export interface PendingDeletions {
  all(): readonly Deletion[];
  add(deletion: Deletion): void | Promise<void>;
  remove(id: string): void | Promise<void>;
}

/** Hides, shows and deletes items of one kind. */
export interface DeletionActions {
  /** Hides the items in every list, count, search and export, and publishes the change. When one item must not be deleted, hides none and rejects. */
  hide(items: DeletedItems): void | Promise<void>;
  /** Shows the items again and publishes the change. Rejects with AppError `notFound` when none of them exists. */
  show(items: DeletedItems): void | Promise<void>;
  /** Deletes the items for good. After a kill it may run a second time. */
  delete(items: DeletedItems): void | Promise<void>;
  /** Explains why deleted items cannot be shown again; `null` if the only reason is that they are gone. */
  whyDone?(items: DeletedItems): AppError | null;
}

export interface DeletionsDeps {
  readonly pending: PendingDeletions;
  readonly clock: Pick<Clock, 'after'>;
  readonly random: Pick<Random, 'id'>;
  readonly log: Log;
}

export class Deletions {
  readonly #deps: DeletionsDeps;
  readonly #actions = new Map<DeletionKind, DeletionActions>();
  /** The deletions that can be undone, by id; `stop` stops the timer. */
  readonly #undoable = new Map<string, { readonly deletion: Deletion; stop: () => void }>();
  /** The parts of the deletions done since the start, by id. */
  readonly #done = new Map<string, readonly DeletedItems[]>();
  readonly #changed = new Emitter<Omit<DeletedItems, 'ids'>>();
  /** The ids of undone deletions that could not be removed from the disk yet. */
  readonly #undone = new Set<string>();
  readonly #finished = new Emitter<void>();
  readonly #turns = new Turns();

  constructor(deps: DeletionsDeps) {
    this.#deps = deps;
  }

  get changed(): Subscribable<Omit<DeletedItems, 'ids'>> {
    return this.#changed;
  }

  get finished(): Subscribable<void> {
    return this.#finished;
  }

  register(kind: DeletionKind, actions: DeletionActions): void {
    this.#actions.set(kind, actions);
  }

  /**
   * Hides all items or none, and deletes them when the time for the undo ends. Returns the id for {@link undo}. Rejects as {@link
   * DeletionActions.hide} does, and with AppError `storageFailed` when the pending deletion cannot be written; then nothing is hidden.
   */
  async begin(...parts: readonly DeletedItems[]): Promise<string> {
    const { pending, random } = this.#deps;
    const deletion: Deletion = { id: random.id(), parts };
    await pending.add(deletion);
    const hidden: DeletedItems[] = [];
    try {
      for (const part of parts) {
        await this.#of(part).hide(part);
        hidden.push(part);
      }
    } catch (error) {
      for (const part of hidden) await this.#of(part).show(part);
      await pending.remove(deletion.id);
      throw error;
    }
    for (const part of parts) this.announce(part);
    this.#startTimer(deletion);
    return deletion.id;
  }

  /**
   * Shows the items of a pending deletion again. Rejects with AppError `notFound` when the deletion is done or its items are gone. Rejects with
   * `storageFailed` when the disk keeps the deletion: the items are shown all the same, and {@link finish} tries to remove it again.
   */
  async undo(id: string): Promise<void> {
    const found = this.#undoable.get(id);
    if (!found) throw this.#whyDone(id);
    const { deletion, stop } = found;
    stop();
    this.#undoable.delete(id);
    try {
      for (const part of deletion.parts) await this.#of(part).show(part);
    } catch (error) {
      this.#startTimer(deletion);
      throw error;
    }
    for (const part of deletion.parts) this.announce(part);
    this.#postpone(deletion);
    this.#undone.add(id);
    await this.#forgetUndone();
  }

  /** Removes undone deletions from the disk, so that no start does them. */
  async #forgetUndone(): Promise<void> {
    for (const id of this.#undone) {
      await this.#deps.pending.remove(id);
      this.#undone.delete(id);
    }
  }

  /** Publishes that items of a kind were hidden, deleted or shown again. */
  announce({ kind, connectionId }: Omit<DeletedItems, 'ids'>): void {
    this.#changed.emit({ kind, connectionId });
  }

  /** Does the pending deletions now: all, or only deletions of `wanted` items. Rejects with the first error; the next start tries again. */
  async finish(wanted: (items: DeletedItems) => boolean = () => true): Promise<void> {
    await this.#forgetUndone();
    const found = [...this.#undoable.values()].filter(({ deletion }) => deletion.parts.some(wanted));
    await Promise.all(found.map(({ deletion }) => this.#end(deletion)));
    await this.#turns.ended();
  }

  /** Does deletions that a kill interrupted. Call before any data is shown. Items that cannot be deleted stay hidden until the next start. */
  async finishEarlier(): Promise<void> {
    for (const deletion of this.#deps.pending.all())
      if (deletion.parts.every(({ kind }) => this.#actions.has(kind)))
        await this.#do(deletion).catch(() => this.#hideAll(deletion));
  }

  /** Hides the items that still exist, so that none of a half-done deletion appears. */
  async #hideAll({ parts }: Deletion): Promise<void> {
    const results = await Promise.allSettled(parts.map(async (part) => this.#of(part).hide(part)));
    for (const result of results)
      if (result.status === 'rejected')
        this.#deps.log.error('what is deleted could not be hidden', { error: String(result.reason) });
  }

  #startTimer(deletion: Deletion): void {
    this.#postpone(deletion);
    this.#undoable.set(deletion.id, { deletion, stop: this.#timer(deletion) });
  }

  #timer(deletion: Deletion): () => void {
    // Main allows the undo a little longer than the windows offer it.
    return this.#deps.clock.after(UNDO_MS + 8 * SECOND_MS, () => void this.#end(deletion).catch(() => {}));
  }

  /** Restarts the timers of the deletions of this kind and connection: the steps of a long deletion share one undo. */
  #postpone({ parts: [first] }: Deletion): void {
    for (const known of this.#undoable.values()) {
      const [part] = known.deletion.parts;
      if (part?.kind !== first?.kind || part?.connectionId !== first?.connectionId) continue;
      known.stop();
      known.stop = this.#timer(known.deletion);
    }
  }

  #end(deletion: Deletion): Promise<void> {
    this.#undoable.get(deletion.id)?.stop();
    this.#undoable.delete(deletion.id);
    return this.#turns.run(async () => {
      try {
        await this.#do(deletion);
      } catch (error) {
        // The deletion can still be undone; the next finish() tries it again.
        this.#undoable.set(deletion.id, { deletion, stop() {} });
        throw error;
      }
    });
  }

  async #do(deletion: Deletion): Promise<void> {
    const { pending, log } = this.#deps;
    try {
      for (const part of deletion.parts) await this.#of(part).delete(part);
      await pending.remove(deletion.id);
      this.#done.set(deletion.id, deletion.parts);
      this.#finished.emit();
    } catch (error) {
      const kinds = deletion.parts.map(({ kind }) => kind);
      log.error('a deletion was not done; the next start tries it again', { kinds, error: String(error) });
      throw error;
    }
  }

  #whyDone(id: string): AppError {
    const [why] = (this.#done.get(id) ?? []).flatMap((part) => this.#of(part).whyDone?.(part) ?? []);
    return why ?? new AppError('notFound', { what: 'What was deleted' });
  }

  #of({ kind }: DeletedItems): DeletionActions {
    const actions = this.#actions.get(kind);
    if (!actions) throw new Error(`nothing deletes ${kind}`);
    return actions;
  }
}
