/** The limits of reading a list, and sentences on why it may lack records. Without schemas, because the window's first file imports it. */
import type { PagingDoubt } from '../model/paging.ts';
import { groupedNumber } from './grouped-number.ts';

/** The maximum number of pages requested for one list, and of records kept from it. */
export const MAX_PAGES = 10_000;
export const MAX_RECORDS = 200_000;

const SENTENCES: Record<PagingDoubt, string> = {
  moved: 'The list changed while it was read.',
  repeated: 'The service sent a page again instead of the next one.',
  repeatedCursor: 'The service named a page as the next that was already read.',
  emptyPage: 'The service sent an empty page, but named a further one.',
  counted: 'The service counts more records than it sent.',
  unchecked: 'The service does not let pages overlap, so a change of the list goes unnoticed.',
  unpaged: 'The operation is set to read one page; the service may have more.',
  capped: `Reading stopped after ${groupedNumber(MAX_PAGES)} pages or ${groupedNumber(MAX_RECORDS)} records.`,
};

/** Writes the sentences for all doubts, joined; empty when there are none. */
export const doubtText = (doubts: readonly PagingDoubt[]): string => doubts.map((doubt) => SENTENCES[doubt]).join(' ');
