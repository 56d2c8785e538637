/** The values of the form for the journal's limits, and their checks. */
import { JournalChoices } from '../../../shared/model/app.ts';
import { formatNumber } from '../../text/format.ts';

export const LIMITS = [
  { key: 'maxDays', label: 'Days', min: 1, max: 365, about: 'Older exchanges are deleted.' },
  {
    key: 'maxMegabytes',
    label: 'Megabytes on disk',
    min: 10,
    max: 20_000,
    about: 'Above this, the oldest are deleted first.',
  },
  {
    key: 'bodyKilobytes',
    label: 'Kilobytes of each body',
    min: 0,
    max: 2_048,
    about: 'A longer body is truncated; 0 stores none.',
  },
] as const;
export type LimitKey = (typeof LIMITS)[number]['key'];
export type Typed = Partial<Record<LimitKey, string>>;

/** Says why a typed limit is invalid; null when it is valid or was not edited. */
export function issueOf(key: LimitKey, text: string | undefined): string | null {
  if (text === undefined) return null;
  const limit = LIMITS.find((entry) => entry.key === key);
  const fits = /^\d+$/.test(text) && JournalChoices.shape[key].safeParse(Number(text)).success;
  return fits || !limit ? null : `A whole number from ${limit.min} to ${formatNumber(limit.max)}`;
}

/** The limits that differ from the saved ones. All typed texts must be valid. */
export function changesOf(typed: Typed, chosen: JournalChoices): Partial<Record<LimitKey, number>> {
  const changed = LIMITS.filter(({ key }) => typed[key] !== undefined && Number(typed[key]) !== chosen[key]);
  return Object.fromEntries(changed.map(({ key }) => [key, Number(typed[key])]));
}
