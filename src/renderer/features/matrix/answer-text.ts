/** Says the answer of Flexible dates in a sentence. Pure. */
import type { CheapestStay, MatrixStays } from '../../../shared/model/matrix.ts';
import { addDays, daysInMonth } from '../../../shared/time/plain-date.ts';
import { formatCount, formatMoney, formatMonth, formatPlainDate, formatPlainRange } from '../../text/format.ts';

const WEEK = 7;

const lengthOf = (nights: number): string => (nights === WEEK ? 'week' : formatCount(nights, 'night'));

/** The period of the arrivals: "in July 2027" for a whole month, "from 3 Jul" for one day, else "of 3 Jul – 18 Aug"; "at weekends" may precede it. */
function periodOf({ firstArrival, lastArrival, weekends }: MatrixStays): string {
  const month = firstArrival.slice(0, 7);
  const days = daysInMonth(Number(month.slice(0, 4)), Number(month.slice(5)));
  const isMonth = firstArrival === `${month}-01` && lastArrival === `${month}-${days}`;
  const period = isMonth
    ? `in ${formatMonth(firstArrival)}`
    : firstArrival === lastArrival
      ? `from ${formatPlainDate(firstArrival, 'dayMonth')}`
      : `of ${formatPlainRange(firstArrival, lastArrival, 'dayMonth')}`;
  return weekends ? `at weekends ${period}` : period;
}

/** Writes the answer as a sentence: "Cheapest week in July 2027 for 6: San Niccolò, 31 Jul – 7 Aug, €1,675 before fees and taxes". Amounts in other currencies are not compared. */
export function answerText(
  stays: MatrixStays,
  { title, arrival, total, currency }: CheapestStay,
  isOnly: boolean,
): string {
  const guests = stays.guests === null ? '' : ` for ${stays.guests}`;
  const range = formatPlainRange(arrival, addDays(arrival, stays.nights));
  const price = formatMoney({ amount: total, currency });
  const among = isOnly ? '' : `, of those in ${currency ?? 'no named currency'}`;
  return `Cheapest ${lengthOf(stays.nights)} ${periodOf(stays)}${guests}${among}: ${title}, ${range}, ${price} before fees and taxes`;
}

export const noAnswerText = (stays: MatrixStays): string =>
  `No free ${lengthOf(stays.nights)} with a price is known ${periodOf(stays)}.`;
