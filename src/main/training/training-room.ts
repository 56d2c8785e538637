/** Loads training when a window asks for it. Before that it only restores a sandbox that an interrupted exercise has changed. */
import type { TrainingState } from '../../shared/model/training.ts';
import { Emitter } from '../platform/emitter.ts';
import type { Subscribable } from '../platform/ports.ts';
import type { Training, TrainingDeps } from './training.ts';
import { commandsTo } from './training-store.ts';

export class TrainingRoom {
  readonly #deps: Omit<TrainingDeps, 'publish'>;
  readonly #changed = new Emitter<TrainingState>();
  #opened: Training | null = null;

  constructor(deps: Omit<TrainingDeps, 'publish'>) {
    this.#deps = deps;
  }

  get changed(): Subscribable<TrainingState> {
    return this.#changed;
  }

  get isRunning(): boolean {
    return this.#opened?.isRunning ?? false;
  }

  /** Restores the sandbox. Must be called at the start, because the app may have been killed during an exercise. */
  async putBack(): Promise<void> {
    const { store, sandbox, log } = this.#deps;
    if (store.before === null) return;
    for (const command of commandsTo(store.before, sandbox.state())) sandbox.apply(command);
    await store.keepBefore(null).catch((error: unknown) => {
      log.warn('the end of an exercise could not be saved', { error: String(error) });
    });
  }

  async open(): Promise<Training> {
    const { Training } = await import('./training.ts');
    this.#opened ??= new Training({ ...this.#deps, publish: (state) => this.#changed.emit(state) });
    return this.#opened;
  }

  /** Ends a running exercise, which restores the sandbox. */
  async close(): Promise<void> {
    await this.#opened?.leave();
  }
}
