/** What a listing is called. Apart from the other words: the window’s first file has it. */
import type { Audience } from '../../shared/model/app.ts';

export const LISTING_WORD: Readonly<Record<Audience, string>> = { managers: 'Property', support: 'Listing' };

/** One listing and several within a sentence. */
export const LISTING_NOUN: Readonly<Record<Audience, readonly [one: string, many: string]>> = {
  managers: ['property', 'properties'],
  support: ['listing', 'listings'],
};
