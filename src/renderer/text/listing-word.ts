/** One listing in the head of a column and in the label of a field. Apart from the other words: the window's first file has it. */
import type { Audience } from '../../shared/model/app.ts';

export const LISTING_WORD: Readonly<Record<Audience, string>> = { managers: 'Property', support: 'Listing' };
