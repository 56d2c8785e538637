/** Computes the texts and numbers of a listing that only whole records need, from its outline. */
import type { City } from './city.ts';
import { objectId } from './listing-id.ts';
import type { Outline } from './outline.ts';
import { picturesOf } from './pictures.ts';
import { hash, SeededRandom } from './seeded-random.ts';
import { vocabulary } from './vocabulary.ts';

export interface ListingDetails {
  readonly title: string;
  readonly nickname: string;
  readonly summary: string;
  readonly neighbourhood: string;
  readonly address: {
    readonly full: string;
    readonly street: string;
    readonly city: string;
    readonly state: string;
    readonly zipcode: string;
    readonly country: string;
    readonly countryCode: string;
    readonly neighborhood: string;
    readonly lat: number;
    readonly lng: number;
  };
  readonly roomType: 'Entire home/apt' | 'Private room';
  readonly amenities: readonly string[];
  readonly tags: readonly string[];
  readonly areaSquareMetres: number;
  readonly listingRooms: readonly {
    readonly roomNumber: number;
    readonly beds: readonly { type: string; quantity: number }[];
  }[];
  readonly prices: {
    readonly basePrice: number;
    readonly currency: string;
    readonly cleaningFee: number;
    readonly extraPersonFee: number;
    readonly petFee: number;
    readonly guestsIncludedInRegularFee: number;
  };
  readonly checkInTime: string;
  readonly checkOutTime: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly pictures: readonly { readonly id: string; readonly caption: string }[];
}

/** The day numbers of 2021-03-01 and 2026-10-31. Listings are created and, on a later day, updated between them. */
const FIRST_DAY = 18_687;
const LAST_DAY = 20_757;

/** Computes the details of a listing, in about ten microseconds. */
export function detailsOf(outline: Outline): ListingDetails {
  const { city, kind, quarter, index } = outline;
  const draw = new SeededRandom(index, 31);
  const street = addressIn(city, draw.pick(city.streets), draw.int(1, 148));
  const zipcode = city.postcode.replaceAll('#', () => String(draw.int(0, 9)));
  const away = draw.between(0.002, 0.028);
  const angle = draw.between(0, 2 * Math.PI);
  const title = titleOf(outline, draw);
  const { scale, step } = city.currency;
  const price = (euros: number) => Math.round((euros * scale) / step) * step;
  const createdDay = draw.int(FIRST_DAY, LAST_DAY - 1);
  return {
    title,
    nickname: `${city.code}-${quarterCode(quarter)}-${String(index + 1).padStart(3, '0')}`,
    summary: `${title} sleeps ${outline.accommodates} in ${quarter}, ${city.name}. ${draw.pick(vocabulary.highlights)}`,
    neighbourhood: draw.pick(vocabulary.surroundings),
    address: {
      full: `${street}, ${zipcode} ${city.name}, ${city.country}`,
      street,
      city: city.name,
      state: city.state,
      zipcode,
      country: city.country,
      countryCode: city.countryCode,
      neighborhood: quarter,
      lat: round(city.lat + away * Math.sin(angle), 5),
      lng: round(city.lng + away * 1.4 * Math.cos(angle), 5),
    },
    roomType: kind.shared ? 'Private room' : 'Entire home/apt',
    amenities: [...vocabulary.basicAmenities, ...draw.several(vocabulary.amenities, draw.int(6, 14))],
    tags: draw.several(vocabulary.tags, draw.int(0, 3)),
    areaSquareMetres: 28 + outline.bedrooms * draw.int(17, 26) + draw.int(0, 14),
    listingRooms: roomsOf(outline, draw),
    prices: {
      basePrice: outline.basePrice,
      currency: city.currency.code,
      cleaningFee: price(24 + outline.bedrooms * 16 + draw.int(0, 18)),
      extraPersonFee: outline.accommodates > 2 ? price(draw.int(8, 18)) : 0,
      petFee: price(draw.pick([0, 15, 25, 35])),
      guestsIncludedInRegularFee: Math.max(2, outline.accommodates - draw.int(0, 2)),
    },
    checkInTime: draw.pick(['15:00', '15:00', '16:00', '14:00']),
    checkOutTime: draw.pick(['10:00', '11:00', '11:00', '12:00']),
    createdAt: instant(createdDay, draw.int(7 * 3600, 18 * 3600)),
    updatedAt: instant(Math.min(LAST_DAY, createdDay + draw.int(1, 400)), draw.int(7 * 3600, 18 * 3600)),
    pictures: picturesOf(outline).map(({ caption }, number) => ({ id: objectId(index, 41, number), caption })),
  };
}

function titleOf({ kind, quarter, city, index }: Outline, draw: SeededRandom): string {
  const quality = draw.pick(vocabulary.qualities);
  const name = draw.pick(vocabulary.houseNames);
  switch (hash(index, 33) % 4) {
    case 0:
      return `${quality} ${kind.noun} in ${quarter}`;
    case 1:
      return `${name} ${kind.noun}, ${quarter}`;
    case 2:
      return `${quality} ${city.name} ${kind.noun} with ${draw.pick(vocabulary.features)}`;
    default:
      return `${quarter} ${kind.noun} with ${draw.pick(vocabulary.features)}`;
  }
}

function roomsOf({ bedrooms, beds }: Outline, draw: SeededRandom): ListingDetails['listingRooms'] {
  const rooms = Array.from({ length: Math.max(1, bedrooms) }, (_, room) => ({
    roomNumber: room + 1,
    beds: [{ type: draw.pick(vocabulary.bedTypes), quantity: 1 }],
  }));
  return beds > rooms.length ? [...rooms, { roomNumber: 0, beds: [{ type: 'SOFA_BED', quantity: 1 }] }] : rooms;
}

const addressIn = ({ addressFormat }: City, street: string, number: number): string =>
  addressFormat.replace('{street}', street).replace('{number}', String(number));

function quarterCode(quarter: string): string {
  const letters = quarter.normalize('NFD').replaceAll(/[^A-Za-z]/g, '');
  return letters.slice(0, 3).toUpperCase();
}

function instant(day: number, second: number): string {
  return new Date(day * 86_400_000 + second * 1_000).toISOString();
}

function round(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
