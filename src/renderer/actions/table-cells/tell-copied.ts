/** Says what the clipboard holds. */
import type { CopiedRows } from '../../../shared/model/copied-rows.ts';
import { formatCount, formatNumber } from '../../text/format.ts';
import { notify } from '../../ui/notify.ts';

/** `more`: how a person gets the rows that the clipboard has no room for. */
export function tellCopied({ rows, wanted }: CopiedRows, more: string): void {
  const text =
    rows === wanted
      ? formatCount(rows, 'row')
      : `The first ${formatNumber(rows)} of ${formatCount(wanted, 'row')}: more is too much for the clipboard. ${more}`;
  notify('rows-copied', 'Copied', text);
}
