/** How much of a text is searched for facts beside its exchanges: longer lines and further ones are data, which tell nothing more. */
export const MAX_LINE = 4_000;
export const MAX_LINES = 400;
