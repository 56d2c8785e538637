/** How long a window offers to undo a deletion, in ms. Main allows the undo a little longer. */
export const UNDO_MS = 12_000;
