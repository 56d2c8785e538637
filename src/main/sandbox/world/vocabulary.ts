/** The words listings are made of: kinds of property, amenities and names. */

export interface PropertyKind {
  readonly name: string;
  readonly noun: string;
  readonly bedrooms: readonly [number, number];
  /** Price of a night with one bedroom, before the city's level, in euros. */
  readonly price: number;
  readonly shared: boolean;
}

/** Frequent kinds appear more than once. */
export const KINDS: readonly [PropertyKind, ...PropertyKind[]] = [
  { name: 'Apartment', noun: 'Apartment', bedrooms: [1, 3], price: 96, shared: false },
  { name: 'Apartment', noun: 'Flat', bedrooms: [1, 2], price: 88, shared: false },
  { name: 'Loft', noun: 'Loft', bedrooms: [1, 2], price: 122, shared: false },
  { name: 'Townhouse', noun: 'Townhouse', bedrooms: [2, 5], price: 128, shared: false },
  { name: 'Studio', noun: 'Studio', bedrooms: [0, 0], price: 74, shared: false },
  { name: 'House', noun: 'House', bedrooms: [2, 4], price: 118, shared: false },
  { name: 'Penthouse', noun: 'Penthouse', bedrooms: [2, 4], price: 178, shared: false },
  { name: 'Guest suite', noun: 'Garden Suite', bedrooms: [1, 1], price: 68, shared: true },
  { name: 'Villa', noun: 'Villa', bedrooms: [3, 6], price: 164, shared: false },
];

export const QUALITIES = [
  'Sunlit',
  'Quiet',
  'Airy',
  'Elegant',
  'Bright',
  'Characterful',
  'Restored',
  'Light-filled',
  'Charming',
  'Spacious',
  'Serene',
  'Handsome',
  'Leafy',
  'Cosy',
  'Generous',
  'Calm',
] as const satisfies readonly [string, ...string[]];

export const FEATURES = [
  'a Roof Terrace',
  'a Balcony',
  'a Fireplace',
  'a Courtyard',
  'a Reading Corner',
  'High Ceilings',
  'Morning Sun',
  'a Garden',
  'a Piano',
  'a Long View',
  'Tall Windows',
  'a Writing Desk',
] as const satisfies readonly [string, ...string[]];

export const HOUSE_NAMES = [
  'The Lantern',
  'The Almond Tree',
  'The Bookbinder’s',
  'The Swallow',
  'The Blue Door',
  'The Observatory',
  'The Weaver’s',
  'The Orangery',
  'The Old Press',
  'The Fig Tree',
  'The Clockmaker’s',
  'The Linden',
  'The Harbourmaster’s',
  'The Glasshouse',
  'The Botanist’s',
  'The Kestrel',
  'The Stone Stair',
  'The Violin Maker’s',
  'The Tile House',
  'The Paper Mill',
] as const satisfies readonly [string, ...string[]];

/** Every listing has these. */
export const BASIC_AMENITIES = [
  'Wireless Internet',
  'Essentials',
  'Hot water',
  'Smoke detector',
  'Bed linens',
] as const;

export const AMENITIES = [
  'Kitchen',
  'Washer',
  'Dryer',
  'Dishwasher',
  'Air conditioning',
  'Heating',
  'Elevator in building',
  'Free parking on premises',
  'Coffee maker',
  'Laptop friendly workspace',
  'TV',
  'Indoor fireplace',
  'Patio or balcony',
  'Garden or backyard',
  'BBQ grill',
  'Swimming pool',
  'Hot tub',
  'Bathtub',
  'Pets allowed',
  'Suitable for children (2-12 years)',
  'Crib',
  'High chair',
  'Self check-in',
  'Luggage dropoff allowed',
  'EV charger',
  'Bicycles',
  'Carbon monoxide detector',
  'First aid kit',
] as const;

export const TAGS = [
  'city-break',
  'family',
  'long-stay',
  'pet-friendly',
  'new-photos',
  'vip',
  'business',
  'deep-clean-due',
  'quiet-street',
  'lake-view',
  'owner-direct',
  'renovated',
] as const;

export const BED_TYPES = ['KING_BED', 'QUEEN_BED', 'DOUBLE_BED', 'SINGLE_BED'] as const satisfies readonly [
  string,
  ...string[],
];

export const SURROUNDINGS = [
  'Bakeries, a small park and the tram are within five minutes on foot.',
  'The street is quiet at night, and the market square is around the corner.',
  'Cafés and bookshops line the next street; the station is ten minutes away.',
  'A playground, a grocer and two good restaurants are on the same block.',
  'Mornings begin with bells and swifts; the river path is close by.',
  'You step out of the door into one of the oldest streets of the quarter.',
] as const satisfies readonly [string, ...string[]];

export const HIGHLIGHTS = [
  'Oak floors, linen curtains and a kitchen made for long breakfasts.',
  'The rooms face a planted courtyard and stay cool in summer.',
  'A deep sofa, good lamps and a shelf of books wait for a rainy afternoon.',
  'Everything was renewed two years ago, and the old staircase was kept.',
  'Large windows catch the light from both sides of the house.',
  'The desk by the window has a proper chair and fast internet.',
] as const satisfies readonly [string, ...string[]];
