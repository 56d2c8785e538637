/** The handlers of exercises. */
import type { HandlersOf } from '../../shared/contract/index.ts';
import type { TrainingRoom } from './training-room.ts';

export interface TrainingServices {
  readonly training: TrainingRoom;
}

export const trainingHandlers = ({ training }: TrainingServices): HandlersOf<'training'> => ({
  state: async () => (await training.open()).state(),
  start: async (input) => (await training.open()).start(input),
  takeHint: async () => (await training.open()).takeHint(),
  answer: async (answer) => (await training.open()).answer(answer),
  leave: async () => (await training.open()).leave(),
  deleteProgress: async () => (await training.open()).deleteProgress(),
});
