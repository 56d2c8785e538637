/** The needs that names of amenities meet. */
import { expect, it } from 'vitest';
import { needsMet } from '../../../../src/shared/listing/needs.ts';

it.each([
  [['Pets allowed'], ['pets']],
  [
    ['PETS_ALLOWED', 'Free parking on premises'],
    ['pets', 'parking'],
  ],
  [
    ['petFriendly', 'Wheelchair accessible'],
    ['pets', 'access'],
  ],
  [
    ['Step-free access', 'Disabled parking spot'],
    ['parking', 'access'],
  ],
  [['Pets live on this property', 'Other pet(s)', 'No parking', 'Pets not allowed', 'Carpet'], []],
])('%j meets %j', (amenities, needs) => {
  expect(needsMet(amenities)).toEqual(needs);
});
