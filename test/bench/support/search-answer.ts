/** A search answer of the Booking Engine (service.md §6.3) of about `bytes`: 100 listings in 160 KB. */

const AMENITIES = [
  'Wireless internet',
  'Kitchen',
  'Heating',
  'Washer',
  'Pool',
  'Free parking on premises',
  'Essentials',
];

const pictureOf = (index: number, number: number) => ({
  _id: `5f1e0c0df${String(index * 10 + number).padStart(15, '0')}`,
  thumbnail: `https://pictures.example/listings/${index}/${number}/thumbnail.jpg`,
  regular: `https://pictures.example/listings/${index}/${number}/regular.jpg`,
  large: `https://pictures.example/listings/${index}/${number}/large.jpg`,
});

const listingOf = (index: number) => ({
  _id: `5f1e0c0de${String(index).padStart(15, '0')}`,
  title: `A house by the sea, number ${index}`,
  nickname: `Sea ${index}`,
  type: 'SINGLE',
  propertyType: 'House',
  roomType: 'Entire home/apt',
  accommodates: 2 + (index % 7),
  bedrooms: 1 + (index % 4),
  beds: 2 + (index % 5),
  bathrooms: 1 + (index % 3),
  timezone: 'Europe/Lisbon',
  address: {
    full: `${index} Rua do Mar, 1100-001 Lisboa, Portugal`,
    street: `${index} Rua do Mar`,
    city: 'Lisboa',
    state: 'Lisboa',
    country: 'Portugal',
    lat: 38.7 + index / 1_000,
    lng: -9.14,
  },
  amenities: AMENITIES,
  picture: pictureOf(index, 0),
  pictures: [0, 1, 2].map((number) => pictureOf(index, number)),
  prices: { basePrice: 90 + index, currency: 'EUR', cleaningFee: 60, extraPersonFee: 15, petFee: 0 },
  nightlyRates: Object.fromEntries([1, 2, 3, 4].map((day) => [`2026-12-0${day}`, 90 + index + day])),
});

export function searchAnswer(bytes: number): string {
  const count = Math.max(1, Math.round(bytes / Buffer.byteLength(JSON.stringify(listingOf(50)))));
  const results = Array.from({ length: count }, (_, index) => listingOf(index));
  return JSON.stringify({ results, pagination: { total: count, cursor: { next: null } } });
}
