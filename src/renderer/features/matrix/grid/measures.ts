/** The sizes of the matrix in pixels; grid.module.css has the same. */
export const ROW_PX = 34;
export const HEAD_PX = 46;
export const COLUMN_PX = 92;
