/** When the next slot of a token quota is free, in one sentence. */
import { basisText } from '../../shared/error-text.ts';
import type { TokenQuota } from '../../shared/model/token.ts';
import { formatInstant, formatRelative } from './format.ts';

/** "Next slot tomorrow 09:00, in 23 h (the server says)." `basisTold` = false omits a server basis that the caller shows beside it. */
export function nextSlotText({ used, nextSlotAt, basis }: TokenQuota, now: number, basisTold = true): string {
  if (used === 0 || nextSlotAt === null) return 'All slots are free.';
  const says = basisTold || basis !== 'server' ? ` (${basisText(basis)})` : '';
  return `Next slot ${formatInstant(nextSlotAt, { now })}, ${formatRelative(nextSlotAt, now)}${says}.`;
}
