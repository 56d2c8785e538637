/** A text that a person typed in a window and has not saved yet. */
import { z } from 'zod';
import { MAX_CHARACTERS } from './bounds.ts';

export const TypedText = z.strictObject({
  /** The name of the field or form in the page. */
  key: z.string().max(MAX_CHARACTERS.line),
  /** The page's own JSON, which only the page reads. */
  value: z.string().max(MAX_CHARACTERS.pastedText),
});
export type TypedText = z.infer<typeof TypedText>;
