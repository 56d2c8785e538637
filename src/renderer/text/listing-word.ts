/** What a listing is called. Apart from the other words: the window’s first file has it. */
import type { Audience } from '../../shared/model/app.ts';

export const LISTING_WORD: Readonly<Record<Audience, string>> = { managers: 'Property', support: 'Listing' };

/** One listing and several within a sentence. */
export const LISTING_NOUN: Readonly<Record<Audience, readonly [one: string, many: string]>> = {
  managers: ['property', 'properties'],
  support: ['listing', 'listings'],
};

/** Why a list that is kept is not refreshed by itself. */
export const NOT_REFRESHED: Readonly<Record<Audience, string>> = {
  managers: 'It is not refreshed by itself, because the app would have to sign in for it.',
  support: 'It is not refreshed by itself, because that would request an access token.',
};
