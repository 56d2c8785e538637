/** Rows of a table, copied to the clipboard. */
import { z } from 'zod';
import { MAX_CHARACTERS, MAX_ENTRIES } from '../input/max-input.ts';

/** The result of copying. `rows` counts the copied rows without the headings; it is less than `wanted` when not all fit into the clipboard. */
export const CopiedRows = z.strictObject({ rows: z.number().int(), wanted: z.number().int() });
export type CopiedRows = z.infer<typeof CopiedRows>;

export const ColumnTitles = z.array(z.string().max(MAX_CHARACTERS.name)).max(MAX_ENTRIES.page);

const Cell = z.union([z.string().max(MAX_CHARACTERS.text), z.number().min(-Number.MAX_VALUE).max(Number.MAX_VALUE)]);

/** Rows that the window sends to main to be copied. `heads` are the headings of the columns; null for none. */
export const ShownRows = z.strictObject({
  heads: ColumnTitles.nullable(),
  rows: z.array(z.array(Cell.nullable()).max(MAX_ENTRIES.page)).max(MAX_ENTRIES.rows),
});
export type ShownRows = z.infer<typeof ShownRows>;
