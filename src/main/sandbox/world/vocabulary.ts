/** The words that listings are made of: kinds of property, amenities and names. */
import words from '../../../../resources/sandbox/vocabulary.json' with { type: 'json' };

export interface PropertyKind {
  readonly name: string;
  readonly noun: string;
  /** The fewest and the most bedrooms. */
  readonly bedrooms: readonly [number, number];
  /** Price of a night with one bedroom, before the city's level, in euros. */
  readonly price: number;
  readonly shared: boolean;
}

type Words = readonly [string, ...string[]];

export const vocabulary = words as unknown as {
  /** Frequent kinds appear more than once. */
  readonly kinds: readonly [PropertyKind, ...PropertyKind[]];
  readonly qualities: Words;
  readonly features: Words;
  readonly houseNames: Words;
  /** Every listing has these. */
  readonly basicAmenities: Words;
  readonly amenities: Words;
  readonly tags: Words;
  readonly bedTypes: Words;
  readonly surroundings: Words;
  readonly highlights: Words;
};
