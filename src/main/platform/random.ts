/** The machine's randomness. */
import { randomInt, randomUUID } from 'node:crypto';
import type { Random } from './ports.ts';

const STEPS = 2 ** 48 - 1;

export const machineRandom: Random = { fraction: () => randomInt(STEPS) / STEPS, id: () => randomUUID() };
