/** The columns of the table of results: the text of each cell, and the value that is copied. Pure. */
import { MAX_CHARACTERS, MAX_ENTRIES } from '../../../../shared/input/max-input.ts';
import type { SearchItem } from '../../../../shared/model/availability.ts';
import type { ShownRows } from '../../../../shared/model/copied-rows.ts';
import type { Money } from '../../../../shared/model/field.ts';
import { formatMoney } from '../../../text/format.ts';
import type { GridBlock } from '../../../ui/grid-block.ts';
import { usualText } from './price.tsx';
import { type Covers, coversOf, type Quoted } from './quoted.ts';
import type { Sort } from './rows.ts';

export interface TableItem {
  readonly item: SearchItem;
  readonly quoted: Quoted | undefined;
}

export interface TableColumn {
  readonly title: string;
  /** The sort of the column; null for a column that cannot be sorted. */
  readonly by: Sort['by'] | null;
  readonly width: string;
  readonly isNumeric?: true;
  readonly textOf: (row: TableItem) => string | number | null;
  readonly hintOf?: (row: TableItem) => string | null;
  /** The amount in a cell of a column of amounts; it is copied as a number. */
  readonly amountOf?: (row: TableItem) => Money | null;
}

const moneyText = (money: Money | null | undefined): string => (money ? formatMoney(money) : '');

/** The total with fees and taxes, from a quote or from the search; null without one. */
const allIncludedOf = ({ item, quoted }: TableItem): Money | null =>
  quoted?.total ?? (coversOf(item) === 'all' ? item.total : null);
const netTotalOf = ({ item }: TableItem): Money | null => (coversOf(item) === 'all' ? null : item.total);

const ALL_INCLUDED: TableColumn = {
  title: 'All included',
  by: null,
  width: '112px',
  isNumeric: true,
  textOf: (row) => {
    const total = allIncludedOf(row);
    if (total) return formatMoney(total);
    return row.quoted?.share ? `usually +${Math.round(row.quoted.share * 100)} %` : null;
  },
  hintOf: (row) => (allIncludedOf(row) || !row.quoted ? null : usualText(row.quoted)),
  amountOf: allIncludedOf,
};

const COLUMNS: readonly TableColumn[] = [
  { title: 'Property', by: 'name', width: 'minmax(180px, 2.4fr)', textOf: ({ item }) => item.title },
  { title: 'Place', by: null, width: 'minmax(98px, 1.4fr)', textOf: ({ item }) => item.place },
  { title: 'Type', by: null, width: 'minmax(90px, 1fr)', textOf: ({ item }) => item.type },
  { title: 'Sleeps', by: 'guests', width: '76px', isNumeric: true, textOf: ({ item }) => item.accommodates },
  { title: 'Bedrooms', by: 'bedrooms', width: '98px', isNumeric: true, textOf: ({ item }) => item.bedrooms },
  {
    title: 'Per night',
    by: 'perNight',
    width: '102px',
    isNumeric: true,
    textOf: ({ item }) => moneyText(item.perNight),
    hintOf: ({ item }) => (coversOf(item) === 'all' ? 'With fees and taxes.' : null),
    amountOf: ({ item }) => item.perNight,
  },
];

const BEFORE_FEES: TableColumn = {
  title: 'Before fees and taxes',
  by: null,
  width: '186px',
  isNumeric: true,
  textOf: (row) => `${moneyText(netTotalOf(row))}${netTotalOf(row) && row.item.basis === 'inferred' ? ' ?' : ''}`,
  hintOf: ({ item }) =>
    item.basis === 'inferred' ? 'The service does not say whether fees and taxes are in it.' : null,
  amountOf: netTotalOf,
};

/**
 * Returns the columns of the table. If one of the two columns of totals would be empty, it is left out; one always stays. The column whose prices the
 * sort compares is marked as sorted.
 */
export function tableColumns(rows: readonly TableItem[], compared: Covers = 'nights'): readonly TableColumn[] {
  const hasAll = rows.some((row) => row.quoted !== undefined || allIncludedOf(row));
  const totals: TableColumn[] = [
    ...(!hasAll || rows.some(netTotalOf) ? [BEFORE_FEES] : []),
    ...(hasAll ? [ALL_INCLUDED] : []),
  ];
  const sorted = compared === 'all' ? ALL_INCLUDED : BEFORE_FEES;
  return [...COLUMNS, ...totals.map((column) => (column === sorted ? { ...column, by: 'total' as const } : column))];
}

/**
 * Returns a block of cells to be copied. An amount becomes a number, with its currency in a column of its own. A cell with two amounts is copied as
 * text.
 */
export function copiedCells(
  rows: readonly TableItem[],
  columns: readonly TableColumn[],
  { firstRow, lastRow, firstColumn, lastColumn }: GridBlock,
  headed: boolean,
): ShownRows {
  const copied = columns.slice(firstColumn, lastColumn + 1);
  const hasAmounts = copied.some(({ amountOf }) => amountOf !== undefined);
  const cellsOf = (row: TableItem) => {
    const amounts = copied.map(({ amountOf }) => amountOf?.(row) ?? null);
    const [currency = null, ...others] = new Set(amounts.flatMap((money) => (money ? [money.currency] : [])));
    const cells = copied.map(
      ({ textOf }, at) => (others.length === 0 ? amounts[at]?.amount : null) ?? cut(textOf(row)),
    );
    return hasAmounts ? [...cells, others.length === 0 ? currency : null] : cells;
  };
  const heads = [...copied.map(({ title }) => title), ...(hasAmounts ? ['Currency'] : [])];
  return {
    heads: headed ? heads : null,
    rows: rows
      .slice(firstRow, lastRow + 1)
      .slice(0, MAX_ENTRIES.rows)
      .map(cellsOf),
  };
}

const cut = (cell: string | number | null) => (typeof cell === 'string' ? cell.slice(0, MAX_CHARACTERS.text) : cell);
