import type { FacetChoice } from '../../../../shared/model/listing.ts';

/** Counts the facets with a chosen value. */
export const chosenFacets = (choice: FacetChoice): number =>
  Object.values(choice).filter((value) => (Array.isArray(value) ? value.length > 0 : value !== undefined)).length;
