/** An opening: a page of a link, or a file, that the system hands to the app. */
import { z } from 'zod';
import { MAX_CHARACTERS } from './bounds.ts';
import { Id } from './primitives.ts';
import { HoldHours } from './quote.ts';

/** The pages that a link `latchkey://<page>` may open. The link has no parameters, so that it can only show a page. */
export const LinkedPage = z.enum([
  'overview',
  'listings',
  'availability',
  'calendars',
  'quotes',
  'tasks',
  'traffic',
  'doctor',
  'cases',
  'connections',
  'settings',
]);
export type LinkedPage = z.infer<typeof LinkedPage>;

/**
 * A program's choices in the booking form of a quote: the key of the rate plan, and how long the request is held. Only a person can send the form.
 */
export const PreparedForm = z.strictObject({ plan: z.string().max(MAX_CHARACTERS.name), holdHours: HoldHours });
export type PreparedForm = z.infer<typeof PreparedForm>;

/** A booking form to open in the window. */
export interface BookingPreparation {
  readonly connectionId: string;
  readonly quoteId: string;
  readonly form: PreparedForm;
}

/**
 * A page to show. `given` is the id of the support bundle that Cases opens, because the window must not choose a path. `id` is the credential, quote
 * or task of a notification. `form` is the prepared booking form of the quote `id`.
 */
export const ShownPage = z.strictObject({
  page: z.enum([...LinkedPage.options, 'token']),
  given: Id.nullable(),
  id: z.string().max(MAX_CHARACTERS.name).nullable(),
  form: PreparedForm.optional(),
});
export type ShownPage = z.infer<typeof ShownPage>;
