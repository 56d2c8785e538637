/** How a total that the console summed is marked in words. */
import { formatCount } from './format.ts';

/** `without`: the unreadable lines that the sum does not have. */
export const ourSumText = (without = 0): string =>
  without === 0 ? 'our sum' : `our sum, without ${formatCount(without, 'unreadable line')}`;
