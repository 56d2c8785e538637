/** The words for a listing, in a file of their own, because the window's first file contains them. */
import type { Audience } from '../../shared/model/app.ts';

export const LISTING_WORD: Readonly<Record<Audience, string>> = { managers: 'Property', support: 'Listing' };

/** The words for one listing and for several listings, for use within a sentence. */
export const LISTING_NOUN: Readonly<Record<Audience, readonly [one: string, many: string]>> = {
  managers: ['property', 'properties'],
  support: ['listing', 'listings'],
};

export const NOT_REFRESHED: Readonly<Record<Audience, string>> = {
  managers: 'It is not refreshed by itself, because the app would have to sign in for it.',
  support: 'It is not refreshed by itself, because that would request an access token.',
};
