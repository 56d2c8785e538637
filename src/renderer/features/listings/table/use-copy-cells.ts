/** Copies rows and blocks of cells through main, which has all rows. */
import { useMutation } from '@tanstack/react-query';
import type { CopiedRows } from '../../../../shared/model/listing.ts';
import { act } from '../../../ipc/client.ts';
import { formatCount, formatNumber } from '../../../text/format.ts';
import type { GridBlock } from '../../../ui/grid-block.ts';
import { notify } from '../../../ui/notify.ts';
import type { TableColumn } from './column-choice.ts';
import type { TableQuery } from './use-listing-rows.ts';

/** Of a block, column 0 is the title's. */
export function useCopyCells(
  query: TableQuery,
  columns: readonly TableColumn[],
  currencies: ReadonlyMap<string, string>,
) {
  const { mutate, isPending } = useMutation({
    ...act('listings', 'copyCells'),
    onSuccess: (copied) => notify('listings-copied', 'Copied', copiedText(copied)),
  });
  return {
    isPending,
    /** `headed`: the titles of the columns come first. */
    copyCells: ({ firstRow, lastRow, firstColumn, lastColumn }: GridBlock, headed: boolean) => {
      const copied = columns.slice(Math.max(0, firstColumn - 1), lastColumn);
      mutate({
        ...query,
        columns: withCurrencies(copied, currencies),
        offset: firstRow,
        count: lastRow - firstRow + 1,
        titled: firstColumn === 0,
        headed,
      });
    },
  };
}

/** The paths of columns: amounts go with their currency. */
export const withCurrencies = (columns: readonly TableColumn[], currencies: ReadonlyMap<string, string>): string[] => [
  ...new Set(columns.flatMap(({ path }) => [path, currencies.get(path) ?? path])),
];

/** "3 rows", or how many of them the clipboard holds. */
const copiedText = ({ rows, wanted }: CopiedRows): string =>
  rows === wanted
    ? formatCount(rows, 'row')
    : `The first ${formatNumber(rows)} of ${formatCount(wanted, 'row')}: more is too much for the clipboard. Export them as CSV.`;
