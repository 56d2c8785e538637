/** A cell of the results as text, by what its column holds. */
import type { FieldKind } from '../../../shared/model/field.ts';
import type { Json } from '../../../shared/model/primitives.ts';
import type { TaskColumn } from '../../../shared/model/task.ts';
import { fieldText } from '../../ui/field-value.tsx';

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
  yesNo: [92, 0.5],
  json: [190, 1.4],
};

export const cellText = (column: TaskColumn, value: Json): string => fieldText(KINDS[column.kind], value);

/** True for columns whose values stand at the right. */
export const isNumeric = ({ kind }: TaskColumn): boolean => kind === 'number' || kind === 'money';

/** The columns of a grid, and how wide it is at least. */
export function gridOf(columns: readonly TaskColumn[]): { template: string; minWidth: number } {
  const widths = columns.map(({ kind }) => WIDTHS[kind]);
  return {
    template: widths.map(([least, share]) => `minmax(${least}px, ${share}fr)`).join(' '),
    minWidth: widths.reduce((sum, [least]) => sum + least, 0),
  };
}
