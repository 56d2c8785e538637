/** The columns of a task's results: order, widths, and cells as text. Pure. */
import type { FieldKind } from '../../../../shared/model/field.ts';
import type { TaskColumn, TaskRow } from '../../../../shared/model/task.ts';
import { withCurrency } from '../../../text/currency.ts';
import { fieldText } from '../../../text/field-text.ts';

const KINDS: Record<TaskColumn['kind'], FieldKind> = {
  text: 'text',
  date: 'date',
  number: 'number',
  money: 'money',
  yesNo: 'boolean',
  json: 'object',
};
/** For each kind, the minimum width of a column in pixels, and its share of the remaining width. */
const WIDTHS: Record<TaskColumn['kind'], readonly [number, number]> = {
  text: [150, 1.6],
  date: [116, 0.6],
  number: [96, 0.6],
  money: [116, 0.7],
  yesNo: [132, 0.5],
  json: [190, 1.4],
};

/** The minimum widths and the shares of text columns that differ from the default, by key. */
const TEXT_WIDTHS: Readonly<Record<string, readonly [number, number]>> = {
  title: [250, 3],
  listing: [104, 0.5],
  status: [100, 0.7],
};

const CURRENCY = 'currency';

/** A column of a task's results. `at` is the index of its cell in a row; `currencyAt` is the index of the currency's cell, or -1. */
export interface ShownColumn extends TaskColumn {
  readonly at: number;
  readonly currencyAt: number;
}

/** Returns the columns to show: the title first, the id last, and currencies only with their amounts. `titles` replaces main's titles, by key. */
export function shownColumns(
  columns: readonly TaskColumn[],
  titles: Readonly<Record<string, string>> = {},
): ShownColumn[] {
  const currencyAt = columns.findIndex(({ key }) => key === CURRENCY);
  const priced = currencyAt >= 0 && columns.some(({ kind }) => kind === 'money');
  const shown = columns
    .map((column, at) => ({ ...column, title: titles[column.key] ?? column.title, at, currencyAt }))
    .filter(({ at }) => !priced || at !== currencyAt);
  const rank = ({ key }: TaskColumn): number => (key === 'title' ? 0 : key === 'listing' ? 2 : 1);
  return shown.sort((one, two) => rank(one) - rank(two));
}

/** Returns the columns to copy. If there are amounts, the currency is the last column. */
export function copiedColumns(columns: readonly ShownColumn[]): readonly Pick<ShownColumn, 'key' | 'title'>[] {
  const isPriced = columns.some(({ kind, currencyAt }) => kind === 'money' && currencyAt >= 0);
  return isPriced ? [...columns, { key: CURRENCY, title: 'Currency' }] : columns;
}

export function cellText({ kind, at, currencyAt }: ShownColumn, { cells }: TaskRow): string {
  const value = cells[at] ?? null;
  return fieldText(KINDS[kind], kind === 'money' ? withCurrency(value, cells[currencyAt] ?? null) : value);
}

/** True for a column whose values are aligned right. */
export const isNumeric = ({ kind }: TaskColumn): boolean => kind === 'number' || kind === 'money';

/** Returns the value of `grid-template-columns`, and the minimum width of all columns in pixels. */
export function gridOf(columns: readonly TaskColumn[]): { template: string; minWidth: number } {
  const widths = columns.map(({ key, kind }) => TEXT_WIDTHS[key] ?? WIDTHS[kind]);
  return {
    template: widths.map(([minPx, share]) => `minmax(${minPx}px, ${share}fr)`).join(' '),
    minWidth: widths.reduce((sum, [least]) => sum + least, 0),
  };
}
