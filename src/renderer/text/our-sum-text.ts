/** The remark on a total that the console summed. */
import { formatCount } from './format.ts';

/** `without`: the number of unreadable lines that the sum leaves out. */
export const ourSumText = (without = 0): string =>
  without === 0 ? 'our sum' : `our sum, without ${formatCount(without, 'unreadable line')}`;
