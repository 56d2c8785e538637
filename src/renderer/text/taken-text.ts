/** Texts for quotes whose dates are taken. */
import type { TakenQuote } from '../../shared/model/calendars.ts';
import { formatCount, formatPlainDate } from './format.ts';

export const takenTitle = ({ by }: Pick<TakenQuote, 'by'>): string => (by === 'stay' ? 'Dates taken' : 'Dates blocked');

/** Says how the nights of a quote were taken, such as "2 nights of it, from 12 June on, were taken by another stay after this quote was made." */
export function takenText({ by, first, nights }: TakenQuote): string {
  const from = formatPlainDate(first, 'dayMonth');
  const which =
    nights === 1 ? `One of its nights, ${from}, was` : `${formatCount(nights, 'night')} of it, from ${from} on, were`;
  return `${which} ${by === 'stay' ? 'taken by another stay' : 'blocked'} after this quote was made.`;
}
