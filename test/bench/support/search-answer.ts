/** An answer of the search as the Booking Engine gives it (domain.md, Search), of about so many bytes. */

const place = (index: number) => ({
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
    full: `${index} Rua do Mar, Lisboa, Portugal`,
    city: 'Lisboa',
    country: 'Portugal',
    lat: 38.7,
    lng: -9.14,
  },
  amenities: ['Wireless internet', 'Kitchen', 'Heating', 'Washer', 'Pool', 'Free parking on premises'],
  picture: { thumbnail: `https://pictures.example/${index}-small.jpg`, large: `https://pictures.example/${index}.jpg` },
  prices: { basePrice: 90 + index, currency: 'EUR', cleaningFee: 60 },
  nightlyRates: Object.fromEntries([1, 2, 3, 4].map((day) => [`2026-12-0${day}`, 90 + index + day])),
});

export function searchAnswer(bytes: number): string {
  const count = Math.max(1, Math.round(bytes / Buffer.byteLength(JSON.stringify(place(50)))));
  const results = Array.from({ length: count }, (_, index) => place(index));
  return JSON.stringify({ results, pagination: { total: count, cursor: { next: null } } });
}
