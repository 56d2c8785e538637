/** Reasons why a list that was read page by page may lack records. */
import { z } from 'zod';

/**
 * The reasons why a list may be incomplete. `moved`: records were inserted or deleted while the list was read. `repeated`: the service sent the same
 * page again. `repeatedCursor`: the service's cursor for the next page led to a page that was already read. `emptyPage`: the service sent an empty
 * page with a cursor for a further one. `counted`: the service counts more records than it sent. `unchecked`: pages cannot overlap, so moved records
 * would go unnoticed. `unpaged`: the operation is set to read one page only. `capped`: reading stopped at the largest number of pages or records.
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
