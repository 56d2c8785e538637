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
  [
    ['Accessible', 'Animals allowed'],
    ['pets', 'access'],
  ],
  [['Non-accessible', 'Wheelchair inaccessible', 'Accessible by public transport', 'Pool accessible'], []],
  [['Internet accessible', 'Accessible-height bed', 'Garage door', 'Dogs'], []],
  [['Never pets allowed', 'Service animals allowed', 'Service dogs welcome'], []],
  [['Pets live on this property', 'Other pet(s)', 'No parking', 'Pets not allowed', 'Carpet'], []],
])('%j meets %j', (amenities, needs) => {
  expect(needsMet(amenities)).toEqual(needs);
});
