/** Copies rows and blocks of cells. Main copies, because it has all rows. */
import { tellCopied } from '../../../actions/table-cells/tell-copied.ts';
import { useAct } from '../../../ipc/client.ts';
import { useAudience } from '../../../ipc/current.ts';
import { LISTING_WORD } from '../../../text/listing-word.ts';
import type { GridBlock } from '../../../ui/grid-block.ts';
import type { TableColumn } from './column-choice.ts';
import type { TableQuery } from './use-listing-rows.ts';

/** Returns the function that copies a block. Column 0 of a block is the title. */
export function useCopyCells(
  query: TableQuery,
  columns: readonly TableColumn[],
  currencies: ReadonlyMap<string, string>,
) {
  const titleHead = LISTING_WORD[useAudience()];
  const { mutate, isPending } = useAct('listings', 'copyCells', {
    onSuccess: (copied) => tellCopied(copied, 'Export them.'),
  });
  return {
    isPending,
    /** Copies a block; with `headed`, the titles of its columns come first. */
    copyCells: ({ firstRow, lastRow, firstColumn, lastColumn }: GridBlock, headed: boolean) => {
      const copied = columns.slice(Math.max(0, firstColumn - 1), lastColumn);
      mutate({
        ...query,
        columns: withCurrencies(copied, currencies),
        offset: firstRow,
        count: lastRow - firstRow + 1,
        titleHead: firstColumn === 0 ? titleHead : null,
        headed,
      });
    },
  };
}

/** Lists the paths of the columns. The path of an amount is followed by the path of its currency. */
export const withCurrencies = (columns: readonly TableColumn[], currencies: ReadonlyMap<string, string>): string[] => [
  ...new Set(columns.flatMap(({ path }) => [path, currencies.get(path) ?? path])),
];
