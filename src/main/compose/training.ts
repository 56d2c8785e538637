/** Builds training, when a window asks for it; at the start, only what an exercise left in the sandbox is put back. */
import type { TrainingState } from '../../shared/model/training.ts';
import { knownServices } from '../api/known-services.ts';
import { Emitter } from '../platform/emitter.ts';
import type { PlatformKit } from '../platform/kit.ts';
import type { Training, TrainingDeps } from '../training/training.ts';
import { commandsTo, type TrainingFile, TrainingStore } from '../training/training-store.ts';

type Parts = Pick<
  TrainingDeps,
  'connection' | 'sandboxClock' | 'sandbox' | 'call' | 'failures' | 'journal' | 'services'
> & { readonly kit: Pick<PlatformKit, 'clock' | 'random' | 'log' | 'document'> };

export async function trainingOf({ kit, ...parts }: Parts) {
  const { clock, random, log } = kit;
  const { sandbox } = parts;
  const store = new TrainingStore(kit.document<TrainingFile>('training'), log);
  if (store.before !== null) {
    // The console was killed during an exercise.
    for (const command of commandsTo(store.before, sandbox.state())) sandbox.apply(command);
    await store.keepBefore(null).catch((error: unknown) => {
      log.warn('the end of an exercise could not be saved', { error: String(error) });
    });
  }
  const changed = new Emitter<TrainingState>();
  const addresses = knownServices()[0]?.addresses;
  let opened: Training | null = null;
  const open = async (): Promise<Training> => {
    if (!addresses) throw new Error('no preset has addresses');
    const { Training } = await import('../training/training.ts');
    opened ??= new Training({
      ...parts,
      clock,
      random,
      log,
      store,
      addresses,
      publish: (state) => changed.emit(state),
    });
    return opened;
  };
  return {
    service: {
      state: async () => (await open()).state(),
      start: async (input: { connectionId: string; id: string }) => (await open()).start(input),
      takeHint: async () => (await open()).takeHint(),
      answer: async (answer: Parameters<Training['answer']>[0]) => (await open()).answer(answer),
      leave: async () => (await open()).leave(),
      deleteProgress: async () => (await open()).deleteProgress(),
      changed,
    },
    /** True while a person works on an exercise. */
    isRunning: () => opened?.isRunning ?? false,
    /** Puts the sandbox back. */
    close: async () => {
      await opened?.leave();
    },
  };
}
