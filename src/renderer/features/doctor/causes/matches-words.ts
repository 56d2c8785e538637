/** Whether an entry of the catalogue has every word of a text, in capitals or not, in any of its fields. Pure. */
import { CAUSE_CLASS_NAMES, causeClassOf } from '../../../../shared/doctor/cause-class.ts';
import type { CauseEntry } from '../../../../shared/model/cause-entry.ts';

export function matchesWords({ cause, title, looks, confirm, remedy, source }: CauseEntry, text: string): boolean {
  const kind = CAUSE_CLASS_NAMES[causeClassOf(cause)];
  const all = [title, looks, confirm?.text, remedy, source, kind].join(' ').toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}
