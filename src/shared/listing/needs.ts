/** Needs of guests that the names of amenities meet: pets, a place for the car, and a way in without steps. */

export const NEEDS = ['pets', 'parking', 'access'] as const;
export type Need = (typeof NEEDS)[number];

export const NEED_NAMES: Record<Need, string> = {
  pets: 'Pets allowed',
  parking: 'Parking',
  access: 'Accessible',
};

const MEANS: Record<Need, RegExp> = {
  pets: /^pets$|(?<!\bservice )\b(?:pets?|dogs?|animals)\b.*\b(?:allow(?:ed)?|welcome|friendly|accepted|ok)\b/,
  parking: /\b(?:parking|garage(?! door)|carport)\b/,
  access: /^accessible$|\b(?:wheelchair|step free|barrier free|accessibility|disabled access)\b/,
};
const DENIES = /\b(?:no|non|not|never|without|inaccessible)\b/;

/** Reads an amenity's name as words: "petsAllowed", "PETS_ALLOWED" and "Pets-allowed" are "pets allowed". */
const wordsOf = (name: string): string =>
  name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .toLowerCase()
    .trim();

/** Returns the needs that the amenities of a listing meet. "Pets live on this property" and "No parking" meet none. */
export function needsMet(amenities: readonly string[]): Need[] {
  const names = amenities.map(wordsOf).filter((words) => !DENIES.test(words));
  return NEEDS.filter((need) => names.some((words) => MEANS[need].test(words)));
}
