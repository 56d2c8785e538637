/** The word for a listing within a sentence, by audience. */
import { upperFirst } from '../../shared/text/first-letter.ts';
import { useAudience } from '../ipc/current.ts';
import { formatCount } from '../text/format.ts';
import { LISTING_NOUN } from '../text/listing-word.ts';

/** Returns the words for listings: `count` writes “1 property” or “3 properties”, `title` names a table or list. */
export function useListingNoun() {
  const [one, many] = LISTING_NOUN[useAudience()];
  const title = upperFirst(many);
  return { one, many, title, count: (listings: number) => formatCount(listings, one, many) };
}
