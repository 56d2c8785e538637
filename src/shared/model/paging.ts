/** Reasons why a list that was read page by page may lack records. */
import { z } from 'zod';

/**
 * The reasons. `moved`: records were inserted or deleted while the list was read. `repeated`: the service sent the same page again.
 * `repeatedCursor`: it named a page as the next that was already read. `emptyPage`: it sent an empty page and named a further one. `counted`: it
 * counts more records than it sent. `unchecked`: its pages cannot overlap, so a moved list goes unnoticed. `unpaged`: the operation is set to
 * read one page. `capped`: reading stopped at the maximum of pages or records.
 */
export const PagingDoubt = z.enum([
  'moved',
  'repeated',
  'repeatedCursor',
  'emptyPage',
  'counted',
  'unchecked',
  'unpaged',
  'capped',
]);
export type PagingDoubt = z.infer<typeof PagingDoubt>;
