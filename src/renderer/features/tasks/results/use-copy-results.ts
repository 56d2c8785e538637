/** Copies result rows. Main copies, because it has all rows. */
import { useMutation } from '@tanstack/react-query';
import { tellCopied } from '../../../actions/table-cells/tell-copied.ts';
import { act } from '../../../ipc/client.ts';
import type { GridBlock } from '../../../ui/grid-block.ts';
import { copiedColumns, type ShownColumn } from './result-columns.ts';
import type { ResultsQuery } from './use-result-rows.ts';

export function useCopyResults(query: ResultsQuery, columns: readonly ShownColumn[]) {
  const { mutate, isPending } = useMutation({
    ...act('tasks', 'copyCells'),
    onSuccess: (copied) => tellCopied(copied, 'Export them as CSV.'),
  });
  return {
    isPending,
    /** Copies a block of cells; with `headed`, the titles of its columns come first. */
    copyCells: ({ firstRow, lastRow, firstColumn, lastColumn }: GridBlock, headed: boolean) => {
      const copied = copiedColumns(columns.slice(firstColumn, lastColumn + 1));
      mutate({
        ...query,
        columns: copied.map(({ key }) => key),
        heads: headed ? copied.map(({ title }) => title) : null,
        offset: firstRow,
        count: lastRow - firstRow + 1,
      });
    },
  };
}
