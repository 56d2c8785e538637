/** A text that a person typed in a window and has not saved yet. */
import { z } from 'zod';
import { MAX_CHARACTERS, MAX_ENTRIES } from './bounds.ts';

export const TypedText = z.strictObject({
  /** The name of the field or form in the page. */
  key: z.string().max(MAX_CHARACTERS.line),
  /** The page's own JSON, which only the page reads. */
  value: z.string().max(MAX_CHARACTERS.pastedText),
});
export type TypedText = z.infer<typeof TypedText>;

/** The texts of a page that ended, and why it did: its process `stopped` by itself, or the app was `locked`. */
export const TypedBefore = z.strictObject({
  why: z.enum(['stopped', 'locked']),
  texts: z.array(TypedText).max(MAX_ENTRIES.page),
});
export type TypedBefore = z.infer<typeof TypedBefore>;
