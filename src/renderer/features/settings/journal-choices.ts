/** The limits of the record as they are typed, and what is wrong with them. */
import { JournalChoices } from '../../../shared/model/app.ts';
import { formatNumber } from '../../text/format.ts';

/** A limit that is a number, with its bounds and what it does. */
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
/** What was typed; a limit that is not there was not touched. */
export type Typed = Partial<Record<LimitKey, string>>;

/** What is wrong with a limit as typed, `null` for nothing. */
export function issueOf(key: LimitKey, text: string | undefined): string | null {
  if (text === undefined) return null;
  const limit = LIMITS.find((entry) => entry.key === key);
  const fits = /^\d+$/.test(text) && JournalChoices.shape[key].safeParse(Number(text)).success;
  return fits || !limit ? null : `A whole number from ${limit.min} to ${formatNumber(limit.max)}`;
}

/** The limits that differ from what is chosen, as numbers. */
export function changesOf(typed: Typed, chosen: JournalChoices): Partial<Record<LimitKey, number>> {
  const changed = LIMITS.filter(({ key }) => typed[key] !== undefined && Number(typed[key]) !== chosen[key]);
  return Object.fromEntries(changed.map(({ key }) => [key, Number(typed[key])]));
}
