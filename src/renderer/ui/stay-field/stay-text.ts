/** A stay as text, and a typed text as a stay. */
import type { PlainDate } from '../../../shared/model/primitives.ts';
import { nightsBetween } from '../../../shared/time/plain-date.ts';
import { formatCount, formatPlainDate, formatPlainRange } from '../../text/format.ts';
import type { StayReading } from '../../text/read-stay.ts';
import type { Stay } from './range-calendar.tsx';

/** A typed stay. `issue` says why the text is no stay; null for a complete stay and for a part of one. */
export type TypedStay = Stay & { readonly issue: string | null };

/** A stay that ends within this many days of today is written without the year. */
const NEAR_DAYS = 300;
export const NO_STAY: TypedStay = { checkIn: null, checkOut: null, issue: null };

/** Writes a stay: "21–24 Nov · 3 nights", with the year for distant days; incomplete while only one day is chosen. */
export function stayText({ checkIn, checkOut }: Stay, today: PlainDate): string {
  if (checkIn === null) return '';
  if (checkOut === null) return `${formatPlainDate(checkIn)} – …`;
  const style = Math.abs(nightsBetween(today, checkOut)) <= NEAR_DAYS ? 'dayMonth' : 'short';
  return `${formatPlainRange(checkIn, checkOut, style)} · ${formatCount(nightsBetween(checkIn, checkOut), 'night')}`;
}

/** Writes a sentence on how a typed text was read, with weekdays; empty for an issue, which is shown below the field. */
export function readingText(reading: StayReading): string {
  if (reading.kind === 'arrival' && reading.others.length > 0) return 'It may mean several days. The first is chosen:';
  if (reading.kind === 'arrival')
    return `${formatPlainDate(reading.checkIn, 'long')} – now the check-out day or the nights`;
  if (reading.kind === 'ask' || reading.kind === 'flexible') return reading.message;
  if (reading.kind !== 'stays') return '';
  const [{ checkIn, checkOut }, ...others] = reading.stays;
  if (others.length > 0) return 'It may mean several stays. The first is chosen:';
  return `${formatPlainDate(checkIn, 'long')} – ${formatPlainDate(checkOut, 'long')}, ${formatCount(nightsBetween(checkIn, checkOut), 'night')}`;
}

export function stayOfReading(reading: StayReading): TypedStay {
  if (reading.kind === 'stays') return { ...reading.stays[0], issue: null };
  if (reading.kind === 'arrival') return { checkIn: reading.checkIn, checkOut: null, issue: null };
  return { ...NO_STAY, issue: reading.kind === 'empty' ? null : reading.message };
}

/** Returns the stays or arrivals among which a person can choose; empty when the text has one meaning. */
export function choicesOf(reading: StayReading): readonly Stay[] {
  if (reading.kind === 'arrival')
    return reading.others.length === 0
      ? []
      : [reading.checkIn, ...reading.others].map((checkIn) => ({ checkIn, checkOut: null }));
  if (reading.kind === 'ask' || reading.kind === 'flexible') return reading.stays;
  return reading.kind === 'stays' && reading.stays.length > 1 ? reading.stays : [];
}

/** Writes a choice: "9–11 Jul", with the year if the choices are in several years; an arrival with its weekday. */
export function choiceText({ checkIn, checkOut }: Stay, choices: readonly Stay[]): string {
  if (checkIn === null) return '';
  if (checkOut === null) return formatPlainDate(checkIn, 'long');
  const years = new Set(choices.flatMap((choice) => [choice.checkIn?.slice(0, 4), choice.checkOut?.slice(0, 4)]));
  return formatPlainRange(checkIn, checkOut, years.size > 1 ? 'short' : 'dayMonth');
}
