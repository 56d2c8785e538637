/** The sizes of the matrix in px, which grid.module.css repeats. */
export const ROW_PX = 34;
export const HEAD_PX = 46;
export const COLUMN_PX = 92;
