/** All exercises, in the order of the menu. */
import type { Exercise } from '../exercise.ts';
import { addressExercises } from './address-exercises.ts';
import { consoleExercises } from './console-exercises.ts';
import { headerExercises } from './header-exercises.ts';
import { serviceExercises } from './service-exercises.ts';
import { tokenExercises } from './token-exercises.ts';

export const EXERCISES: readonly Exercise[] = [
  ...headerExercises,
  ...tokenExercises,
  ...addressExercises,
  ...serviceExercises,
  ...consoleExercises,
].sort((one, other) => one.level - other.level);
