/** What a listing is called within a sentence. */

import { useAudience } from '../ipc/use-audience.ts';
import { formatCount } from '../text/format.ts';
import { LISTING_NOUN } from '../text/listing-word.ts';

/** `count`: "1 property", "3 properties". */
export function useListingNoun() {
  const [one, many] = LISTING_NOUN[useAudience()];
  return { one, many, count: (listings: number) => formatCount(listings, one, many) };
}
