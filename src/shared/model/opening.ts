/** An opening: a page of a link, or a file, that the system hands to the app. */
import { z } from 'zod';
import { MAX_CHARACTERS } from './bounds.ts';
import { Id } from './primitives.ts';

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
 * A page to show. `given` is the id of the support bundle that Cases opens; the window never gets to choose a path. `id` is the credential, quote or
 * task of a notification.
 */
export const ShownPage = z.strictObject({
  page: z.enum([...LinkedPage.options, 'token']),
  given: Id.nullable(),
  id: z.string().max(MAX_CHARACTERS.name).nullable(),
});
export type ShownPage = z.infer<typeof ShownPage>;
