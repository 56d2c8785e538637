/** The cells of an Excel workbook: dates as dates, amounts as numbers, and texts that are never formulas. */
import type { Json } from '../model/primitives.ts';
import { INSTANT, isInstantNumber } from '../time/instant.ts';
import { dayNumber, isStayDay } from '../time/plain-date.ts';
import { DAY_MS, MINUTE_MS } from '../time/units.ts';
import { valueText } from './spreadsheet-cell.ts';

/**
 * The kinds of columns in a workbook. An `amount` may be a text with decimals, and is a number in the workbook. `date` is a plain date, `instant` a
 * text in ISO 8601 or a number in epoch ms.
 */
export type ColumnKind = 'text' | 'number' | 'amount' | 'date' | 'instant';

/** Returns the kind of column for the kind of a field or of a task's column. */
export const columnKindOf = (kind: string): ColumnKind =>
  kind === 'money' ? 'amount' : kind === 'number' || kind === 'date' || kind === 'instant' ? kind : 'text';

/** The number that a workbook gives to January 1, 1970. */
const EPOCH = 25_569;
/** The maximum length of a text; Excel refuses a workbook with a longer one. */
const MAX_TEXT = 32_767;
/** The number of digits that Excel keeps; a longer number is written as a text, so that no digit is lost. */
const MAX_DIGITS = 15;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** Makes the value of a cell. A value that does not fit the column's kind becomes a text, because the column's format would distort it. */
export function cellValue(cell: Json, kind: ColumnKind): string | number | null {
  if (cell === null) return null;
  if (typeof cell === 'number') return ofNumber(cell, kind);
  const text = valueText(cell);
  return numberOf(text, kind) ?? (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text);
}

function ofNumber(value: number, kind: ColumnKind): number | string {
  if (kind === 'instant' && isInstantNumber(value)) return localDay(new Date(value));
  const isLong = Number.isInteger(value) && digitsIn(`${value}`) > MAX_DIGITS;
  return isLong || kind === 'instant' || kind === 'date' ? `${value}` : value;
}

function numberOf(text: string, kind: ColumnKind): number | null {
  if (kind === 'amount') return NUMBER.test(text) && digitsIn(text) <= MAX_DIGITS ? Number(text) : null;
  if (kind === 'date') return isStayDay(text) ? dayNumber(text) + EPOCH : null;
  if (kind !== 'instant' || !INSTANT.test(text)) return null;
  const at = new Date(text);
  return Number.isFinite(at.getTime()) ? localDay(at) : null;
}

const digitsIn = (text: string): number => text.replace(/\D/g, '').length;

/** Converts an instant to local time on this computer, because a workbook has no time zones. */
const localDay = (at: Date): number => (at.getTime() - at.getTimezoneOffset() * MINUTE_MS) / DAY_MS + EPOCH;
