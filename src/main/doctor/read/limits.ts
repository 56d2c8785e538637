/** The number of characters of a line that are searched for facts. A longer line contains data, which has no further facts. */
export const MAX_LINE = 4_000;
export const MAX_LINES = 400;
