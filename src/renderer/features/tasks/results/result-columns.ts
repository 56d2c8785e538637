/** The columns of results as the table shows them, and their cells as text. */
import type { FieldKind } from '../../../../shared/model/field.ts';
import type { TaskColumn, TaskRow } from '../../../../shared/model/task.ts';
import { withCurrency } from '../../../text/currency.ts';
import { fieldText } from '../../../ui/field-value.tsx';

const KINDS: Record<TaskColumn['kind'], FieldKind> = {
  text: 'text',
  date: 'date',
  number: 'number',
  money: 'money',
  yesNo: 'boolean',
  json: 'object',
};
/** Least width of a column in px, and its share of what is left over. */
const WIDTHS: Record<TaskColumn['kind'], readonly [number, number]> = {
  text: [150, 1.6],
  date: [116, 0.6],
  number: [96, 0.6],
  money: [116, 0.7],
  yesNo: [132, 0.5],
  json: [190, 1.4],
};

/** Titles want more room than other texts, ids can do with less. */
const TEXT_WIDTHS: Readonly<Record<string, readonly [number, number]>> = {
  title: [250, 3],
  listing: [104, 0.5],
  status: [100, 0.7],
};

/** A column with its place in the cells of a row, and that of the currency of its amounts. */
export interface ShownColumn extends TaskColumn {
  readonly at: number;
  readonly currencyAt: number;
}

/** Titles come first, as they name a row, and ids last; the currency stands with its amounts instead of by itself. */
export function shownColumns(columns: readonly TaskColumn[]): ShownColumn[] {
  const currencyAt = columns.findIndex(({ key }) => key === 'currency');
  const priced = currencyAt >= 0 && columns.some(({ kind }) => kind === 'money');
  const shown = columns
    .map((column, at) => ({ ...column, at, currencyAt }))
    .filter(({ at }) => !priced || at !== currencyAt);
  const place = ({ key }: TaskColumn): number => (key === 'title' ? 0 : key === 'listing' ? 2 : 1);
  return shown.sort((one, two) => place(one) - place(two));
}

export function cellText({ kind, at, currencyAt }: ShownColumn, { cells }: TaskRow): string {
  const value = cells[at] ?? null;
  return fieldText(KINDS[kind], kind === 'money' ? withCurrency(value, cells[currencyAt] ?? null) : value);
}

/** True for columns whose values stand at the right. */
export const isNumeric = ({ kind }: TaskColumn): boolean => kind === 'number' || kind === 'money';

/** The columns of a grid, and how wide it is at least. */
export function gridOf(columns: readonly TaskColumn[]): { template: string; minWidth: number } {
  const widths = columns.map(({ key, kind }) => TEXT_WIDTHS[key] ?? WIDTHS[kind]);
  return {
    template: widths.map(([least, share]) => `minmax(${least}px, ${share}fr)`).join(' '),
    minWidth: widths.reduce((sum, [least]) => sum + least, 0),
  };
}
