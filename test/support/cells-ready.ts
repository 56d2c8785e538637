import { waitFor } from '@testing-library/react';

/** Resolves when a table takes the keys and the mouse of its cells: their code is loaded after the rows, and until then Space presses a button. */
export const cellsReady = (grid: HTMLElement): Promise<void> =>
  waitFor(() => {
    const frame = grid.parentElement?.parentElement;
    if (!frame?.querySelector(':scope > [role="status"]')) throw new Error('the cells are not ready');
  });
