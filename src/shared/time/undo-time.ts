/** How long a window offers the undo of a deletion, in ms. Main allows it a little longer. */
export const UNDO_MS = 12_000;
