/** When the next slot of a token quota comes, in one sentence. */
import { basisText } from '../../shared/error-text.ts';
import type { TokenQuota } from '../../shared/model/token.ts';
import { formatInstant, formatRelative } from './format.ts';

/** "Next slot tomorrow 09:00, in 23 h (the server says)."; an application's first token, which is no renewal, leaves every slot free. Who says so is left out where `basisTold` is false, because it is said beside it. */
export function nextSlotText({ used, nextSlotAt, basis }: TokenQuota, now: number, basisTold = true): string {
  if (used === 0 || nextSlotAt === null) return 'All slots are free.';
  const says = basisTold || basis !== 'server' ? ` (${basisText(basis)})` : '';
  return `Next slot ${formatInstant(nextSlotAt, { now })}, ${formatRelative(nextSlotAt, now)}${says}.`;
}
