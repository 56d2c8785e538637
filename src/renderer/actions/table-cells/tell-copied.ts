/** Shows a notification about the rows that were copied. */
import type { CopiedRows } from '../../../shared/model/copied-rows.ts';
import { formatCount, formatNumber } from '../../text/format.ts';
import { notify } from '../../ui/notify.ts';

/** Shows a notification with the number of copied rows. `more` is a sentence on how to get the rows for which the clipboard has no room. */
export function tellCopied({ rows, wanted }: CopiedRows, more: string): void {
  const text =
    rows === wanted
      ? formatCount(rows, 'row')
      : `The first ${formatNumber(rows)} of ${formatCount(wanted, 'row')}: more is too much for the clipboard. ${more}`;
  notify('rows-copied', 'Copied', text);
}
