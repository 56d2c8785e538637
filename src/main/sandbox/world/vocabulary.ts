/** The words from which listings are made: kinds of property, amenities and names. */
import words from '../../../../resources/sandbox/vocabulary.json' with { type: 'json' };

export interface PropertyKind {
  readonly name: string;
  readonly noun: string;
  /** The smallest and the largest number of bedrooms. */
  readonly bedrooms: readonly [number, number];
  /** The price of a night with one bedroom, before the city's level, in euros. */
  readonly price: number;
  readonly shared: boolean;
}

type Words = readonly [string, ...string[]];

export const vocabulary = words as unknown as {
  /** The kinds of property. A frequent kind appears more than once. */
  readonly kinds: readonly [PropertyKind, ...PropertyKind[]];
  readonly qualities: Words;
  readonly features: Words;
  readonly houseNames: Words;
  /** The amenities of every listing. */
  readonly basicAmenities: Words;
  readonly amenities: Words;
  readonly tags: Words;
  readonly bedTypes: Words;
  readonly surroundings: Words;
  readonly highlights: Words;
};
