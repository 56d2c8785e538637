/** The number of characters of a line that are searched for facts. The rest of a longer line is data without further facts. */
export const MAX_LINE = 4_000;
export const MAX_LINES = 400;
